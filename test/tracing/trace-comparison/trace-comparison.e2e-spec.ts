import { globalId } from '../../support/global-id.js';
import { newTraceId, sendTraces, type SpanToSend } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';

interface Pair {
  base: { name: string } | null;
  other: { name: string } | null;
  depth: number;
  differences: string[];
}

interface Comparison {
  base: { traceId: string };
  other: { traceId: string; project: { name: string } };
  pairs: Pair[];
  isComplete: boolean;
}

/** Too long for a row, so it is stored in a pack with those of other spans. */
const PROMPT = 'You answer questions about orders. '.repeat(200);

const model = (answer: string, given: SpanToSend['attributes'] = {}): SpanToSend => ({
  name: 'chat',
  kind: 'LLM',
  afterMs: 50,
  attributes: {
    'llm.model_name': 'gpt-5',
    'llm.provider': 'openai',
    'llm.invocation_parameters': '{"temperature": 0}',
    'llm.tools.0.tool.json_schema': '{"name": "search"}',
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': PROMPT,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': answer,
    ...given,
  },
});

describe('comparing traces over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const send = async (span: SpanToSend, project = 'shop'): Promise<string> => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ project, traceId, ...span }]);
    return traceId;
  };
  const read = (base: string, other: string) =>
    server.gql<{ compareTraces: Comparison }>(
      `query ($base: ID!, $other: ID!) {
         compareTraces(baseTraceId: $base, otherTraceId: $other) {
           base { traceId }
           other { traceId project { name } }
           pairs { base { name } other { name } depth differences }
           isComplete } }`,
      { base, other },
    );
  const compare = async (base: string, other: string): Promise<Comparison> => {
    const { data, errors } = await read(base, other);
    expect(errors).toBeUndefined();
    return data!.compareTraces;
  };
  const differencesOf = async (base: SpanToSend, other: SpanToSend): Promise<string[]> => {
    const { pairs } = await compare(await send(base), await send(other));
    expect(pairs).toHaveLength(1);
    return pairs[0]!.differences;
  };

  it('pairs spans by place and name, and tells what only one of them has', async () => {
    const search = { name: 'search', kind: 'TOOL' };
    const base = await send({ name: 'agent', children: [model('42'), search, model('done')] });
    const other = await send(
      { name: 'agent', children: [model('42'), { ...search, afterMs: 10, name: 'look up' }] },
      'shop of tomorrow',
    );
    expect(await compare(base, other)).toEqual({
      base: { traceId: base },
      other: { traceId: other, project: { name: 'shop of tomorrow' } },
      pairs: [
        { base: { name: 'agent' }, other: { name: 'agent' }, depth: 0, differences: [] },
        { base: { name: 'search' }, other: { name: 'look up' }, depth: 1, differences: ['NAME'] },
        { base: { name: 'chat' }, other: { name: 'chat' }, depth: 1, differences: [] },
        { base: { name: 'chat' }, other: null, depth: 1, differences: [] },
      ],
      isComplete: true,
    });
  });

  it('finds no differences between a trace and itself', async () => {
    const trace = await send({ name: 'agent', children: [model('42'), model('done')] });
    const { pairs } = await compare(trace, trace);
    expect(pairs.map(({ differences }) => differences)).toEqual([[], [], []]);
  });

  it.each<[string, SpanToSend['attributes'], string[]]>([
    [
      'the end of a long message',
      { 'llm.input_messages.0.message.content': `${PROMPT} Be brief.` },
      ['INPUT'],
    ],
    ['an answer', { 'llm.output_messages.0.message.content': '43' }, ['OUTPUT']],
    ['the model', { 'llm.model_name': 'gpt-6' }, ['MODEL']],
    ['the provider', { 'llm.provider': 'azure' }, ['MODEL']],
    ['the tools', { 'llm.tools.1.tool.json_schema': '{"name": "order"}' }, ['TOOLS']],
    ['a parameter', { 'llm.invocation_parameters': '{"temperature": 1}' }, ['PARAMETERS']],
    ['what the user is called', { 'user.id': 'ada' }, []],
  ])('finds a difference in %s', async (_, attributes, expected) => {
    expect(await differencesOf(model('42'), model('42', attributes))).toEqual(expected);
  });

  it('finds differences in short and long texts of other spans, and in the status', async () => {
    const step = (input: string, failure?: string): SpanToSend => ({
      name: 'step',
      attributes: { 'input.value': input, 'output.value': 'fine' },
      ...(failure !== undefined && { failure }),
    });
    expect(await differencesOf(step('short'), step('other'))).toEqual(['INPUT']);
    expect(await differencesOf(step(PROMPT), step(`${PROMPT}!`))).toEqual(['INPUT']);
    expect(await differencesOf(step('x'), step('x', 'Timeout'))).toEqual(['STATUS']);
    expect(await differencesOf(step('x', 'Timeout'), step('x', 'Refused'))).toEqual(['STATUS']);
    expect(await differencesOf(step('x'), { name: 'step' })).toEqual(['INPUT', 'OUTPUT']);
  });

  it('takes global IDs, too', async () => {
    const [base, other] = [await send({ name: 'a' }), await send({ name: 'b' })];
    const rows = await server.sql<{ id: number }>(
      'SELECT id FROM traces WHERE trace_id = ANY($1) ORDER BY id',
      [[base, other]],
    );
    const [first, second] = rows.map(({ id }) => globalId('Trace', id));
    expect(await compare(first!, second!)).toMatchObject({
      base: { traceId: base },
      other: { traceId: other },
    });
  });

  it('compares the first thousand spans of larger traces', async () => {
    const large = await send({
      name: 'loop',
      children: Array.from({ length: 1000 }, (_, i) => ({ name: 'turn', afterMs: i })),
    });
    const small = await send({ name: 'loop' });
    const { pairs, isComplete } = await compare(large, small);
    expect([pairs.length, isComplete]).toEqual([1000, false]);
    expect((await compare(small, large)).isComplete).toBe(false);
  });

  it.each([
    ['is unknown', newTraceId()],
    ['is a global ID of something else', globalId('Span', 1)],
    ['cannot be stored', 'a\0b'],
    ['is empty', ''],
    ['is huge', 'x'.repeat(100_000)],
  ])('refuses an ID that %s', async (_, wrong) => {
    const right = await send({ name: 'a' });
    const refusal = (message: string) => [{ message, extensions: { code: 'NOT_FOUND' } }];
    expect((await read(wrong, right)).errors).toMatchObject(
      refusal('The first trace does not exist.'),
    );
    expect((await read(right, wrong)).errors).toMatchObject(
      refusal('The second trace does not exist.'),
    );
  });

  it('reads all spans of both traces at once', async () => {
    const count = async (children: SpanToSend[]) => {
      const [base, other] = [
        await send({ name: 'agent', children }),
        await send({ name: 'agent', children }),
      ];
      return (await server.countQueries(() => compare(base, other))).statements.length;
    };
    const few = await count([model('42')]);
    expect(await count(Array.from({ length: 30 }, () => model('42')))).toBe(few);
  });
});
