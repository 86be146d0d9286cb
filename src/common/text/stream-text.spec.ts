import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streamText } from './stream-text.js';

/** Runs a server that responds with `pieces`, and `ask`, which sends one request to it. */
async function answering(
  pieces: (response: ServerResponse) => AsyncGenerator<string>,
  ask: (url: string) => Promise<void>,
): Promise<void> {
  let answered: Promise<void> | undefined;
  const server = createServer((_request, response) => {
    answered = streamText(response, { 'x-kind': 'text' }, pieces(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await answered;
  } finally {
    server.close();
  }
}

describe('streamText', () => {
  it('sends the pieces, even after empty ones', async () => {
    async function* pieces() {
      yield '';
      yield '';
      yield 'one ';
      yield 'two';
    }
    await answering(pieces, async (url) => {
      const response = await fetch(url);
      expect(response.headers.get('x-kind')).toBe('text');
      expect(await response.text()).toBe('one two');
    });
  });

  it('stops if the client leaves before there is anything to send', async () => {
    let asked = 0;
    let isReleased = false;
    let leave = () => {};
    async function* pieces(response: ServerResponse) {
      try {
        for (; asked < 10; asked += 1) {
          if (asked === 2) {
            leave();
            await once(response, 'close');
          }
          yield '';
        }
      } finally {
        isReleased = true;
      }
    }
    await answering(pieces, async (url) => {
      const request = get(url);
      // A client that disconnects gets an error.
      const left = once(request, 'error');
      leave = () => request.destroy();
      await left;
    });
    expect(asked).toBe(2);
    expect(isReleased).toBe(true);
  });
});
