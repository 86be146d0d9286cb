import { readRetryAfter } from '../../kernel/http/retry-after.js';
import { ProviderError } from '../protocol/provider-error.contract.js';

const MAX_MESSAGE = 2_000;
/** The head of a web page, whose title says what it is. */
const MAX_PAGE = 10_000;

/** The answer of a provider that refused a chat. */
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
  if (status === null) return reportedError(body ?? error.message, error);
  const said = findMessage(body) ?? findMessage(wordsOf(error, status));
  const reason = said === null ? ' without a reason.' : `: ${said.slice(0, MAX_MESSAGE)}`;
  const message = `The provider answered ${status}${reason}`;
  const retryAfterMs = headers ? readWait(headers, Date.now()) : null;
  return new ProviderError(status, message, retryAfterMs, { cause: error });
}

interface ReceivedError {
  status: number | undefined;
  error: unknown;
  headers: Headers | undefined;
}

/** The errors of an SDK that Stainless generates. */
interface SdkErrors {
  APIConnectionError: abstract new (...args: never[]) => Error & { status: undefined };
  APIError: abstract new (...args: never[]) => Error & ReceivedError;
  APIUserAbortError: abstract new (...args: never[]) => Error & { status: undefined };
}

/** Returns an error of an SDK as a `ProviderError`, and anything else as it is. */
export function toProviderError(error: unknown, sdk: SdkErrors): unknown {
  if (error instanceof sdk.APIUserAbortError || !(error instanceof Error)) return error;
  if (error instanceof sdk.APIConnectionError || !(error instanceof sdk.APIError)) {
    return describeFailure(error);
  }
  const { status = null, error: body, headers } = error;
  return describeFailure(error, { status, body, headers });
}

/** An error inside an answer, which began with status 200. */
export function reportedError(body: unknown, cause?: Error): ProviderError {
  const said = findMessage(body) ?? JSON.stringify(body);
  const message = `The provider reported: ${said.slice(0, MAX_MESSAGE)}`;
  return new ProviderError(null, message, null, { cause });
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

/**
 * Finds the message in the bodies that providers send: `message`, `error.message`, `error` or `detail`.
 * Null if there is none.
 */
export function findMessage(body: unknown): string | null {
  if (typeof body === 'string') return readPage(body);
  if (Array.isArray(body)) return body.map(findMessage).find((found) => found !== null) ?? null;
  if (typeof body !== 'object' || body === null) return null;
  if ('message' in body && typeof body.message === 'string') return body.message;
  if ('error' in body && body.error) return findMessage(body.error);
  if ('detail' in body && typeof body.detail === 'string') return body.detail;
  return null;
}

/** The words of a web page; any other text as it is. Null if there are none. */
function readPage(text: string): string | null {
  const words = /^\s*</.test(text)
    ? text
        .slice(0, MAX_PAGE)
        .replaceAll(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
        .replaceAll(/<[^>]*(?:>|$)/g, ' ')
        .replaceAll(/\s+/g, ' ')
    : text;
  return words.trim() || null;
}

/** SDKs write the status before a body that they do not understand. */
function wordsOf(error: Error, status: number): string {
  const words = error.message.replace(new RegExp(`^${status} `), '');
  return words === 'status code (no body)' ? '' : words;
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
  return `${describeWay(innermost)}: ${reason.slice(0, MAX_MESSAGE)}`;
}

function describeWay(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return 'The answer of the provider cannot be read';
  }
  // Errors of connections have codes.
  if (!(error instanceof Error) || !('code' in error)) return 'The request to the provider failed';
  return CLOSED.has(error.code)
    ? 'The provider closed the connection'
    : 'The provider cannot be reached';
}

const CLOSED = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
