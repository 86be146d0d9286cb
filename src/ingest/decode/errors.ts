import type { RejectReason } from '../span-record.js';

/** The whole body is not what its content type says; the message tells the sender why. */
export class MalformedBodyError extends Error {
  override name = 'MalformedBodyError';
}

/** One span cannot be stored; its neighbours can. */
export class SpanRejectedError extends Error {
  override name = 'SpanRejectedError';

  constructor(
    readonly reason: RejectReason,
    message: string,
  ) {
    super(message);
  }
}

/** The refusal of a span with a value that nests too deep. */
export function tooDeep(): SpanRejectedError {
  return new SpanRejectedError('too_deep', 'An attribute value nests more than 100 levels deep.');
}
