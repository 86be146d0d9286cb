import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '../errors/command-error.js';

const PATH = '/callback';
const PAGE = `<!doctype html><meta charset="utf-8"><title>Spandrel</title>
<body style="font-family: system-ui; margin: 4rem; color-scheme: light dark">
<p>The command line has the answer. You can close this window.</p>`;

/** Receives the answer of a browser on this machine (RFC 8252, 7.3). */
export interface Loopback {
  /** Where the browser must be sent. */
  redirectUri: string;
  /**
   * Waits for the answer with this state. Ignores all others.
   * @throws CommandError if there is none in time.
   */
  receive(state: string, withinMs: number): Promise<URL>;
  close(): void;
}

/** Listens on a free port that only this machine reaches. */
export async function listenOnLoopback(): Promise<Loopback> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri: origin + PATH,
    receive: (state, withinMs) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          reject(new CommandError('Sign-in timed out. Run the command again.'));
        }, withinMs);
        server.on('request', (request, response) => {
          const target = URL.parse(request.url ?? '', origin);
          const isAnswer =
            request.method === 'GET' &&
            target?.pathname === PATH &&
            target.searchParams.get('state') === state;
          response.setHeader('Connection', 'close');
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.setHeader(
            'Content-Security-Policy',
            "default-src 'none'; style-src 'unsafe-inline'",
          );
          response.statusCode = isAnswer ? 200 : 404;
          response.end(isAnswer ? PAGE : 'Not found');
          if (!isAnswer) return;
          clearTimeout(late);
          resolve(target);
        });
      }),
    close: () => void server.close(),
  };
}
