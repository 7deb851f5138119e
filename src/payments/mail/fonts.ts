/// <reference path="./fontkit.d.ts" />

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font as ParsedFont } from 'fontkit';
import { invalidPart } from '../../core/kernel/errors.ts';
import { readNamedFile } from '../../core/system/regular-file.ts';

/** A font whose characters are embedded in a PDF. */
export interface Font {
  readonly name: string;
  readonly bytes: Buffer;
  /** The parsed font, which all PDFs share: parsing its tables takes longer than printing a page. */
  readonly parsed: ParsedFont;
  readonly has: (letter: string) => boolean;
}

/** The maximum size of a font, in bytes. A font with all Chinese characters has 20 MB. */
const largestFont = 64 * 1024 * 1024;

/** The build copies the fonts of the package next to the program. */
const notoFile = (weight: string): string =>
  import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, `../../../node_modules/@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`)
    : join(import.meta.dirname, `fonts/NotoSans_${weight}.ttf`);

const opened = new Map<string, Font>();

async function openFont(file: string, read: (file: string) => Buffer): Promise<Font> {
  const known = opened.get(file);
  if (known !== undefined) return known;
  const bytes = read(file);
  const { create } = await import('fontkit');
  const font = create(bytes);
  if (!('glyphForCodePoint' in font)) throw new Error('the file contains several fonts');
  // Errors in a damaged font occur when its characters are read.
  const subset = font.createSubset();
  for (const glyph of font.layout('Aa').glyphs) subset.includeGlyph(glyph);
  subset.encode();
  const has = (letter: string): boolean => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  const made = { name: font.postscriptName, bytes, parsed: font, has };
  opened.set(file, made);
  return made;
}

/**
 * Opens the fonts of a PDF.
 * @param file the font for characters that Noto Sans does not contain; null if the user named none
 */
export async function openFonts(file: string | null): Promise<{ regular: Font; bold: Font; further: Font | null }> {
  const [regular, bold, further] = await Promise.all([
    openFont(notoFile('400Regular'), readFileSync),
    openFont(notoFile('700Bold'), readFileSync),
    file === null ? null : readPdfFont(file),
  ]);
  return { regular, bold, further };
}

/**
 * Reads the font that the user named.
 * @param option the option that names the font
 * @throws ServiceError with one line if the file is missing, too large, not a font, or Noto Sans itself
 */
export async function readPdfFont(file: string, option = '--pdf-font'): Promise<Font> {
  const refuse = (sentence: string) => invalidPart('pdf_font', sentence);
  const bytes = opened.get(file)?.bytes ?? readNamedFile(option, file, refuse, largestFont);
  const font = await openFont(file, () => bytes).catch((error: Error) => {
    throw invalidPart('pdf_font', `${option} ${file} is not a font that a PDF can use (TTF or OTF): ${error.message}.`);
  });
  // The library treats two fonts with the same name as the same font.
  if (!/^NotoSans-(Regular|Bold)$/.test(font.name)) return font;
  throw invalidPart(
    'pdf_font',
    `${option} ${file} is Noto Sans, which PDFs already use. Choose a font that contains additional characters.`,
  );
}
