/**
 * Returns how many calls of models a cost does not include, such as `44 of 300 calls not priced`; null if it
 * includes all. The web UI says the same.
 * @param callCount LLM spans with tokens.
 * @param unpricedCount those of them without a price.
 */
export function describeUnpriced(callCount: number, unpricedCount: number): string | null {
  if (unpricedCount === 0) return null;
  const [all, unpriced] = [callCount, unpricedCount].map((count) => count.toLocaleString('en-US'));
  return `${unpriced} of ${all} calls not priced`;
}
