import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a text of any length piece by piece, no faster than the client takes it. What fails before
 * the first piece is an ordinary error; later it breaks the connection off, so that nobody takes a
 * part for the whole. Before that, empty pieces say that it takes a while: nothing more is asked for
 * when the client is gone by then.
 */
export async function streamText(
  response: ServerResponse,
  headers: Record<string, string>,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const rest = pieces[Symbol.asyncIterator]();
  let first = await rest.next();
  while (first.value === '') {
    if (response.destroyed) return void (await rest.return?.());
    first = await rest.next();
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  async function* all(): AsyncGenerator<string> {
    try {
      for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
    } finally {
      await rest.return?.();
    }
  }
  await pipeline(Readable.from(all()), response);
}

/**
 * The header that makes a browser save an answer under a name of any script: RFC 6266 with the form
 * that the published clients know, in which slashes stay.
 */
export function attachment(name: string): string {
  const quoted = encodeURIComponent(name)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename*=UTF-8''${quoted}`;
}
