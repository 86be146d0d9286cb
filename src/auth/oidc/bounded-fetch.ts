/** Longest wait for one answer of a provider. */
export const PROVIDER_TIMEOUT_SECONDS = 10;

/** Far above any key set or token; below what would hurt. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * `fetch` for what a provider answers: read at once, and refused when it does not end. Redirects are
 * left to the caller, who follows none.
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
