import { applyEdits, modify, visit } from 'jsonc-parser';

/** A position in a text; both numbers count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A value in a JSON text. */
interface Value {
  readonly place: TextPosition;
  /** The position of the value's key; null for an array item and for the whole text. */
  readonly key: TextPosition | null;
  /** The nested values, by key or by index from 0. */
  readonly inner: Map<string, Value>;
}

/**
 * Finds the positions of the values in a valid JSON text. The text is read once, in linear time; each lookup takes
 * one step per level.
 * @returns a function that returns the position of the value at a path, or with `ofKey` the position of the value's
 * key; null if the text has no such value
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
 * Sets a value in a JSON text, and leaves the rest of the text unchanged.
 * @param path the names on the path to the value
 */
export function withJsonValue(text: string, path: readonly string[], value: unknown): string {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: '\n' };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
