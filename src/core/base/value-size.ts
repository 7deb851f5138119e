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
