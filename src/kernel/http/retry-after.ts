/**
 * Reads a `Retry-After` header: seconds, or a date (RFC 9110, 10.2.3).
 * @param now milliseconds since 1970.
 * @returns milliseconds to wait; null if it is neither.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const delay = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(delay) ? null : Math.max(0, delay);
}
