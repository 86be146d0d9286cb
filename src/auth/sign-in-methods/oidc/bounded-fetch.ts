/** How long to wait for an answer of a provider. */
export const PROVIDER_TIMEOUT_SECONDS = 10;

/** Far more than any key set or token needs. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * `fetch` that reads the whole answer, within bounds. It does not follow redirects.
 * @throws TypeError for an answer that is too large; a `TimeoutError` for one that takes too long.
 */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const signal = options.signal ?? AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000);
  const answer = await fetch(url, { ...options, redirect: 'manual', signal });
  if (!answer.body) return answer;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes > LARGEST_ANSWER_BYTES) throw new TypeError('The answer is too large.');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = answer;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
}
