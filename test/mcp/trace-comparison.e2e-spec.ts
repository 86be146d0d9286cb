import { newTraceId, sendTraces, type SpanToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Agent, connectAgent } from './agent.js';

interface Pair {
  only_in?: string;
  differs_in?: string[];
  base?: { name: string; output?: string };
  other?: { name: string; output?: string };
}

describe('comparing traces as an agent', () => {
  let server: TestServer;
  let agent: Agent;

  beforeAll(async () => {
    server = await startTestServer();
    agent = await connectAgent(server.url);
  });
  afterAll(() => server.stop());

  const send = async (children: SpanToSend[]): Promise<string> => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ project: 'shop', traceId, name: 'agent', children }]);
    return traceId;
  };
  const step = (name: string, output: string): SpanToSend => ({
    name,
    attributes: { 'output.value': output },
  });
  const compare = async (base_id: string, other_id: string, more: object = {}) =>
    (await agent.call('compare_traces', { base_id, other_id, ...more })) as unknown as {
      pairs: Pair[];
      pair_count: number;
      differing_pair_count: number;
      next_offset: number | null;
      link: string;
    };

  it('returns the pairs that differ, with a link', async () => {
    const base = await send([step('plan', 'search'), step('answer', 'It is on its way.')]);
    const other = await send([step('plan', 'search'), step('answer', 'Lost.'), step('sorry', '!')]);
    const answer = await compare(base, other);
    expect(answer).toMatchObject({
      pair_count: 4,
      differing_pair_count: 2,
      next_offset: null,
      link: `${server.url}/compare-traces?base=${base}&other=${other}`,
    });
    expect(answer.pairs).toMatchObject([
      {
        differs_in: ['output'],
        base: { name: 'answer', output: 'It is on its way.' },
        other: { output: 'Lost.' },
      },
      { only_in: 'other', other: { name: 'sorry' } },
    ]);
    const all = await compare(base, other, { only_differing: false });
    expect(all.pairs).toHaveLength(4);
  });

  it('continues at an offset if there are too many', async () => {
    const many = (output: string) =>
      send(Array.from({ length: 300 }, (_, i) => ({ ...step('turn', output), afterMs: i })));
    const [base, other] = [await many('a'.repeat(150)), await many('b'.repeat(150))];
    const first = await compare(base, other);
    expect(first.next_offset).toBe(first.pairs.length);
    const next = await compare(base, other, { offset: first.next_offset });
    expect(next.pairs[0]).not.toEqual(first.pairs[0]);
  });

  it('says which trace does not exist', async () => {
    const base = await send([]);
    expect(await agent.ask('compare_traces', { base_id: base, other_id: 'no' })).toMatchObject({
      isError: true,
      text: 'The second trace does not exist.',
    });
  });
});
