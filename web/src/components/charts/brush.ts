/** The bars of a chart from one index to another, in either direction. */
export interface Brush {
  from: number;
  to: number;
}

/** Returns the first and the last index of a brush. */
export function toBounds({ from, to }: Brush): [first: number, last: number] {
  return [Math.min(from, to), Math.max(from, to)];
}

/** Returns the bar that a key leads to; undefined for other keys. */
export function nextIndex(key: string, now: number | undefined, last: number): number | undefined {
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (now ?? last + 1) - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, (now ?? last - 1) + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
