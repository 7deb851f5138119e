import { dim, type Line } from '../../model/cells.ts';

/** The start of a line of indented JSON: its indentation, and the name of its value. */
const jsonLine = /^( *)("(?:[^"\\]|\\.)*":)?( *)/;
/** The maximum number of characters to search for the name of a value. */
const longestName = 500;

/** The lines of a long text. Each line is created on demand, because only a few lines are ever visible. */
export class LongText {
  readonly #texts: readonly string[];
  readonly #isJson: boolean;

  /**
   * @param texts the lines
   * @param isJson whether the lines are JSON; if so, names are dim, so that values stand out
   */
  constructor(texts: readonly string[], { indent = '', isJson = false } = {}) {
    this.#texts = indent === '' ? texts : texts.map((text) => indent + text);
    this.#isJson = isJson;
  }

  get length(): number {
    return this.#texts.length;
  }

  /** The text of a line. */
  textAt(index: number): string {
    return this.#texts[index] ?? '';
  }

  lineAt(index: number): Line {
    const text = this.textAt(index);
    if (!this.#isJson) return [{ text }];
    const [head = '', indent = '', name = '', gap = ''] = jsonLine.exec(text.slice(0, longestName)) ?? [];
    return [{ text: indent }, dim(name + gap), { text: text.slice(head.length) }];
  }
}
