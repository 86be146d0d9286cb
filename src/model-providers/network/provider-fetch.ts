import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type * as Undici from 'undici';
import type { Agent } from 'undici';
import { ProviderError } from '../protocol/provider-error.contract.js';
import type { AddressRule } from '../../kernel/http/address-rule.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Models may think for minutes before the first piece of an answer. */
const SILENCE_TIMEOUT_MS = 10 * 60_000;
/** No answer of a model is as large; a stream without end is. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** How long to wait for the end of an answer of which nobody reads more. */
const DRAIN_MS = 1_000;

export type ProviderFetch = typeof globalThis.fetch;

const DECODERS: Record<string, (() => Transform) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Their answers have no body, and a `Response` refuses one. */
const BODILESS = new Set([204, 205]);

/**
 * Creates the `fetch` for requests to providers. It reaches only allowed addresses, follows no
 * redirect, because that would send credentials elsewhere, and limits time and size.
 *
 * It covers what the SDKs use. Undici's own `fetch` does all that browsers need, which takes more
 * processor time than a request itself.
 */
export function createProviderFetch(rule: AddressRule): ProviderFetch {
  let connection: ReturnType<typeof prepare> | undefined;
  const send = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    connection ??= prepare(rule);
    const { request, agent } = await connection;
    const asked = new Headers(init.headers);
    asked.set('accept-encoding', 'identity');
    const { statusCode, statusText, headers, body } = await request(url, {
      method: init.method ?? 'GET',
      headers: [...asked].flat(),
      body: (init.body ?? null) as string | null,
      signal: init.signal ?? null,
      dispatcher: agent,
    });
    // Whoever reads learns of errors; when nobody does, they would end the server.
    body.on('error', () => undefined);
    if (statusCode >= 300 && statusCode < 400) {
      body.destroy();
      throw new ProviderError(
        null,
        'The provider redirects to another address. Enter that address.',
      );
    }
    const isBodiless = BODILESS.has(statusCode);
    if (isBodiless) body.resume();
    return new Response(
      isBodiless ? null : limitBytes(decompress(body, headers), MAX_ANSWER_BYTES),
      {
        status: statusCode,
        statusText,
        headers: Object.entries(headers).flatMap(([name, values]) =>
          [values ?? []].flat().map((value): [string, string] => [name, value]),
        ),
      },
    );
  };
  return send as ProviderFetch;
}

/** Some providers compress although they are asked not to. */
function decompress(body: Readable, headers: IncomingHttpHeaders): Readable {
  const decoder = DECODERS[headers['content-encoding']?.toLowerCase() ?? '']?.();
  if (!decoder) return body;
  // An error of one ends the other; whoever reads learns of it.
  return pipeline(body, decoder, () => undefined);
}

/** Loads what is first needed by a request, because it takes 0.1 s of the start of the server. */
async function prepare(rule: AddressRule) {
  const { request, Agent, buildConnector } = await import('undici');
  return { request, agent: createAgent(rule, { Agent, buildConnector }) };
}

function createAgent(
  rule: AddressRule,
  { Agent, buildConnector }: Pick<typeof Undici, 'Agent' | 'buildConnector'>,
): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: rule.lookup });
  return new Agent({
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
    connect: (options, callback) => {
      try {
        rule.checkHost(options.hostname);
      } catch (error) {
        callback(error as Error, null);
        return;
      }
      connect(options, callback);
    },
  });
}

export function tooLong(): ProviderError {
  return new ProviderError(null, 'The answer of the provider is too long.');
}

/**
 * Limits the size of an answer. SDKs stop reading at its last event, before it ends. Canceling the
 * request then would close the connection, so the rest is read, unless it takes too long.
 */
function limitBytes(body: Readable, limit: number): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let received = 0;
  let isLeft = false;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (isLeft) return;
      if (done) {
        controller.close();
        return;
      }
      received += value.byteLength;
      if (received <= limit) {
        controller.enqueue(value);
        return;
      }
      controller.error(tooLong());
      body.destroy();
    },
    cancel: () => {
      isLeft = true;
      // Nobody should wait for this.
      void drain(body, pieces);
    },
  });
}

async function drain(body: Readable, pieces: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => body.destroy(), DRAIN_MS);
  try {
    while (!(await pieces.next()).done);
  } catch {
    // The connection is closed then.
  } finally {
    clearTimeout(timer);
  }
}
