import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

/** How long a sender may keep sending after a refusal. */
const DISCARD_MS = 5_000;

/**
 * The sender closed the connection before its request was complete, so no one can receive a
 * response.
 */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/**
 * Lets a refused sender finish, so that it reads the response instead of a broken connection, and
 * discards what it sends. Resolves when the sender has finished, disconnected, or taken too long;
 * in that last case, its connection cannot be reused.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DISCARD_MS);
    finished(request, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
