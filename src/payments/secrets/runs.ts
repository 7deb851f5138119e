/** Whether a sign, by its code, belongs to a run. */
export type IsPart = (code: number) => boolean;

/** The signs that a class of a regular expression has, of the first 128. */
export function partOf(signs: RegExp): IsPart {
  const has = Uint8Array.from({ length: 128 }, (_, code) => Number(signs.test(String.fromCharCode(code))));
  return (code) => has[code] === 1;
}

/** What a search looks at. */
export interface Run {
  /** How many signs it has at least. */
  readonly least: number;
  readonly isPart: IsPart;
  /** How many of the signs behind it belong to it: the `=` of Base64. */
  readonly tail?: (text: string, end: number) => number;
}

/**
 * A text in which runs of signs are replaced, as `text.replace(/[signs]{least,}/g, replace)` does it. A regular
 * expression keeps a place to come back to for each sign of a run, which takes long, and too much memory, for millions.
 */
export function replaceRuns(text: string, { least, isPart, tail }: Run, replace: (run: string) => string): string {
  let parts: string[] | null = null;
  let kept = 0;
  let from = 0;
  while (from + least <= text.length) {
    // Read backwards, most short words are passed by at once.
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
