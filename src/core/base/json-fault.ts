import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Faults inside a string, for which the library gives no position. */
const ofStrings = ['InvalidCharacter', 'InvalidEscapeCharacter', 'InvalidUnicode', 'UnexpectedEndOfString'];
/** The valid part of a JSON string, up to its end or its first fault. */
const sound = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-f]{4}))*/iy;

/** The first key of a valid JSON text that occurs twice in one object, and its index; null if no key occurs twice. */
export function repeatedKey(text: string): { readonly key: string; readonly index: number } | null {
  const open: Set<string>[] = [];
  let found: { key: string; index: number } | null = null;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, index) => {
      const keys = open.at(-1)!;
      if (keys.has(key)) found ??= { key, index };
      keys.add(key);
    },
  });
  return found;
}

/**
 * The index of the first fault in a JSON text; -1 if the text is valid. A text that ends too early gives its length;
 * brackets nested thousands deep give the last bracket that was parsed. Errors of `JSON.parse` do not always name a
 * position, and every version of Node words them differently.
 */
export function faultIn(text: string): number {
  let fault = -1;
  let opened = 0;
  const onOpen = (offset: number): void => {
    opened = offset;
  };
  const onError = (code: ParseErrorCode, offset: number, length: number): void => {
    if (fault !== -1) return;
    const name = printParseErrorCode(code);
    sound.lastIndex = offset;
    if (ofStrings.includes(name) && sound.test(text)) fault = sound.lastIndex;
    else fault = name === 'UnexpectedEndOfNumber' ? offset + length : offset;
  };
  try {
    visit(text, { onError, onArrayBegin: onOpen, onObjectBegin: onOpen }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (fault === -1) fault = opened;
  }
  return fault;
}
