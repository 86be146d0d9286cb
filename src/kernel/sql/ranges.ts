/** Joins consecutive integers. Returns the first and the last of each range, in ascending order. */
export function toRanges(integers: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const integer of integers.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && integer <= range[1] + 1) range[1] = integer;
    else ranges.push([integer, integer]);
  }
  return ranges;
}
