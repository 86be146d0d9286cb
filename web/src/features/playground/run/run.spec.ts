import type { ChatPayload } from '../api/chat-completion.js';
import { addPayloads, failRun, isRunning, startRun, stopRun } from './run.js';
import { writeAnswer } from './write-answer.js';

const text = (content: string, repetitionNumber = 1): ChatPayload => ({
  __typename: 'TextChunk',
  repetitionNumber,
  content,
});
const call = (id: string, name: string, given: string): ChatPayload => ({
  __typename: 'ToolCallChunk',
  repetitionNumber: 1,
  id,
  function: { name, arguments: given },
});
const done = (repetitionNumber = 1): ChatPayload => ({
  __typename: 'ChatCompletionSubscriptionResult',
  repetitionNumber,
  span: null,
});
const failed = (message: string, repetitionNumber = 1): ChatPayload => ({
  __typename: 'ChatCompletionSubscriptionError',
  repetitionNumber,
  message,
  span: null,
});

const run = (repetitions: number, ...payloads: ChatPayload[]) =>
  addPayloads(startRun(repetitions, ''), payloads);

describe('a run', () => {
  it('puts the pieces of each repetition together', () => {
    const { answers } = run(2, text('Hel'), text('Bye', 2), text('lo'), done(), text('!', 2));
    expect(answers).toEqual([
      { state: 'done', text: 'Hello', reasoning: '', calls: [] },
      { state: 'streaming', text: 'Bye!', reasoning: '', calls: [] },
    ]);
  });

  it('keeps what the model thinks apart from its answer', () => {
    const thought = (content: string): ChatPayload => ({
      __typename: 'ReasoningChunk',
      repetitionNumber: 1,
      content,
    });
    const { answers } = run(1, thought('Let me '), thought('think.'), text('Yes'), done());
    expect(answers).toEqual([
      { state: 'done', text: 'Yes', reasoning: 'Let me think.', calls: [] },
    ]);
    expect(writeAnswer(answers[0]!)).toBe('Yes');
  });

  it('puts the pieces of tool calls together', () => {
    const { answers } = run(
      1,
      call('1', 'weather', '{"ci'),
      call('2', 'time', '{}'),
      call('1', '', 'ty":"Rome"}'),
    );
    expect(answers[0]?.calls).toEqual([
      { id: '1', name: 'weather', arguments: '{"city":"Rome"}' },
      { id: '2', name: 'time', arguments: '{}' },
    ]);
    expect(writeAnswer(answers[0]!)).toBe('weather({\n  "city": "Rome"\n})\n\ntime({})');
  });

  it('lasts until every repetition has ended', () => {
    expect(isRunning(run(2, done()))).toBe(true);
    expect(isRunning(run(2, done(), failed('no', 2)))).toBe(false);
  });

  it('keeps what arrived before a failure, and nothing that arrives afterwards', () => {
    const { answers } = run(1, text('Hel'), failed('Rate limit reached.'), text('lo'));
    expect(answers).toEqual([
      { state: 'failed', text: 'Hel', reasoning: '', calls: [], problem: 'Rate limit reached.' },
    ]);
  });

  it('keeps finished answers when it is stopped', () => {
    const { answers } = stopRun(run(3, text('a'), done(), text('b', 2)));
    expect(answers.map(({ state, text: kept }) => [state, kept])).toEqual([
      ['done', 'a'],
      ['stopped', 'b'],
      ['stopped', ''],
    ]);
  });

  it('blames no answer for a refusal', () => {
    const refused = failRun(run(2), 'Missing variables: name');
    expect(refused.problem).toBe('Missing variables: name');
    expect(refused.answers).toEqual([
      { state: 'failed', text: '', reasoning: '', calls: [] },
      { state: 'failed', text: '', reasoning: '', calls: [] },
    ]);
  });

  it('tells each unfinished answer that the connection was lost', () => {
    const lost = failRun(run(2, done(), text('b', 2)), 'lost');
    expect(lost.problem).toBeUndefined();
    expect(lost.answers.map(({ problem }) => problem)).toEqual([undefined, 'lost']);
  });

  it('does not fail because the server ends it after all answers', () => {
    const all = run(1, text('a'), done());
    expect(failRun(all, 'early')).toEqual(all);
  });
});
