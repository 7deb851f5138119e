import { join } from 'node:path';
import fontRanges from './font-ranges.json' with { type: 'json' };

type Pdf = PDFKit.PDFDocument;
type Weight = 'regular' | 'bold';

/** What writes a piece of text: a font of every PDF reader, one that is embedded, or one that the reader finds itself. */
type Face = 'standard' | 'noto' | AsianFont;

interface Run {
  readonly face: Face;
  readonly text: string;
}

/** A font for East Asian letters as PDF readers know them by the collection of their letters (ISO 32000, 9.7.5.2). */
interface AsianFont {
  readonly name: string;
  readonly ordering: string;
  readonly encoding: string;
}

const japanese: AsianFont = { name: 'HeiseiKakuGo-W5', ordering: 'Japan1', encoding: 'UniJIS-UTF16-H' };
const korean: AsianFont = { name: 'HYGoThic-Medium', ordering: 'Korea1', encoding: 'UniKS-UTF16-H' };
const chinese: AsianFont = { name: 'STSong-Light', ordering: 'GB1', encoding: 'UniGB-UTF16-H' };

const standardFonts: Readonly<Record<Weight, string>> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

/** How high the letters of Helvetica are, in parts of their size: the line on which all fonts write. */
const ascent = 0.718;

/** The characters of Windows-1252, which the standard fonts of PDF can show. */
const standard = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;
const asian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]$/u;

const ranges = fontRanges.map((range) => range.map((digits) => Number.parseInt(digits, 16)));

/** `scripts/build.js` puts the fonts beside the built program. The sources use those of the last build. */
const fontFolder = (): string =>
  join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../dist/fonts' : 'fonts');

/**
 * Writes text of many scripts into a PDF. Latin text is in the standard fonts, which cost nothing. What they lack of
 * Latin, Greek and Cyrillic script is in an embedded part of Noto Sans. East Asian letters are written as letters of the
 * standard collections without a font, because one would be larger than the emulator: a reader shows them in a font of
 * its own. Other scripts become question marks.
 */
export class Pen {
  readonly #pdf: Pdf;
  #weight: Weight = 'regular';
  #size = 10;
  /** The East Asian fonts that are in the file already. */
  readonly #asian = new Map<AsianFont, PDFKit.PDFKitReference>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    for (const weight of ['regular', 'bold']) {
      pdf.registerFont(`noto-${weight}`, join(fontFolder(), `noto-sans-${weight}.ttf`));
    }
  }

  /** @param size in points */
  use(weight: Weight, size: number): this {
    this.#weight = weight;
    this.#size = size;
    return this;
  }

  /** In points. */
  widthOf(text: string): number {
    return runsOf(text).reduce((width, run) => width + this.#widthOf(run), 0);
  }

  /** A line of text, with its upper edge at `y`. */
  write(text: string, x: number, y: number): void {
    let at = x;
    for (const run of runsOf(text)) {
      this.#writeRun(run, at, y + ascent * this.#size);
      at += this.#widthOf(run);
    }
  }

  /** A line of text that ends at `edge`. */
  writeTo(text: string, edge: number, y: number): void {
    this.write(text, edge - this.widthOf(text), y);
  }

  /** The lines of a text that is at most `width` wide; the last of at most `most` lines says that more was left out. */
  linesOf(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
    const lines = text.split('\n').flatMap((paragraph) => this.#broken(paragraph, width));
    if (lines.length <= most) return lines;
    const last = [...(lines[most - 1] ?? '')];
    while (last.length > 0 && this.widthOf(`${last.join('')}…`) > width) last.pop();
    return [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`];
  }

  /** A text breaks after spaces and between East Asian letters; a word that is wider than the line breaks anywhere. */
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

  #faced(face: 'standard' | 'noto'): Pdf {
    const font = face === 'noto' ? `noto-${this.#weight}` : standardFonts[this.#weight];
    return this.#pdf.font(font).fontSize(this.#size);
  }

  #writeRun({ face, text }: Run, x: number, baseline: number): void {
    if (typeof face === 'object') this.#writeAsian(face, text, x, baseline);
    else this.#faced(face).text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  #writeAsian(font: AsianFont, text: string, x: number, baseline: number): void {
    const pdf = this.#pdf;
    const { height } = pdf.page;
    pdf.page.fonts[font.ordering] = this.#referenceTo(font);
    const letters = Buffer.from(text, 'utf16le').swap16().toString('hex');
    // The library counts from the top of a page, and text would stand on its head.
    pdf.save().transform(1, 0, 0, -1, 0, height);
    pdf.addContent(
      `BT /${font.ordering} ${this.#size} Tf 1 0 0 1 ${x.toFixed(2)} ${(height - baseline).toFixed(2)} Tm <${letters}> Tj ET`,
    );
    pdf.restore();
  }

  /** The description of a font that is not in the file (ISO 32000, 9.7.4 and 9.8). */
  #referenceTo(font: AsianFont): PDFKit.PDFKitReference {
    const known = this.#asian.get(font);
    if (known !== undefined) return known;
    const { name, ordering, encoding } = font;
    const put = (data: object): PDFKit.PDFKitReference => {
      const reference = this.#pdf.ref(data);
      reference.end(null);
      return reference;
    };
    const FontDescriptor = put({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [0, -200, 1000, 900],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 700,
      StemV: 80,
    });
    const descendant = put({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: name,
      // The library writes a text as a name, and bytes as a string.
      CIDSystemInfo: { Registry: Buffer.from('Adobe'), Ordering: Buffer.from(ordering), Supplement: 2 },
      DW: 1000,
      FontDescriptor,
    });
    const reference = put({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `${name}-${encoding}`,
      Encoding: encoding,
      DescendantFonts: [descendant],
    });
    this.#asian.set(font, reference);
    return reference;
  }
}

/** Words with the spaces behind them, and East Asian letters one by one. */
const piecesOf = (text: string): string[] =>
  text
    .split(/(?<= )(?=[^ ])/)
    .flatMap((word) => word.split(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=.)/u));

/** A text in pieces of one face each. Text that the standard fonts lack something of is in one face as far as it can be. */
function runsOf(given: string): Run[] {
  const text = [...given.normalize('NFC')].filter((character) => !/\p{C}/u.test(character));
  if (text.every((character) => standard.test(character))) return [{ face: 'standard', text: text.join('') }];
  const asianFont = asianFontOf(given);
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const isAsian = asian.test(character);
    const face = isAsian ? asianFont : 'noto';
    const shown = isAsian || isInFont(character) ? character : '?';
    const last = runs.at(-1);
    if (last?.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}

/** Chinese fonts have the letters of Japanese names too; what has syllables of one language is in a font of that. */
function asianFontOf(text: string): AsianFont {
  if (/\p{Script=Hangul}/u.test(text)) return korean;
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? japanese : chinese;
}

function isInFont(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first = 0, last = 0]) => code >= first && code <= last);
}
