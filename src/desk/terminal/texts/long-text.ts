import { dim, type Line } from '../../model/cells.ts';

/** The beginning of a line of indented JSON: its indentation, and the name of its value. */
const jsonLine = /^( *)("(?:[^"\\]|\\.)*":)?( *)/;
/** The name of a value is only looked for in this many characters. */
const longestName = 500;

/** The lines of a long text. Each is made on demand, because few of them are ever seen. */
export class LongText {
  readonly #texts: readonly string[];
  readonly #isJson: boolean;

  /** @param texts the lines @param isJson whether they are JSON; names are then dim, so that values stand out */
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
