/** Returns the row number inside a global ID, which tells what was stored first; undefined if there is none. */
export function readRowNumber(globalId: string): number | undefined {
  try {
    const number = /:(\d+)$/.exec(atob(globalId))?.[1];
    return number === undefined ? undefined : Number(number);
  } catch {
    return undefined;
  }
}
