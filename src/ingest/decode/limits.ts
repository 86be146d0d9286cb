import { SpanRejectedError } from './errors.js';

const ATTRIBUTE_LIMIT = 10_000;
const KEY_LIMIT_BYTES = 4096;
const NAME_LIMIT_BYTES = 64 * 1024;
const SPAN_LIMIT_BYTES = 16 * 1024 * 1024;
/** Session ids and project names are index keys, and PostgreSQL bounds those. */
const INDEXED_TEXT_LIMIT_BYTES = 1024;

/** Throws `SpanRejectedError` when a span or an event has too many attributes. */
export function checkAttributeCount(count: number): void {
  if (count > ATTRIBUTE_LIMIT) {
    throw new SpanRejectedError(
      'too_many_attributes',
      `The span or one of its events has ${count} attributes; ${ATTRIBUTE_LIMIT} are allowed.`,
    );
  }
}

/** Throws `SpanRejectedError` when an attribute's key is too long. */
export function checkKey(key: string): void {
  if (exceeds(key, KEY_LIMIT_BYTES)) {
    throw new SpanRejectedError(
      'attribute_key_too_long',
      `An attribute key is longer than ${KEY_LIMIT_BYTES} bytes.`,
    );
  }
}

/** Throws `SpanRejectedError` when a span's name is too long. */
export function checkName(name: string): void {
  if (exceeds(name, NAME_LIMIT_BYTES)) {
    throw new SpanRejectedError(
      'name_too_long',
      `The span name is longer than ${NAME_LIMIT_BYTES} bytes.`,
    );
  }
}

/** Throws `SpanRejectedError` when a session id is too long for an index. */
export function checkSessionId(sessionId: string | null): void {
  if (sessionId !== null && exceeds(sessionId, INDEXED_TEXT_LIMIT_BYTES)) {
    throw new SpanRejectedError(
      'session_id_too_long',
      `The session id is longer than ${INDEXED_TEXT_LIMIT_BYTES} bytes.`,
    );
  }
}

/** Whether a name is too long for a project. */
export function isProjectNameTooLong(name: string): boolean {
  return exceeds(name, INDEXED_TEXT_LIMIT_BYTES);
}

/** Throws `SpanRejectedError` when a span takes too many bytes. */
export function checkSpanSize(bytes: number): void {
  if (bytes > SPAN_LIMIT_BYTES) {
    throw new SpanRejectedError(
      'span_too_large',
      `The span takes ${bytes} bytes as JSON; ${SPAN_LIMIT_BYTES} are allowed.`,
    );
  }
}

/** Counts bytes only when the number of UTF-16 units does not decide. */
function exceeds(text: string, limitBytes: number): boolean {
  if (text.length > limitBytes) return true;
  return text.length * 3 > limitBytes && Buffer.byteLength(text) > limitBytes;
}
