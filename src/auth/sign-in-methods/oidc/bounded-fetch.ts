/** How long to wait for a provider's response. */
export const PROVIDER_TIMEOUT_SECONDS = 10;

/** Far more than any key set or token needs. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * `fetch` that reads the whole response, within bounds. It does not follow redirects.
 * @throws TypeError if the response is too large; a `TimeoutError` if it takes too long.
 */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const signal = options.signal ?? AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000);
  const answer = await fetch(url, { ...options, redirect: 'manual', signal });
  if (!answer.body) return answer;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new TypeError('The response is too large.');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
}
