import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export const MEBIBYTE = 1024 * 1024;
export const JSON_TYPE = { 'content-type': 'application/json' };

/** JSON text of a little more than so many bytes. */
export const aBody = (bytes: number): string => JSON.stringify({ query: 'x'.repeat(bytes) });

/** Starts a body without a declared length and sends its first bytes. */
export function startBody(
  url: string,
  bytes: number,
  headers: Record<string, string>,
): ClientRequest {
  const started = request(url, { method: 'POST', headers: { ...JSON_TYPE, ...headers } });
  started.on('error', () => undefined);
  started.write(aBody(bytes).slice(0, bytes));
  return started;
}

export async function answerOf(started: ClientRequest) {
  const [response] = (await once(started, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
