import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflate } from 'node:zlib';
import { ClientGoneError } from '../../../kernel/http/bodies/discard-body.js';
import {
  PayloadTooLargeError,
  UnprocessableError,
  UnsupportedMediaTypeError,
} from '../../../kernel/errors/errors.js';

const CHUNK_BYTES = 64 * 1024;

export type Compression = 'gzip' | 'deflate';

const COMPRESSIONS: Record<string, Compression> = { gzip: 'gzip', deflate: 'deflate' };

/**
 * Yields the body of a request as it arrives, decompressed according to its `Content-Encoding`. If
 * the reader stops early, the rest of the body stays readable.
 * @throws PayloadTooLargeError, UnsupportedMediaTypeError, UnprocessableError for corrupt data,
 *   ClientGoneError.
 */
export function requestBytes(
  request: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const sent = readSentBytes(request, maxBytes);
  if (encoding === 'identity' || encoding === '') return sent;
  const compression = Object.hasOwn(COMPRESSIONS, encoding) ? COMPRESSIONS[encoding] : undefined;
  if (compression) return inflate(sent, compression, maxBytes);
  throw new UnsupportedMediaTypeError(
    `Unsupported content encoding: ${encoding}. Supported are gzip, deflate and identity.`,
  );
}

async function* readSentBytes(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw uploadTooLarge(maxBytes, 'as sent');
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw uploadTooLarge(maxBytes, 'as sent');
      yield chunk as Buffer;
    }
  } catch (error) {
    if (request.complete || !request.destroyed) throw error;
    throw new ClientGoneError('The client closed the connection.');
  }
}

/**
 * Decompresses a stream piece by piece.
 * @throws PayloadTooLargeError once the result exceeds `maxBytes`.
 * @throws UnprocessableError if the data is corrupt or truncated.
 */
export async function* inflate(
  source: AsyncIterable<Buffer>,
  compression: Compression,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const inflater =
    compression === 'gzip'
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : createInflate({ chunkSize: CHUNK_BYTES });
  // Errors appear where the decompressed data is read.
  const feeding = pipeline(source, inflater).catch(() => undefined);
  let bytes = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw uploadTooLarge(maxBytes, 'after decompression');
      yield chunk;
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new UnprocessableError(`The ${compression} data cannot be read: ${error.message}`);
  } finally {
    inflater.destroy();
    await feeding;
  }
}

/** @param when `as sent` or `after decompression`. */
function uploadTooLarge(maxBytes: number, when: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`The upload is larger than ${maxBytes} bytes ${when}.`);
}

function isZlibError(error: unknown): error is Error {
  return String((error as { code?: unknown }).code).startsWith('Z_');
}
