/** True, false, or null if unknown. */
export type Truth = boolean | null;

/** Tests a value; unknown if it is missing. */
export function known<T>(value: T, test: (value: NonNullable<T>) => boolean): Truth {
  return value === null || value === undefined ? null : test(value);
}

/** `and` is false if a side is false, `or` is true if a side is true, even if the other is unknown. */
export function join(isAnd: boolean, left: Truth, right: Truth): Truth {
  const decisive = !isAnd;
  if (left === decisive || right === decisive) return decisive;
  return left === null || right === null ? null : !decisive;
}
