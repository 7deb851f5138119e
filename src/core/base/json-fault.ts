import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Errors inside a string, for which the library gives no exact position. */
const ofStrings = ['InvalidCharacter', 'InvalidEscapeCharacter', 'InvalidUnicode', 'UnexpectedEndOfString'];
/** The valid part of a JSON string, up to its end or its first error. */
const sound = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-f]{4}))*/iy;

/**
 * Returns the first key that occurs twice in the same object of a valid JSON text, with its index; null if no key
 * occurs twice.
 */
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
 * Returns the index of the first error in a JSON text; -1 if the text is valid. For a text that ends too early, the
 * result is its length. For brackets nested thousands deep, it is the index of the last bracket that was parsed.
 * Errors of `JSON.parse` do not always include a position, and every version of Node words them differently.
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
