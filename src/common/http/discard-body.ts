import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

/** How long a sender may go on sending after it was refused. */
const DISCARD_MS = 5_000;

/** The sender went away before its request was complete: there is nobody to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/**
 * Lets a refused sender finish, so that it reads the answer instead of a broken connection; what it
 * sends is thrown away. Resolves when it has finished, is gone, or has gone on for too long: then
 * its connection cannot be used again.
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
