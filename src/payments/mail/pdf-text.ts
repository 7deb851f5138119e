/// <reference path="./pdf-fonts.d.ts" />

import type { Font } from './fonts.ts';

type Pdf = PDFKit.PDFDocument;
type Weight = 'regular' | 'bold';

/**
 * The fonts from which a PDF embeds letters: Noto Sans in two weights, and the font that the user gave for more
 * letters.
 */
interface Fonts {
  readonly regular: Font;
  readonly bold: Font;
  readonly further: Font | null;
}

interface Run {
  readonly font: Font;
  readonly text: string;
}

/** The height of a capital relative to the font size: all fonts write on the same baseline. */
const ascent = 0.714;

/** Characters that modify the letter before them, or are invisible. */
const unseen = /[\p{C}\p{Variation_Selector}]/u;
/** Stands for a letter that no font has; Noto Sans has no box. */
const blank = '◌';

/**
 * Writes text of many scripts into a PDF in Noto Sans, and in the user's font for letters that Noto Sans lacks.
 * `missing` lists the letters that no font has.
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

  /** The letters that no font of the file has, in the order of their first use. */
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
    this.#pdf.fillColor(color);
    return this;
  }

  /** The width of a text, in points. */
  widthOf(text: string): number {
    return this.#runsOf(text).reduce((width, run) => width + this.#widthOf(run), 0);
  }

  /** A line of text, with its upper edge at `y`. */
  write(text: string, x: number, y: number): void {
    let at = x;
    for (const letter of lettersOf(text)) if (this.#isMissing(letter)) this.#missing.add(letter);
    for (const run of this.#runsOf(text)) {
      const baseline = y + ascent * this.#size;
      this.#inFont(run).text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
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

  /**
   * Wraps a paragraph after spaces and between East Asian letters; a word that is wider than the line wraps anywhere.
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

  /** Splits a text into pieces of one font each. */
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

  /** Whether no font has a letter. */
  #isMissing(letter: string): boolean {
    const { regular, further } = this.#fonts;
    return !regular.has(letter) && further?.has(letter) !== true;
  }
}

/** The visible letters of a text, composed with their accents. */
const lettersOf = (text: string): string[] => [...text.normalize('NFC')].filter((letter) => !unseen.test(letter));

/** Words with their following spaces, and single East Asian letters. */
const piecesOf = (text: string): string[] =>
  text
    .split(/(?<= )(?=[^ ])/)
    .flatMap((word) => word.split(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=.)/u));
