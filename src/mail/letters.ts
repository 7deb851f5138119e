import described from './letters.json' with { type: 'json' };

/** A font that a PDF has parts of. `scripts/font-build.js` makes it, of the letters that `letters.json` says. */
export type FontName = keyof typeof described;

interface Letters {
  /** An encoding, whose first letters are the most common of a language; without one the codes are Unicode's. */
  readonly of?: string;
  /** The first and the last code, in hexadecimal digits. */
  readonly from?: string;
  readonly to?: string;
  /** The letters themselves. */
  readonly letters?: string;
}

const known = new Map<FontName, ReadonlySet<string>>();

/** The letters that a font has. */
export function lettersOf(font: FontName): ReadonlySet<string> {
  const before = known.get(font);
  if (before !== undefined) return before;
  const groups: readonly Letters[] = described[font];
  const letters = new Set(groups.flatMap(lettersIn));
  known.set(font, letters);
  return letters;
}

function lettersIn({ of, from = '', to = '', letters }: Letters): string[] {
  if (letters !== undefined) return [...letters];
  const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const codes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (of === undefined) return codes.map((code) => String.fromCodePoint(code));
  // Each row of an encoding begins where the first one does; what stands before is of later versions, and rare.
  const common = codes.filter((code) => (code & 0xff) >= (first & 0xff));
  // A code that is none of the encoding becomes something longer than a letter, or the sign for it.
  const bytes = Uint8Array.from(common.flatMap((code) => [code >> 8, code & 0xff, 0x0a]));
  const decoded = new TextDecoder(of).decode(bytes).split('\n');
  return decoded.filter((text) => [...text].length === 1 && text !== '\ufffd');
}
