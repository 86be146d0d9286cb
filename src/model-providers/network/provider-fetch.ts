import type { Agent, RequestInit } from 'undici';
import { ProviderError } from '../../common/chat/provider-error.js';
import type { AddressRule } from './address-rule.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Models may think for minutes before the first piece of an answer. */
const SILENCE_TIMEOUT_MS = 10 * 60_000;
/** No answer of a model is as large; a stream without end is. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** How long to wait for the end of an answer of which nobody reads more. */
const DRAIN_MS = 1_000;

export type ProviderFetch = typeof globalThis.fetch;

/**
 * Creates the `fetch` for requests to providers. It reaches only allowed addresses, follows no
 * redirect, because that would send credentials elsewhere, and limits time and size.
 */
export function createProviderFetch(rule: AddressRule): ProviderFetch {
  let agent: Promise<Agent> | undefined;
  const send = async (url: string | URL, init?: RequestInit): Promise<unknown> => {
    agent ??= createAgent(rule);
    // Loaded when it is first used, because it takes 0.1 s of the start of the server.
    const { fetch } = await import('undici');
    const answer = await fetch(url, { ...init, dispatcher: await agent, redirect: 'manual' });
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw new ProviderError(
        null,
        'The provider redirects to another address. Enter that address.',
      );
    }
    if (!answer.body) return answer;
    const { status, statusText, headers } = answer;
    return new Response(limitBytes(answer.body as ReadableStream<Uint8Array>, MAX_ANSWER_BYTES), {
      status,
      statusText,
      headers: headers as unknown as Headers,
    });
  };
  return send as unknown as ProviderFetch;
}

async function createAgent(rule: AddressRule): Promise<Agent> {
  const undici = await import('undici');
  const connect = undici.buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: rule.lookup });
  return new undici.Agent({
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
function limitBytes(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let received = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read();
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
      await reader.cancel();
    },
    // Nobody should wait for this.
    cancel: () => void drain(reader),
  });
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is closed then.
  } finally {
    clearTimeout(timer);
  }
}
