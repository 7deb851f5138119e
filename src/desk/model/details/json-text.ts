import { escapeControls } from '../../../core/base/terminal-text.ts';

/** The maximum depth of indentation; deeper lines would consist only of spaces. */
const deepest = 40;
const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const ofLiteral = /[\w.+-]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: strings of JSON hold none
const control = /[\u0000-\u001f]/;

/** The kind of token that JSON allows at the current place. */
type Expected = 'value' | 'name' | 'colon' | 'comma' | 'end';

/** Reads JSON from left to right and writes one value per line. */
class Indenter {
  readonly #text: string;
  #at = 0;
  #line = '';
  readonly #lines: string[] = [];
  /** The open brackets, the innermost one last. */
  readonly #open: ('{' | '[')[] = [];
  #expected: Expected = 'value';
  /** Whether the innermost open bracket has no content yet. */
  #isEmpty = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns the lines, and whether the JSON is complete; null if the text is not JSON */
  read(): { readonly lines: readonly string[]; readonly isWhole: boolean } | null {
    for (; this.#at < this.#text.length; ) {
      const character = this.#text[this.#at]!;
      if (character === ' ' || character === '\n' || character === '\r' || character === '\t') this.#at++;
      else if (!this.#take(character)) return null;
    }
    if (this.#line.trim() !== '') this.#lines.push(this.#line);
    return { lines: this.#lines, isWhole: this.#expected === 'end' };
  }

  /** @returns whether a token that starts with this character is allowed here */
  #take(character: string): boolean {
    const isFirst = this.#isEmpty;
    this.#isEmpty = false;
    switch (character) {
      case '{':
      case '[':
        return this.#begin(character);
      case '}':
      case ']':
        return this.#close(character, isFirst);
      case ',':
        return this.#separate();
      case ':':
        if (this.#expected !== 'colon') return false;
        this.#at++;
        this.#line += ': ';
        this.#expected = 'value';
        return true;
      case '"':
        return this.#takeString();
      default:
        return this.#takeLiteral();
    }
  }

  #begin(bracket: '{' | '['): boolean {
    if (this.#expected !== 'value') return false;
    if (this.#isInList) this.#breakLine();
    this.#at++;
    this.#line += bracket;
    this.#open.push(bracket);
    this.#expected = bracket === '{' ? 'name' : 'value';
    this.#isEmpty = true;
    return true;
  }

  #close(bracket: '}' | ']', isFirst: boolean): boolean {
    const fits = this.#open.at(-1) === (bracket === '}' ? '{' : '[');
    if (!fits || !(isFirst || this.#expected === 'comma')) return false;
    this.#at++;
    this.#open.pop();
    if (!isFirst) this.#breakLine();
    this.#line += bracket;
    this.#valueEnds();
    return true;
  }

  #separate(): boolean {
    if (this.#expected !== 'comma') return false;
    this.#at++;
    this.#line += ',';
    this.#expected = this.#open.at(-1) === '{' ? 'name' : 'value';
    return true;
  }

  #takeString(): boolean {
    const isName = this.#expected === 'name';
    if (!isName && this.#expected !== 'value') return false;
    if (isName || this.#isInList) this.#breakLine();
    const end = endOfString(this.#text, this.#at);
    const token = this.#text.slice(this.#at, end ?? this.#text.length);
    if (control.test(token)) return false;
    this.#at += token.length;
    this.#line += readable(token);
    if (isName && end !== null) this.#expected = 'colon';
    else this.#valueEnds();
    return true;
  }

  #takeLiteral(): boolean {
    if (this.#expected !== 'value') return false;
    let end = this.#at;
    while (end < this.#text.length && ofLiteral.test(this.#text[end]!)) end++;
    const token = this.#text.slice(this.#at, end);
    const isCut = end === this.#text.length && this.#open.length > 0;
    if (token === '' || !(isCut || literal.test(token))) return false;
    if (this.#isInList) this.#breakLine();
    this.#at = end;
    this.#line += token;
    this.#valueEnds();
    return true;
  }

  get #isInList(): boolean {
    return this.#open.at(-1) === '[';
  }

  #valueEnds(): void {
    this.#expected = this.#open.length === 0 ? 'end' : 'comma';
  }

  #breakLine(): void {
    this.#lines.push(this.#line);
    this.#line = '  '.repeat(Math.min(this.#open.length, deepest));
  }
}

/** The end of the string that starts at `from`; null if the text ends before the string ends. */
function endOfString(text: string, from: number): number | null {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text[before] === '\\') before--;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return null;
}

/** A JSON string with its `\u` escapes replaced by the characters. */
function readable(token: string): string {
  if (!token.includes('\\')) return escapeControls(token);
  try {
    return escapeControls(JSON.stringify(JSON.parse(token)));
  } catch {
    return escapeControls(token);
  }
}

/**
 * The lines of a JSON list or object, indented.
 * @param isCut whether the end of the text is missing; if so, the lines end where the text ends
 * @returns null if the text is not JSON
 */
export function indentedJson(text: string, isCut: boolean): readonly string[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const read = new Indenter(text).read();
  return read !== null && (read.isWhole || isCut) ? read.lines : null;
}
