/** How many characters at the start of a value are used to look it up. No value is shorter. */
const beginning = 6;
const bits = 0xffff;

/** A text to replace, and its replacement. */
type Known = readonly [value: string, replacement: string];

/**
 * Replaces known values in texts. The time does not depend on the number of known values, because each position in a
 * text is looked up by its first characters.
 */
export class KnownValues {
  readonly #byBeginning = new Map<string, Known[]>();
  /**
   * Whether a value may start with four characters, indexed by their hash. Most positions in a text need no further
   * check.
   */
  readonly #maybe = new Uint8Array(bits + 1);

  /** @param value a text of at least six characters */
  add(value: string, replacement: string): void {
    const key = value.slice(0, beginning);
    const same = this.#byBeginning.get(key) ?? [];
    // Longest first, because a value can start with another value.
    this.#byBeginning.set(
      key,
      [...same, [value, replacement] as const].sort(([a], [b]) => b.length - a.length),
    );
    this.#maybe[hashAt(value, 0)] = 1;
  }

  get isEmpty(): boolean {
    return this.#byBeginning.size === 0;
  }

  /** Replaces the values in a text; returns a text that contains none of them unchanged. */
  replaceIn(text: string): string {
    if (this.isEmpty) return text;
    const parts: string[] = [];
    let kept = 0;
    for (let at = 0; at <= text.length - beginning; at++) {
      if (this.#maybe[hashAt(text, at)] === 0) continue;
      const same = this.#byBeginning.get(text.slice(at, at + beginning));
      const known = same?.find(([value]) => text.startsWith(value, at) && isWholeNumber(text, at, value));
      if (known === undefined) continue;
      const [value, replacement] = known;
      parts.push(text.slice(kept, at), isBare(text, at, value) ? `"${replacement}"` : replacement);
      kept = at + value.length;
      at = kept - 1;
    }
    return kept === 0 ? text : parts.join('') + text.slice(kept);
  }
}

const hashAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 +
    text.charCodeAt(at + 2) * 961 +
    text.charCodeAt(at + 3) * 7) &
  bits;

const digits = /^\d+$/;

/** Whether a value that consists of digits is not part of a longer number. */
const isWholeNumber = (text: string, at: number, value: string): boolean =>
  !digits.test(value) || !(/\d/.test(text[at - 1] ?? '') || /\d/.test(text[at + value.length] ?? ''));

/** Whether a value is a JSON number without quotes, so that its replacement needs quotes. */
const isBare = (text: string, at: number, value: string): boolean =>
  digits.test(value) &&
  /[:[,]\s{0,3}$/.test(text.slice(Math.max(0, at - 4), at)) &&
  /^\s{0,3}[,\]}]/.test(text.slice(at + value.length, at + value.length + 4));
