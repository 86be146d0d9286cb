import type { ProviderFetch } from '../network/provider-fetch.js';
import { readAnswer } from './read-answer.js';

/**
 * Wraps `fetch` so that Google's SDK reads every answer: it knows only server-sent events where it asked for a
 * stream, and takes whatever is no answer for an empty one. Reading that fails with a `ProviderError` then.
 */
export function readableByGoogle(fetch: ProviderFetch): ProviderFetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok) return response;
    const address = url instanceof Request ? url.url : url.toString();
    const isStream = address.includes('alt=sse');
    const body = ReadableStream.from(isStream ? writeEvents(response) : writeWhole(response));
    return new Response(body, { headers: response.headers });
  };
}

async function* writeEvents(response: Response): AsyncGenerator<Uint8Array, void> {
  for await (const received of readAnswer(response)) {
    if (received.type === 'done') return;
    yield encode(`data: ${JSON.stringify(received.data)}\n\n`);
  }
}

async function* writeWhole(response: Response): AsyncGenerator<Uint8Array, void> {
  for await (const received of readAnswer(response)) {
    if (received.type === 'whole') yield encode(JSON.stringify(received.data));
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
