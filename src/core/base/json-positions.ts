import { visit } from 'jsonc-parser';

/** A place in a text; both numbers count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A value of a JSON text. */
interface Value {
  readonly place: TextPosition;
  /** The place of its key; null for an item of a list, and for the whole text. */
  readonly key: TextPosition | null;
  /** What it holds, by keys or by numbers from 0. */
  readonly inner: Map<string, Value>;
}

/**
 * Tells where the values of a valid JSON text stand. One pass, whose time is linear; a question takes a step for each
 * level.
 * @returns the place of the value at a path; with `ofKey`, of the key before it; null if there is none
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
