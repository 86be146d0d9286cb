import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fillPauses, streamText } from './stream-text.js';

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

  it.each(['', 'one'])('reads no more after "%s" if access has ended', async (first) => {
    const read: string[] = [];
    let isReleased = false;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* pieces() {
      begin();
      try {
        for (const piece of [first, 'secret']) {
          read.push(piece);
          yield piece;
        }
      } finally {
        isReleased = true;
      }
    }
    const open = ({ req }: ServerResponse) => {
      const assertAccess = () => Promise.reject(new Error('Your access has ended.'));
      Object.assign(req, { assertAccess });
      return pieces();
    };
    let leave = () => {};
    const answer = answering(open, async (url) => {
      const request = get(url, (response) => void response.resume().on('error', () => undefined));
      request.on('error', () => undefined);
      leave = () => request.destroy();
      await begun;
    });
    await expect(answer).rejects.toThrow('Your access has ended.');
    leave();
    expect([read, isReleased]).toEqual([[first], true]);
  });
});

describe('fillPauses', () => {
  it('adds spaces before pieces that take long', async () => {
    async function* pieces() {
      yield '[1';
      await pause(50);
      yield ',2]';
    }
    const sent = (await collect(fillPauses(pieces(), 10))).join('');
    expect(sent).toMatch(/^\[1 +,2\]$/);
    expect(await collect(fillPauses(pieces(), 10_000))).toEqual(['[1', ',2]']);
  });

  it('ends with the pieces, also if they fail or nobody wants more', async () => {
    let released = 0;
    async function* pieces() {
      try {
        yield 'one';
        throw new Error('broken');
      } finally {
        released++;
      }
    }
    await expect(collect(fillPauses(pieces(), 10))).rejects.toThrow('broken');
    for await (const piece of fillPauses(pieces(), 10)) {
      expect(piece).toBe('one');
      break;
    }
    expect(released).toBe(2);
  });
});

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = [];
  for await (const piece of pieces) collected.push(piece);
  return collected;
}
