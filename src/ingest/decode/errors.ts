import type { RejectReason } from './span-record.js';

/** The body cannot be decoded. The message tells the sender why. */
export class MalformedBodyError extends Error {
  override name = 'MalformedBodyError';
}

/** One span cannot be stored, which does not affect the others. */
export class SpanRejectedError extends Error {
  override name = 'SpanRejectedError';

  constructor(
    readonly reason: RejectReason,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the error for a span with a value that has too many levels. */
export function tooDeep(): SpanRejectedError {
  return new SpanRejectedError(
    'too_deep',
    'An attribute value is nested more than 100 levels deep.',
  );
}
