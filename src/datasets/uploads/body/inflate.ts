import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflate } from 'node:zlib';
import { PayloadTooLargeError, UnprocessableError } from '../../../common/errors/errors.js';

const CHUNK_BYTES = 64 * 1024;

export type Compression = 'gzip' | 'deflate';

/**
 * Inflates a stream piece by piece.
 * @throws PayloadTooLargeError once there is more than `maxBytes` of it.
 * @throws UnprocessableError when the data is corrupt or ends too early.
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
  // What goes wrong is seen where the inflated data is read.
  const feeding = pipeline(source, inflater).catch(() => undefined);
  let bytes = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes, 'after decompression');
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

/** What is told whoever sends more than the server takes. */
export function tooLarge(maxBytes: number, when: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`The upload is larger than ${maxBytes} bytes ${when}.`);
}

function isZlibError(error: unknown): error is Error {
  return String((error as { code?: unknown }).code).startsWith('Z_');
}
