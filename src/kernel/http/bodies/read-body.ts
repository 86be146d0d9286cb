import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate, createZstdDecompress, constants } from 'node:zlib';
import type { Transform } from 'node:stream';
import {
  BadRequestError,
  PayloadTooLargeError,
  RequestTimeoutError,
  UnsupportedMediaTypeError,
} from '../../errors/errors.js';
import type { Reservation } from './admission.js';
import { ClientGoneError } from './discard-body.js';

const INFLATED_CHUNK_BYTES = 64 * 1024;

/** A frame may request up to 2 GB of memory, but decoders need to support only 8 MB. */
const ZSTD_WINDOW_LOG = 23;

/** How long a sender may pause in the middle of a body. */
const STALL_MS = 10_000;

const FIRST_SCRATCH_BYTES = 1024 * 1024;
/** Prevents one huge body from keeping its memory forever. */
const KEPT_SCRATCH_BYTES = 8 * 1024 * 1024;

/** The buffer in which the chunks of a body are joined while it is consumed. */
let scratch = Buffer.allocUnsafeSlow(FIRST_SCRATCH_BYTES);

const DECOMPRESSORS: Record<string, () => Transform> = {
  gzip: () => createGunzip({ chunkSize: INFLATED_CHUNK_BYTES }),
  deflate: () => createInflate({ chunkSize: INFLATED_CHUNK_BYTES }),
  zstd: () =>
    createZstdDecompress({
      chunkSize: INFLATED_CHUNK_BYTES,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
};

export interface BodyLimits {
  /** Bytes as sent. */
  maxRequestBytes: number;
  /** Bytes after decompression. */
  maxInflatedBytes: number;
}

/**
 * Reads a body and decompresses it according to its `Content-Encoding`. Never keeps more than the
 * limits in memory, and counts every byte against the reservation.
 * @param consume gets the whole body. The buffer is reused afterwards: copy what you keep.
 * @returns what `consume` returned.
 * @throws UnsupportedMediaTypeError for an unknown encoding, PayloadTooLargeError above a limit,
 * BadRequestError for corrupt data, UnavailableError if the server is at capacity,
 * RequestTimeoutError if the sender stalls, ClientGoneError.
 */
export function readBody<T>(
  request: IncomingMessage,
  limits: BodyLimits,
  reservation: Reservation,
  consume: (body: Buffer) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const decompress = findDecompressor(request.headers['content-encoding']);
    if (Number(request.headers['content-length'] ?? 0) > limits.maxRequestBytes) {
      throw tooLarge(limits.maxRequestBytes, 'as sent');
    }
    const chunks: Buffer[] = [];
    let sent = 0;
    let inflated = 0;
    let quietChecks = 0;
    const inflater = decompress?.();
    const source = inflater ?? request;

    const stop = (): void => {
      clearInterval(stallCheck);
      request.off('data', countSent).off('error', onGone).off('close', onGone);
      source.off('data', collect).off('end', onEnd);
      if (!inflater) return;
      request.unpipe(inflater);
      // Errors during its destruction do not matter.
      inflater.off('error', onCorrupt).on('error', () => undefined);
      inflater.destroy();
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    // Two checks, because the first may run before data that arrived while the server was busy.
    const stallCheck = setInterval(() => {
      // Only the network is waited for: not the threads that inflate what has arrived, which may be busy.
      const isOurTurn = request.readableLength > 0 || inflater?.writableNeedDrain === true;
      quietChecks = request.complete || isOurTurn ? 0 : quietChecks + 1;
      if (quietChecks === 2) fail(new RequestTimeoutError('The request body stopped arriving.'));
    }, STALL_MS / 2);
    const countSent = (chunk: Buffer): void => {
      quietChecks = 0;
      sent += chunk.length;
      if (sent > limits.maxRequestBytes) fail(tooLarge(limits.maxRequestBytes, 'as sent'));
    };
    const collect = (chunk: Buffer): void => {
      inflated += chunk.length;
      if (inflated > limits.maxInflatedBytes) {
        fail(tooLarge(limits.maxInflatedBytes, 'after decompression'));
        return;
      }
      try {
        reservation.grow(chunk.length);
      } catch (error) {
        fail(error as Error);
        return;
      }
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      stop();
      try {
        resolve(consume(joinChunks(chunks, inflated)));
      } catch (error) {
        reject(error);
      }
    };
    const onGone = (): void => {
      if (!request.complete) fail(new ClientGoneError('The sender closed the connection.'));
    };
    const onCorrupt = (error: Error): void => {
      fail(new BadRequestError(`The request body cannot be decompressed: ${error.message}`));
    };

    request.on('data', countSent).on('error', onGone).on('close', onGone);
    source.on('data', collect).on('end', onEnd);
    if (inflater) {
      inflater.on('error', onCorrupt);
      request.pipe(inflater);
    }
  });
}

/** Reuses one buffer, because a new one per body would keep the garbage collector busy. */
function joinChunks(chunks: Buffer[], length: number): Buffer {
  if (chunks.length === 1) return chunks[0]!;
  if (length > KEPT_SCRATCH_BYTES) return Buffer.concat(chunks, length);
  if (length > scratch.length) scratch = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(scratch, at);
  return scratch.subarray(0, length);
}

function findDecompressor(encoding: string | undefined): (() => Transform) | undefined {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const decompressor = Object.hasOwn(DECOMPRESSORS, name) ? DECOMPRESSORS[name] : undefined;
  if (!decompressor) {
    throw new UnsupportedMediaTypeError(
      `Unsupported content encoding: ${name}. Use gzip, deflate, zstd or identity.`,
    );
  }
  return decompressor;
}

function tooLarge(limit: number, when: string): PayloadTooLargeError {
  return new PayloadTooLargeError(`The request body is larger than ${limit} bytes ${when}.`);
}
