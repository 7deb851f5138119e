import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type FontName, lettersOf } from './letters.ts';
import { describeReaderFont, type ReaderFont, readerFontOf } from './reader-font.ts';

type Pdf = PDFKit.PDFDocument;
type Weight = 'regular' | 'bold';

/** The font of a piece of text: a standard PDF font, an embedded one, or one that the reader supplies. */
type Face = 'standard' | FontName | ReaderFont;

interface Run {
  readonly face: Face;
  readonly text: string;
}

const standardFonts: Readonly<Record<Weight, string>> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
/** If several fonts have a letter, the first one is used. */
const embedded: readonly FontName[] = ['noto-sans', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'];

/** The ascent of Helvetica relative to the font size: all fonts write on the same baseline. */
const ascent = 0.718;
/**
 * How much thicker the strokes of a bold East Asian letter are, relative to the font size: those fonts have one weight.
 */
const boldness = 0.035;

/** The characters of Windows-1252, which the standard fonts of PDF can show. */
const standard = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
/** Characters that modify the letter before them, or are invisible. */
const unseen = /[\p{C}\p{Variation_Selector}]/u;
/** Replaces a letter that no font has. */
const blank = '□';

/** `scripts/build.js` puts the fonts beside the built program; the sources use those of the last build. */
const fontFolder = (): string =>
  join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../dist/fonts' : 'fonts');

const readFonts = new Map<string, Buffer>();

/** Reads a font file once: the largest is a megabyte, and opening it takes 10 ms. */
function fontBytes(name: string): Buffer {
  const known = readFonts.get(name);
  if (known !== undefined) return known;
  const bytes = brotliDecompressSync(readFileSync(join(fontFolder(), `${name}.ttf.br`)));
  readFonts.set(name, bytes);
  return bytes;
}

/**
 * Writes text of many scripts into a PDF. Latin text uses the standard fonts, which need no embedding. Other Latin,
 * Greek and Cyrillic letters, and common Chinese, Japanese and Korean ones, use embedded parts of Noto Sans. A rare
 * East Asian letter names a standard collection without a font, and the reader supplies one. Other scripts become
 * boxes. `missing` lists the letters of the last two groups.
 */
export class Pen {
  readonly #pdf: Pdf;
  #weight: Weight = 'regular';
  #size = 10;
  #color = '#000000';
  /** The files of embedded fonts, and the reader's fonts that the PDF already names. */
  readonly #loaded = new Set<string>();
  readonly #named = new Map<ReaderFont, PDFKit.PDFKitReference>();
  readonly #missing = new Set<string>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** Letters that are in no font of the file, in the order of their first use. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  /** @param size in points */
  use(weight: Weight, size: number): this {
    this.#weight = weight;
    this.#size = size;
    return this;
  }

  /** @param color as in CSS, with six digits */
  ink(color: string): this {
    this.#color = color;
    this.#pdf.fillColor(color);
    return this;
  }

  /** In points. */
  widthOf(text: string): number {
    return runsOf(text).reduce((width, run) => width + this.#widthOf(run), 0);
  }

  /** A line of text, with its upper edge at `y`. */
  write(text: string, x: number, y: number): void {
    let at = x;
    for (const letter of text.normalize('NFC')) if (isMissing(letter)) this.#missing.add(letter);
    for (const run of runsOf(text)) {
      this.#writeRun(run, at, y + ascent * this.#size);
      at += this.#widthOf(run);
    }
  }

  /** A line of text that ends at `edge`. */
  writeTo(text: string, edge: number, y: number): void {
    this.write(text, edge - this.widthOf(text), y);
  }

  /** Wraps a text to `width`, to at most `most` lines; the last line shows that the rest was left out. */
  linesOf(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
    const lines = text.split('\n').flatMap((paragraph) => this.#broken(paragraph, width));
    if (lines.length <= most) return lines;
    const last = [...(lines[most - 1] ?? '')];
    while (last.length > 0 && this.widthOf(`${last.join('')}…`) > width) last.pop();
    return [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`];
  }

  /** A text wraps after spaces and between East Asian letters; a word wider than the line wraps anywhere. */
  #broken(paragraph: string, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const piece of piecesOf(paragraph)) {
      if (line !== '' && this.widthOf((line + piece).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
      while (this.widthOf(line.trimEnd()) > width && [...line].length > 1) {
        const head = [...line];
        while (head.length > 1 && this.widthOf(head.join('')) > width) head.pop();
        lines.push(head.join(''));
        line = line.slice(head.join('').length);
      }
    }
    return [...lines, line.trimEnd()];
  }

  #widthOf({ face, text }: Run): number {
    if (typeof face === 'object') return [...text].length * this.#size;
    return this.#faced(face).widthOfString(text);
  }

  #faced(face: 'standard' | FontName): Pdf {
    const font = face === 'standard' ? standardFonts[this.#weight] : this.#fileOf(face);
    return this.#pdf.font(font).fontSize(this.#size);
  }

  /** The name of an embedded font, which is loaded with the first letter that needs it. */
  #fileOf(font: FontName): string {
    const name = font === 'noto-sans' ? `${font}-${this.#weight}` : font;
    if (!this.#loaded.has(name)) {
      this.#loaded.add(name);
      this.#pdf.registerFont(name, fontBytes(name));
    }
    return name;
  }

  #writeRun({ face, text }: Run, x: number, baseline: number): void {
    if (typeof face === 'object') {
      this.#writeForReader(face, text, x, baseline);
      return;
    }
    const pdf = this.#faced(face);
    const isThickened = this.#weight === 'bold' && face !== 'standard' && face !== 'noto-sans';
    if (isThickened)
      pdf
        .save()
        .lineWidth(boldness * this.#size)
        .strokeColor(this.#color);
    pdf.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', fill: true, stroke: isThickened });
    if (isThickened) pdf.restore();
  }

  #writeForReader(font: ReaderFont, text: string, x: number, baseline: number): void {
    const pdf = this.#pdf;
    const { height } = pdf.page;
    pdf.page.fonts[font.ordering] = this.#referenceTo(font);
    const letters = Buffer.from(text, 'utf16le').swap16().toString('hex');
    // The library counts from the top of a page; without this the text would be upside down.
    pdf.save().transform(1, 0, 0, -1, 0, height);
    pdf.addContent(
      `BT /${font.ordering} ${this.#size} Tf 1 0 0 1 ${x.toFixed(2)} ${(height - baseline).toFixed(2)} Tm <${letters}> Tj ET`,
    );
    pdf.restore();
  }

  #referenceTo(font: ReaderFont): PDFKit.PDFKitReference {
    const reference = this.#named.get(font) ?? describeReaderFont(this.#pdf, font);
    this.#named.set(font, reference);
    return reference;
  }
}

/** Words with their following spaces, and single East Asian letters. */
const piecesOf = (text: string): string[] =>
  text
    .split(/(?<= )(?=[^ ])/)
    .flatMap((word) => word.split(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=.)/u));

/**
 * Splits a text into pieces of one font each. Text that the standard fonts lack letters of uses one other font as far
 * as possible.
 */
function runsOf(given: string): Run[] {
  const text = [...given.normalize('NFC')].filter((letter) => !unseen.test(letter));
  if (text.every((letter) => standard.test(letter))) return [{ face: 'standard', text: text.join('') }];
  const readerFont = readerFontOf(given);
  const runs: { face: Face; text: string }[] = [];
  for (const letter of text) {
    const isShown = eastAsian.test(letter) || !isMissing(letter);
    const shown = isShown ? letter : blank;
    const face = embedded.find((font) => lettersOf(font).has(shown)) ?? readerFont;
    const last = runs.at(-1);
    if (last?.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}

/** Whether neither a standard font nor an embedded one has a letter. */
const isMissing = (letter: string): boolean =>
  !standard.test(letter) && !unseen.test(letter) && !embedded.some((font) => lettersOf(font).has(letter));
