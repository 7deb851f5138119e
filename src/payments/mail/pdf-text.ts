/// <reference path="./pdf-fonts.d.ts" />

import type { Font } from './fonts.ts';

type Pdf = PDFKit.PDFDocument;
type Weight = 'regular' | 'bold';

/** The fonts that a PDF embeds: Noto Sans in two weights, and the font that the user named for more characters. */
interface Fonts {
  readonly regular: Font;
  readonly bold: Font;
  readonly further: Font | null;
}

interface Run {
  readonly font: Font;
  readonly text: string;
}

/** The height of a capital letter relative to the font size. With it, all fonts use the same baseline. */
const ascent = 0.714;

/** Characters that modify the previous character, or that are invisible. */
const unseen = /[\p{C}\p{Variation_Selector}]/u;
/** Replaces a character that no font contains, because Noto Sans has no box character. */
const blank = '◌';

/**
 * Writes text in many scripts into a PDF. It uses Noto Sans, and the user's font for characters that Noto Sans does
 * not contain. `missing` lists the characters that no font contains.
 */
export class Pen {
  readonly #pdf: Pdf;
  #weight: Weight = 'regular';
  #size = 10;
  readonly #fonts: Fonts;
  readonly #missing = new Set<string>();

  constructor(pdf: Pdf, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
  }

  /** The characters that no font of the file contains, in the order of their first use. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  /** @param size the font size in points */
  use(weight: Weight, size: number): this {
    this.#weight = weight;
    this.#size = size;
    return this;
  }

  /** @param color a CSS color with six hexadecimal digits */
  ink(color: string): this {
    this.#pdf.fillColor(color);
    return this;
  }

  /** The width of a text, in points. */
  widthOf(text: string): number {
    return this.#runsOf(text).reduce((width, run) => width + this.#widthOf(run), 0);
  }

  /** Writes a line of text whose upper edge is at `y`. */
  write(text: string, x: number, y: number): void {
    let at = x;
    for (const letter of lettersOf(text)) if (this.#isMissing(letter)) this.#missing.add(letter);
    for (const run of this.#runsOf(text)) {
      const baseline = y + ascent * this.#size;
      this.#inFont(run).text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += this.#widthOf(run);
    }
  }

  /** Writes a line of text that ends at `edge`. */
  writeTo(text: string, edge: number, y: number): void {
    this.write(text, edge - this.widthOf(text), y);
  }

  /** Wraps a text to `width` and at most `most` lines. If the text is longer, the last line ends with an ellipsis. */
  linesOf(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
    const lines = text.split('\n').flatMap((paragraph) => this.#broken(paragraph, width));
    if (lines.length <= most) return lines;
    const last = [...(lines[most - 1] ?? '')];
    while (last.length > 0 && this.widthOf(`${last.join('')}…`) > width) last.pop();
    return [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`];
  }

  /**
   * Wraps a paragraph after spaces and between East Asian characters. A word that is wider than the line can wrap
   * anywhere.
   */
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

  #widthOf(run: Run): number {
    return this.#inFont(run).widthOfString(run.text);
  }

  #inFont({ font }: Run): Pdf {
    const pdf = this.#pdf;
    // The library recognizes an embedded font by its name.
    pdf.registerFont(font.name, font.parsed);
    return pdf.font(font.name).fontSize(this.#size);
  }

  /** Splits a text into runs that each use one font. */
  #runsOf(given: string): Run[] {
    const noto = this.#fonts[this.#weight];
    const { further } = this.#fonts;
    const runs: { font: Font; text: string }[] = [];
    for (const letter of lettersOf(given)) {
      const font = !noto.has(letter) && further?.has(letter) === true ? further : noto;
      const shown = font.has(letter) ? letter : blank;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs;
  }

  /** Whether no font contains a character. */
  #isMissing(letter: string): boolean {
    const { regular, further } = this.#fonts;
    return !regular.has(letter) && further?.has(letter) !== true;
  }
}

/** The visible characters of a text, composed with their accents. */
const lettersOf = (text: string): string[] => [...text.normalize('NFC')].filter((letter) => !unseen.test(letter));

/** Words with the spaces that follow them, and single East Asian characters. */
const piecesOf = (text: string): string[] =>
  text
    .split(/(?<= )(?=[^ ])/)
    .flatMap((word) => word.split(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=.)/u));
