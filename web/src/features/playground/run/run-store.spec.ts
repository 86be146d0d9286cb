import type { ChatInput, ChatPayload } from '../api/chat-completion.js';
import { type Ask, RunStore } from './run-store.js';

const { jest } = import.meta;

/** A store, and what the server sends to it. */
function open() {
  const sinks: Parameters<Ask>[1][] = [];
  const left: number[] = [];
  const store = new RunStore((_input, sink) => {
    const at = sinks.push(sink) - 1;
    return () => left.push(at);
  });
  const start = (key: string, repetitions = 1) =>
    store.start({ key, input: { repetitions } as ChatInput, asked: '' });
  const send = (at: number, content: string) =>
    sinks[at]!.onData({ chatCompletion: text(content) });
  return { store, sinks, left, start, send, texts: (key: string) => textsOf(store, key) };
}

const text = (content: string): ChatPayload => ({
  __typename: 'TextChunk',
  repetitionNumber: 1,
  content,
});
const textsOf = (store: RunStore, key: string) =>
  store.find(key)?.answers.map((answer) => `${answer.state} ${answer.text}`);

describe('the answers of a page', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are drawn together, once in a while', () => {
    const { store, start, send, texts } = open();
    start('a');
    start('b');
    let drawn = 0;
    store.subscribe(() => drawn++);
    send(0, 'one ');
    send(1, 'two');
    send(0, 'three');
    expect([drawn, texts('a')]).toEqual([0, ['waiting ']]);
    jest.runAllTimers();
    expect([drawn, texts('a'), texts('b')]).toEqual([
      1,
      ['streaming one three'],
      ['streaming two'],
    ]);
  });

  it('keep what has arrived when they are stopped or fail', () => {
    const { store, sinks, left, start, send, texts } = open();
    start('a');
    start('b');
    send(0, 'kept');
    send(1, 'kept');
    store.stop('a');
    sinks[1]!.onEnd();
    expect([texts('a'), texts('b'), left]).toEqual([['stopped kept'], ['failed kept'], [0]]);
    expect(store.isAnyRunning()).toBe(false);
    jest.runAllTimers();
    expect(texts('a')).toEqual(['stopped kept']);
  });

  it('give way to those of the next run, which the last one cannot change', () => {
    const { sinks, left, start, send, texts } = open();
    start('a');
    send(0, 'old');
    start('a', 2);
    expect(left).toEqual([0]);
    send(0, 'late');
    sinks[0]!.onEnd();
    send(1, 'new');
    jest.runAllTimers();
    expect(texts('a')).toEqual(['streaming new', 'waiting ']);
  });

  it('are canceled and forgotten with their variant, and canceled with the page', () => {
    const { store, left, start, send } = open();
    start('a');
    start('b');
    store.forget('a');
    send(1, 'x');
    store.leaveAll();
    jest.runAllTimers();
    expect([left, store.find('a'), textsOf(store, 'b')]).toEqual([[0, 1], undefined, ['waiting ']]);
  });
});
