/** Whether a character, given by its code, belongs to a run. */
export type IsPart = (code: number) => boolean;

/** The characters in a regular expression's character class, among the first 128 codes. */
export function partOf(signs: RegExp): IsPart {
  const has = Uint8Array.from({ length: 128 }, (_, code) => Number(signs.test(String.fromCharCode(code))));
  return (code) => has[code] === 1;
}

/** A kind of run to search for. */
export interface Run {
  /** The minimum number of characters. */
  readonly least: number;
  readonly isPart: IsPart;
  /** The number of characters after the run that belong to it, such as the `=` of Base64. */
  readonly tail?: (text: string, end: number) => number;
}

/**
 * Replaces runs of characters in a text, like `text.replace(/[signs]{least,}/g, replace)`. A regular expression
 * stores a backtracking position for each character of a run, which takes too much time and memory for millions of
 * characters.
 */
export function replaceRuns(text: string, { least, isPart, tail }: Run, replace: (run: string) => string): string {
  let parts: string[] | null = null;
  let kept = 0;
  let from = 0;
  while (from + least <= text.length) {
    // Reading backwards skips most short words immediately.
    let at = from + least - 1;
    while (at >= from && isPart(text.charCodeAt(at))) at--;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let to = from + least;
    while (to < text.length && isPart(text.charCodeAt(to))) to++;
    to += tail?.(text, to) ?? 0;
    const run = text.slice(from, to);
    const shown = replace(run);
    if (shown !== run) {
      parts ??= [];
      parts.push(text.slice(kept, from), shown);
      kept = to;
    }
    from = to;
  }
  return parts === null ? text : parts.join('') + text.slice(kept);
}
