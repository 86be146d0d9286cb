import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { IdentifiedRequest } from './access.js';

type Piece = string | Uint8Array;
/** The request that a stream answers. */
type Reader = Pick<IdentifiedRequest, 'assertAccess'>;

/**
 * Sends a text or file of any length piece by piece, no faster than the client reads it. A failure before
 * the first piece is an ordinary error; a later one breaks the connection, so that a partial
 * response is not mistaken for a complete one. So does the end of the reader's access. Empty pieces
 * before the first one mean "still working" and stop the work if the client has left.
 */
export async function streamText(
  response: ServerResponse<IncomingMessage & Reader>,
  headers: Record<string, string>,
  pieces: AsyncIterable<Piece>,
): Promise<void> {
  const rest = whileReadable(pieces, response.req);
  let first = await rest.next();
  while (!first.done && first.value.length === 0) {
    if (response.destroyed) return void (await rest.return());
    first = await rest.next();
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  async function* all(): AsyncGenerator<Piece> {
    try {
      for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
    } finally {
      await rest.return();
    }
  }
  await pipeline(Readable.from(all()), response);
}

async function* whileReadable(
  pieces: AsyncIterable<Piece>,
  { assertAccess }: Reader,
): AsyncGenerator<Piece, void> {
  for await (const piece of pieces) {
    yield piece;
    await assertAccess?.();
  }
}

/**
 * Adds a space whenever the next piece takes longer, because clients give up on a silent server.
 * JSON allows spaces between values.
 */
export async function* fillPauses(
  pieces: AsyncIterable<string>,
  longestMs: number,
): AsyncGenerator<string> {
  for await (const piece of markPauses(pieces, longestMs)) yield piece ?? ' ';
}

/** Adds null whenever the next value takes longer. */
export async function* markPauses<T>(
  values: AsyncIterable<T>,
  longestMs: number,
): AsyncGenerator<T | null, void> {
  const rest = values[Symbol.asyncIterator]();
  const begin = () => {
    const next = rest.next();
    // The reader may leave before it fails.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = begin(); ;) {
      const waiting = new AbortController();
      const late = pause(longestMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
      const value = await Promise.race([next, late]).finally(() => waiting.abort());
      if (value?.done) return;
      yield value === null ? null : value.value;
      if (value !== null) next = begin();
    }
  } finally {
    await rest.return?.();
  }
}

/**
 * Returns the header (RFC 6266) that makes a browser save a response under a name in any script.
 * Only letters, digits and signs that RFC 8187 allows stand for themselves.
 */
export function buildAttachment(name: string): string {
  const quoted = encodeURIComponent(name).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${quoted}`;
}
