import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

const noto = join(
  import.meta.dirname,
  '../../node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
);

/**
 * A font that has these letters alone.
 * @param shape the letter of Noto Sans that the first of them looks as; the next look as those after it
 */
export function fontOf(letters: string, shape: string): Buffer {
  const bytes = readFileSync(noto);
  const glyph = (create(bytes) as Font).glyphForCodePoint(shape.codePointAt(0)!).id;
  const groups = [...letters].sort().map((letter) => letter.codePointAt(0)!);
  // The table of letters (OpenType, `cmap`, format 12), in the place of the longer one of Noto Sans.
  const table = [
    ...words(0, 1, 3, 10, 0, 12, 12, 0),
    ...longs(16 + 12 * groups.length, 0, groups.length, ...groups.flatMap((code, at) => [code, code, glyph + at])),
  ];
  const entry = bytes.indexOf('cmap');
  bytes.set(table, bytes.readUInt32BE(entry + 8));
  bytes.writeUInt32BE(table.length, entry + 12);
  // A PDF knows fonts by their names.
  const [name, other] = ['NotoSans-Regular', 'ManyMore-Regular'].map((text) => Buffer.from(text, 'utf16le').swap16());
  other!.copy(bytes, bytes.indexOf(name!));
  return bytes;
}

const words = (...values: number[]): number[] => values.flatMap((value) => [value >> 8, value & 255]);
const longs = (...values: number[]): number[] => values.flatMap((value) => words(value >>> 16, value & 65_535));
