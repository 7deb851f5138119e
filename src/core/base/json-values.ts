/** Whether a value that was parsed from JSON is an object, and not an array or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without its fields that are null or undefined. */
export const withoutNulls = <F extends object>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as F;

/** Parses a JSON text; returns the text itself if it is not valid JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** All strings in a JSON value, without field names. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * The average overhead of a string, an object or an array in addition to its content, and the average size of any
 * other value; in bytes.
 */
const perContainer = 32;
const perValue = 16;

/** Estimates how many bytes a JSON value takes in memory. */
export function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return perContainer + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let size = perContainer;
  for (const held of Object.values(value)) size += sizeOfValue(held);
  return size;
}
