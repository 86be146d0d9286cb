import { SpanRejectedError } from './errors.js';

const FIRST_MICROS = -62_135_596_800_000_000n;
const LAST_MICROS = 253_402_300_799_999_999n;

/** From here on a nanosecond clock has wrapped round below zero. */
const FIRST_WRAPPED_NANOS = 2n ** 63n;

/** Nanoseconds since 1970 to microseconds, truncated. Throws `SpanRejectedError` beyond int64. */
export function microsOf(nanos: bigint, what: string): bigint {
  if (nanos < 0n || nanos >= FIRST_WRAPPED_NANOS) throw outOfRange(what);
  return nanos / 1000n;
}

/** Checks that microseconds since 1970 lie within the years 1 to 9999, or throws `SpanRejectedError`. */
export function checkMicros(micros: bigint, what: string): bigint {
  if (micros < FIRST_MICROS || micros > LAST_MICROS) throw outOfRange(what);
  return micros;
}

/** ISO form in UTC, `2024-03-01T10:00:00.120000+00:00`, without a fraction when it is zero. */
export function isoTime(micros: bigint): string {
  const fraction = Number(((micros % 1_000_000n) + 1_000_000n) % 1_000_000n);
  const seconds = Number((micros - BigInt(fraction)) / 1_000_000n);
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  return fraction === 0 ? `${text}+00:00` : `${text}.${String(fraction).padStart(6, '0')}+00:00`;
}

function outOfRange(what: string): SpanRejectedError {
  return new SpanRejectedError('time_out_of_range', `The ${what} is out of range.`);
}
