import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** What breaks a string, within which the library names no place. */
const ofStrings = ['InvalidCharacter', 'InvalidEscapeCharacter', 'InvalidUnicode', 'UnexpectedEndOfString'];
/** What JSON lets a string be, up to its end or to what breaks it. */
const sound = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-f]{4}))*/iy;

/**
 * The index at which a text stops being JSON (its length where it ends too early, the last bracket that was followed where
 * thousands lie in one another); -1 where it is JSON. The errors of `JSON.parse` name no place for every fault, and in
 * other words in every version of Node.
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
