import described from './letters.json' with { type: 'json' };

/** A font that PDFs embed parts of. `scripts/font-build.js` makes it of the letters in `letters.json`. */
export type FontName = keyof typeof described;

interface Letters {
  /** An encoding that starts with a language's most common letters; absent: the codes are Unicode. */
  readonly of?: string;
  /** The first and last code, in hexadecimal. */
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
  // Each row of the encoding starts at the column of the first code; earlier columns were added later, and are rare.
  const common = codes.filter((code) => (code & 0xff) >= (first & 0xff));
  // A code outside the encoding decodes to more than one letter, or to the replacement character.
  const bytes = Uint8Array.from(common.flatMap((code) => [code >> 8, code & 0xff, 0x0a]));
  const decoded = new TextDecoder(of).decode(bytes).split('\n');
  return decoded.filter((text) => [...text].length === 1 && text !== '\ufffd');
}
