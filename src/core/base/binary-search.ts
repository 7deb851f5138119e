/**
 * Returns the first index that passes a test, or `length` if no index passes. All indexes after the first match must
 * pass too.
 * @param length the number of indexes
 */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
