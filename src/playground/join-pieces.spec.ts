import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../model-providers/protocol/chat-event.contract.js';
import { joinPieces } from './join-pieces.js';

const text = (content: string): ChatEvent => ({ type: 'text', text: content });
const call = (id: string, piece: string, name: string | null = null): ChatEvent => ({
  type: 'toolCall',
  id,
  name,
  arguments: piece,
});

/** Sends events without pauses, except for the given milliseconds. */
async function* send(...steps: (ChatEvent | number)[]): AsyncGenerator<ChatEvent, string> {
  for (const step of steps) {
    if (typeof step === 'number') await sleep(step);
    else yield step;
  }
  return 'outcome';
}

async function readAll(events: AsyncGenerator<ChatEvent, string>) {
  const read: ChatEvent[] = [];
  let next = await events.next();
  for (; !next.done; next = await events.next()) read.push(next.value);
  return { read, outcome: next.value };
}

describe('joined pieces', () => {
  it('are the first piece at once, and those that follow soon together', async () => {
    const { read, outcome } = await readAll(joinPieces(send(text('a'), text('b'), text('c'))));
    expect(read).toEqual([text('a'), text('bc')]);
    expect(outcome).toBe('outcome');
  });

  it('do not wait for a model that pauses', async () => {
    const events = joinPieces(send(text('a'), text('b'), 10_000, text('c')));
    expect((await events.next()).value).toEqual(text('a'));
    expect((await events.next()).value).toEqual(text('b'));
    void events.return('left');
  });

  it('are not joined after a pause', async () => {
    const { read } = await readAll(joinPieces(send(text('a'), 60, text('b'), 60, text('c'))));
    expect(read).toEqual([text('a'), text('b'), text('c')]);
  });

  it('wait longer while many answers are under way, and no longer afterwards', async () => {
    const others = Array.from({ length: 40 }, () => joinPieces(send(text('a'), 500)));
    await Promise.all(others.map((events) => events.next()));
    const answer = () => send(text('a'), 80, text('b'), text('c'));
    expect((await readAll(joinPieces(answer()))).read).toEqual([text('a'), text('bc')]);
    for (const events of others) void events.return('left');
    expect((await readAll(joinPieces(answer()))).read).toEqual([text('a'), text('b'), text('c')]);
  });

  it('keep the order of text, tool calls and the end', async () => {
    const start: ChatEvent = { type: 'start', responseId: null };
    const end: ChatEvent = { type: 'end', finishReason: 'stop', usage: null };
    const { read } = await readAll(
      joinPieces(
        send(
          start,
          text('a'),
          text('b'),
          call('1', '{', 'look_up'),
          call('1', '}'),
          call('2', '', 'answer'),
          call('2', '1'),
          text('c'),
          end,
        ),
      ),
    );
    expect(read).toEqual([
      start,
      text('a'),
      text('b'),
      call('1', '{}', 'look_up'),
      call('2', '1', 'answer'),
      text('c'),
      end,
    ]);
  });

  it('are not lost if the model fails', async () => {
    async function* fail(): AsyncGenerator<ChatEvent, string> {
      yield* [text('a'), text('b'), text('c')];
      throw new Error('gone');
    }
    const events = joinPieces(fail());
    expect((await events.next()).value).toEqual(text('a'));
    expect((await events.next()).value).toEqual(text('bc'));
    await expect(events.next()).rejects.toThrow('gone');
  });

  it('end the model if the reader leaves', async () => {
    let isEnded = false;
    async function* answer(): AsyncGenerator<ChatEvent, string> {
      try {
        for (;;) {
          await sleep(1);
          yield text('a');
        }
      } finally {
        isEnded = true;
      }
    }
    const events = joinPieces(answer());
    await events.next();
    await events.return('left');
    expect(isEnded).toBe(true);
  });
});
