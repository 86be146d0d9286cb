import { readRetryAfter } from '../../common/http/retry-after.js';
import { ProviderError } from '../../common/chat/provider-error.js';

const MAX_MESSAGE = 2_000;

/** What a provider answered instead of a chat. */
interface Refusal {
  status: number | null;
  /** The parsed body, or the object inside its `error`. */
  body: unknown;
  headers?: Headers | undefined;
}

/**
 * Turns an error of a provider's SDK into a `ProviderError` with the provider's own words. Without a
 * refusal, the provider could not be reached, or its answer could not be read.
 */
export function describeFailure(error: Error, refusal?: Refusal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!refusal) return new ProviderError(null, describeCauses(error), null, { cause: error });
  const { status, body, headers } = refusal;
  const said = (messageIn(body) ?? error.message).slice(0, MAX_MESSAGE);
  const prefix = status === null ? 'The provider reported' : `The provider answered ${status}`;
  const retryAfterMs = headers ? readWait(headers, Date.now()) : null;
  return new ProviderError(status, `${prefix}: ${said}`, retryAfterMs, { cause: error });
}

/**
 * Reads how long to wait before the next request, in milliseconds: `retry-after-ms`, or `retry-after`
 * in seconds or as a date (RFC 9110, section 10.2.3). Null if there is neither.
 */
export function readWait(headers: Headers, now: number): number | null {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  return readRetryAfter(headers.get('retry-after'), now);
}

/** The SDKs say only "Connection error."; the reason is in the cause of the cause. */
function describeCauses(error: Error): string {
  let innermost: unknown = error;
  const seen = new Set<unknown>();
  while (innermost instanceof Error && innermost.cause && !seen.has(innermost)) {
    if (innermost instanceof ProviderError) break;
    seen.add(innermost);
    innermost = innermost.cause;
  }
  if (innermost instanceof ProviderError) return innermost.message;
  const reason = innermost instanceof Error ? innermost.message : String(innermost);
  const what = isClosed(innermost) ? 'closed the connection' : 'cannot be reached';
  return `The provider ${what}: ${reason.slice(0, MAX_MESSAGE)}`;
}

/** Whether a connection ended that had been open. */
function isClosed(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return CLOSED.has(error.code);
}

const CLOSED = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Finds the message in the bodies that providers send: `message`, `error.message`, or `error`. */
function messageIn(body: unknown): string | null {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return null;
  if ('message' in body && typeof body.message === 'string') return body.message;
  if ('error' in body) return messageIn(body.error);
  return null;
}
