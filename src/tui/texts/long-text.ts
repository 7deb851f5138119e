import { dim, type Line } from '../../desk/cells.ts';

/** The beginning of a line of indented JSON: how far it is in, and the name of its value. */
const jsonLine = /^( *)("(?:[^"\\]|\\.)*":)?( *)/;
/** So far into a line the name of its value is looked for. */
const longestName = 500;

/** The lines of a text of any length. Each is made when it is asked for, because few of them are ever seen. */
export class LongText {
  readonly #texts: readonly string[];
  readonly #isJson: boolean;

  /** @param texts its lines @param isJson whether they are JSON, whose names are dim so that the values stand out */
  constructor(texts: readonly string[], { indent = '', isJson = false } = {}) {
    this.#texts = indent === '' ? texts : texts.map((text) => indent + text);
    this.#isJson = isJson;
  }

  get length(): number {
    return this.#texts.length;
  }

  /** What a line says. */
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
