const quote = 34;
const backslash = 92;
const openings: ReadonlySet<number> = new Set([91, 123]);
const closings: ReadonlySet<number> = new Set([93, 125]);

/**
 * Whether the objects and lists of a JSON text are nested deeper than a limit. Parsers take long for hundreds of
 * thousands of levels, or exhaust the stack; this function reads the text once and stores nothing.
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
    } else if (openings.has(code)) {
      depth++;
      if (depth > most) return true;
    } else if (closings.has(code)) {
      depth--;
    }
  }
  return false;
}
