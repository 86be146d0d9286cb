const pattern = /^(.*T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Microseconds since the epoch of a wire time such as `2024-03-01T10:00:00.120034+00:00`.
 * `Date` alone keeps milliseconds only. Answers `NaN` for text that is not a time.
 */
export function toMicroseconds(time: string): number {
  const parts = pattern.exec(time);
  if (!parts) return Number.NaN;
  const [, seconds, fraction = '', zone = 'Z'] = parts;
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0'));
  return Date.parse(`${seconds}${zone}`) * 1000 + micros;
}
