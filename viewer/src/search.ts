/** The index of the first element of the ascending `list` that is > x. */
export function upperBound(list: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
