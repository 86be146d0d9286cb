/** Figures of more rows than this are estimated from a sample of this size. */
export const SAMPLE_SIZE = 25_000;

/**
 * SQL of whether a row is one of a random share of all, which an index finds. A remainder of the ID itself could
 * always choose the same step of a regular trace.
 */
export function isInSample(id: string, share: number): string {
  return `(hashint8(${id}) & 2147483647) % ${share} = 0`;
}
