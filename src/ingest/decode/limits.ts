import { isJsonObject, type JsonValue, numberValue } from '../../kernel/json/json.js';
import { MAX_TOKENS } from '../../spans/token-usage.js';
import { SpanRejectedError } from './errors.js';
import { toInteger } from './values/numbers.js';

const MAX_ATTRIBUTES = 10_000;
const MAX_KEY_BYTES = 4096;
const MAX_SPAN_NAME_BYTES = 64 * 1024;
const MAX_SPAN_BYTES = 16 * 1024 * 1024;
/** Session IDs and project names are index keys, whose size PostgreSQL limits. */
const MAX_INDEXED_TEXT_BYTES = 1024;

/** Throws `SpanRejectedError` if a span, an event, a log record or a point has too many attributes. */
export function checkAttributeCount(count: number): void {
  if (count > MAX_ATTRIBUTES) {
    throw new SpanRejectedError(
      'too_many_attributes',
      `It, or one of its events, has ${count} attributes. The maximum is ${MAX_ATTRIBUTES}.`,
    );
  }
}

/** Throws `SpanRejectedError` if an attribute's key is too long. */
export function checkKey(key: string): void {
  if (exceeds(key, MAX_KEY_BYTES)) {
    throw new SpanRejectedError(
      'attribute_key_too_long',
      `An attribute key is longer than ${MAX_KEY_BYTES} bytes.`,
    );
  }
}

/** Throws `SpanRejectedError` if a span's name is too long. */
export function checkSpanName(name: string): void {
  if (exceeds(name, MAX_SPAN_NAME_BYTES)) {
    throw new SpanRejectedError(
      'name_too_long',
      `The span name is longer than ${MAX_SPAN_NAME_BYTES} bytes.`,
    );
  }
}

/** Throws `SpanRejectedError` if the name of an event that was sent as a log record, or of a metric, is too long. */
export function checkEventName(name: string, of: 'event' | 'metric' = 'event'): void {
  if (exceeds(name, MAX_INDEXED_TEXT_BYTES)) {
    throw new SpanRejectedError(
      'name_too_long',
      `The ${of} name is longer than ${MAX_INDEXED_TEXT_BYTES} bytes.`,
    );
  }
}

/** Throws `SpanRejectedError` if a session ID is too long for an index. */
export function checkSessionId(sessionId: string | null): void {
  if (sessionId !== null && exceeds(sessionId, MAX_INDEXED_TEXT_BYTES)) {
    throw new SpanRejectedError(
      'session_id_too_long',
      `The session ID is longer than ${MAX_INDEXED_TEXT_BYTES} bytes.`,
    );
  }
}

/** Returns whether a name is too long for a project. */
export function isProjectNameTooLong(name: string): boolean {
  return exceeds(name, MAX_INDEXED_TEXT_BYTES);
}

/** Throws `SpanRejectedError` if a span has too many bytes. */
export function checkSpanSize(bytes: number): void {
  if (bytes > MAX_SPAN_BYTES) {
    throw new SpanRejectedError(
      'span_too_large',
      `The span is ${bytes} bytes long as JSON. The maximum is ${MAX_SPAN_BYTES}.`,
    );
  }
}

/** Throws `SpanRejectedError` if a log record has too many bytes. */
export function checkLogSize(bytes: number): void {
  if (bytes > MAX_SPAN_BYTES) {
    throw new SpanRejectedError(
      'log_too_large',
      `The log record is ${bytes} bytes long as JSON. The maximum is ${MAX_SPAN_BYTES}.`,
    );
  }
}

/**
 * Throws `SpanRejectedError` if a token count, also one of a detail, is larger than any model can have. It could
 * neither be added up nor be left out without a word.
 */
export function checkTokenCounts(counts: JsonValue | undefined, key = 'llm.token_count'): void {
  if (counts !== undefined && isJsonObject(counts)) {
    for (const [part, count] of Object.entries(counts)) checkTokenCounts(count, `${key}.${part}`);
    return;
  }
  const count = toInteger(counts);
  if (count === undefined || numberValue(count) <= MAX_TOKENS) return;
  throw new SpanRejectedError(
    'token_count_too_large',
    `"${key.slice(0, 200)}" is ${numberValue(count)}. A span can have at most ${MAX_TOKENS} tokens.`,
  );
}

/** Counts bytes only if the number of UTF-16 code units is not conclusive. */
function exceeds(text: string, limitBytes: number): boolean {
  if (text.length > limitBytes) return true;
  return text.length * 3 > limitBytes && Buffer.byteLength(text) > limitBytes;
}
