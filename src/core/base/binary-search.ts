/**
 * The first index at which a test holds, where it holds at all later ones too; `length` if it holds nowhere.
 * @param length how many indexes there are
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
