const quote = 34;
const backslash = 92;
/** The character codes of square and curly brackets. */
const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;

/**
 * Whether the objects and arrays of a JSON text are nested more deeply than a limit. With hundreds of thousands of
 * levels, parsers are slow or exhaust the stack. This function reads the text once and stores no data.
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === backslash) at++;
      else if (code === quote) isInText = false;
    } else if (code === quote) {
      isInText = true;
    } else if (isOpening(code)) {
      depth++;
      if (depth > most) return true;
    } else if (isClosing(code)) {
      depth--;
    }
  }
  return false;
}
