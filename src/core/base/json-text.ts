import { applyEdits, modify, visit } from 'jsonc-parser';

/** A place in a text; both numbers count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A value of a JSON text. */
interface Value {
  readonly place: TextPosition;
  /** The place of the value's key; null for an item of a list, and for the whole text. */
  readonly key: TextPosition | null;
  /** The values inside, by keys or by numbers from 0. */
  readonly inner: Map<string, Value>;
}

/**
 * Finds the places of the values in a valid JSON text. Reading the text takes one pass of linear time; finding a place
 * takes a step for each level.
 * @returns a function that gives the place of the value at a path, or with `ofKey` of the key before the value; null if
 * the text has no such value or key
 */
export function placesInJson(text: string): (path: readonly string[], ofKey?: boolean) => TextPosition | null {
  const open: Value[] = [];
  let whole: Value | undefined;
  let before: { readonly key: string; readonly place: TextPosition } | null = null;
  const add = (line: number, character: number): Value => {
    const value = { place: placeOf(line, character), key: before?.place ?? null, inner: new Map() };
    const owner = open.at(-1);
    owner?.inner.set(before?.key ?? String(owner.inner.size), value);
    before = null;
    whole ??= value;
    return value;
  };
  const begin = (_offset: number, _length: number, line: number, character: number): void =>
    void open.push(add(line, character));
  const end = (): void => void open.pop();
  visit(text, {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onLiteralValue: (_value, _offset, _length, line, character) => void add(line, character),
    onObjectProperty: (key, _offset, _length, line, character) => {
      before = { key, place: placeOf(line, character) };
    },
  });
  return (path, ofKey = false) => {
    let value = whole;
    for (const name of path) value = value?.inner.get(name);
    return (ofKey ? value?.key : null) ?? value?.place ?? null;
  };
}

const placeOf = (line: number, character: number): TextPosition => ({ line: line + 1, column: character + 1 });

/**
 * Sets a value in a text of JSON, and leaves the rest of the text as it is.
 * @param path the names on the way to the value
 */
export function withJsonValue(text: string, path: readonly string[], value: unknown): string {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: '\n' };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
