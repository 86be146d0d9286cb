import type { IncomingMessage } from 'node:http';
import { ClientGoneError } from '../../../common/http/discard-body.js';
import { UnsupportedMediaTypeError } from '../../../common/errors/errors.js';
import { type Compression, inflate, tooLarge } from './inflate.js';

const COMPRESSIONS: Record<string, Compression> = { gzip: 'gzip', deflate: 'deflate' };

/**
 * The body of a request as it arrives, inflated as its `Content-Encoding` says. Whoever stops
 * reading leaves the rest of it to others.
 * @throws PayloadTooLargeError, UnsupportedMediaTypeError, UnprocessableError for corrupt data,
 *   ClientGoneError.
 */
export function requestBytes(
  request: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const sent = sentBytes(request, maxBytes);
  if (encoding === 'identity' || encoding === '') return sent;
  const compression = Object.hasOwn(COMPRESSIONS, encoding) ? COMPRESSIONS[encoding] : undefined;
  if (compression) return inflate(sent, compression, maxBytes);
  throw new UnsupportedMediaTypeError(
    `Unsupported content encoding: ${encoding}. Supported are gzip, deflate and identity.`,
  );
}

async function* sentBytes(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw tooLarge(maxBytes, 'as sent');
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw tooLarge(maxBytes, 'as sent');
      yield chunk as Buffer;
    }
  } catch (error) {
    if (request.complete || !request.destroyed) throw error;
    throw new ClientGoneError('The sender closed the connection.');
  }
}
