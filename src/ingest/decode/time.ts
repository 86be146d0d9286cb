import { SpanRejectedError } from './errors.js';

const FIRST_MICROS = -62_135_596_800_000_000n;
const LAST_MICROS = 253_402_300_799_999_999n;

/** Beyond this, a nanosecond clock has wrapped around below zero. */
const FIRST_WRAPPED_NANOS = 2n ** 63n;

/**
 * Converts nanoseconds since 1970 to microseconds, truncated. Throws `SpanRejectedError` beyond
 * int64.
 */
export function toMicros(nanos: bigint, what: string): bigint {
  if (nanos < 0n || nanos >= FIRST_WRAPPED_NANOS) throw outOfRange(what);
  return nanos / 1000n;
}

/**
 * Checks that microseconds since 1970 are within the years 1 to 9999, or throws
 * `SpanRejectedError`.
 */
export function checkMicros(micros: bigint, what: string): bigint {
  if (micros < FIRST_MICROS || micros > LAST_MICROS) throw outOfRange(what);
  return micros;
}

function outOfRange(what: string): SpanRejectedError {
  return new SpanRejectedError('time_out_of_range', `The ${what} is out of range.`);
}
