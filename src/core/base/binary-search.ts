/**
 * The first index at which a test holds, if the test holds at all later indexes too; `length` if the test holds
 * nowhere.
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
