/** Whether a value that was read from JSON is an object: no array, and not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; the text itself if the text is not valid JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** All texts in a value of JSON, without the names of fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** What a text, an object or a list takes beside its content, and what any other value takes; in bytes, on average. */
const perContainer = 32;
const perValue = 16;

/** About how many bytes a JSON value takes in memory. */
export function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return perContainer + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let size = perContainer;
  for (const held of Object.values(value)) size += sizeOfValue(held);
  return size;
}
