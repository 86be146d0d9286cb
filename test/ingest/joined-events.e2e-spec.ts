import { runLoops } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  anOtlpSpan,
  newSpanId,
  newTraceId,
  type OtlpSpan,
  postTraces,
  PROTOBUF,
  protobufRequest,
} from './otlp.js';
import { anOtlpLog, type OtlpLog, postLogs, protobufLogs } from './otlp-logs.js';

const DETAILS = 'gen_ai.client.inference.operation.details';

describe('events of spans that are sent as log records', () => {
  let server: TestServer;
  let span: OtlpSpan;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    span = anOtlpSpan({
      name: 'chat gpt-4o',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.response.id': 'response-1',
      },
    });
  });

  const headersFor = (project?: string) =>
    project === undefined ? PROTOBUF : { ...PROTOBUF, 'x-project-name': project };
  const sendSpan = async (project?: string, sent = [span]): Promise<void> => {
    const response = await postTraces(server.url, protobufRequest(sent), headersFor(project));
    expect([response.status, await response.text()]).toEqual([200, '']);
  };
  const sendLogs = async (logs: OtlpLog[], project?: string): Promise<void> => {
    const response = await postLogs(server.url, protobufLogs(logs), headersFor(project));
    expect([response.status, await response.text()]).toEqual([200, '']);
  };
  const details = (given: OtlpLog = {}): OtlpLog =>
    anOtlpLog({
      traceId: span.traceId,
      spanId: span.spanId,
      eventName: DETAILS,
      body: undefined,
      ...given,
      attributes: {
        'gen_ai.input.messages': [
          { role: 'user', parts: [{ type: 'text', content: 'What is a spandrel?' }] },
        ],
        'gen_ai.output.messages': [
          {
            role: 'assistant',
            parts: [{ type: 'text', content: 'A space between arches.' }],
            finish_reason: 'stop',
          },
        ],
        'gen_ai.usage.input_tokens': 12,
        ...given.attributes,
      },
    });
  const join = () => runLoops(server, 'joined-events');

  const read = async ({ traceId, spanId } = span) => {
    const [row] = await server.sql<{
      input: string | null;
      output: string | null;
      events: { name: string; attributes: Record<string, unknown> }[] | null;
      has_messages: boolean;
    }>(
      `SELECT input_preview AS input, output_preview AS output, events,
              spandrel_payload->'llm'->'input_messages' IS NOT NULL AS has_messages
         FROM (SELECT s.*, s.payload::jsonb AS spandrel_payload FROM spans s
                WHERE trace_id = $1 AND span_id = $2) s`,
      [traceId, spanId],
    );
    return row!;
  };
  const waiting = async (): Promise<number> => {
    const [row] = await server.sql<{ count: number }>('SELECT count(*) FROM waiting_events');
    return row!.count;
  };
  /** Lets the loop look so often that it leaves the event to those who store the span. */
  const lookToTheEnd = async (): Promise<void> => {
    await eventually('the last look', async () => {
      await server.sql('UPDATE unjoined_events SET retry_at = NULL');
      await join();
      return (await server.sql('SELECT FROM unjoined_events')).length === 0;
    });
  };
  const JOINED = {
    input: 'What is a spandrel?',
    output: 'A space between arches.',
    events: [expect.objectContaining({ name: DETAILS })],
    has_messages: true,
  };

  it('give a span that is stored its messages', async () => {
    await sendSpan();
    await sendLogs([details()]);
    await join();
    expect(await read()).toEqual(JOINED);
    expect(await waiting()).toBe(0);
  });

  it('wait for a span that comes at once', async () => {
    await sendLogs([details()]);
    await sendSpan();
    await join();
    expect(await read()).toEqual(JOINED);
  });

  it('wait for a span that comes hours later', async () => {
    await sendLogs([details()]);
    await lookToTheEnd();
    expect(await waiting()).toBe(1);
    await server.sql(`SELECT pg_sleep(1.1)`);
    await sendSpan();
    await join();
    expect(await read()).toEqual(JOINED);
    expect(await waiting()).toBe(0);
  });

  it('are looked for again until nobody can have missed them', async () => {
    // One who stores the span may not have seen the event.
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT pg_current_xact_id()');
    try {
      await sendLogs([details()]);
      for (let look = 0; look < 4; look++) {
        await server.sql('UPDATE unjoined_events SET retry_at = NULL');
        await join();
      }
      expect(await server.sql('SELECT FROM unjoined_events')).toHaveLength(1);
    } finally {
      await runner.commitTransaction();
      await runner.release();
    }
    await lookToTheEnd();
    await server.sql('DELETE FROM waiting_events');
  });

  it('never reach a span of another project', async () => {
    await sendSpan('owner');
    await sendLogs(
      [details({ attributes: { 'gen_ai.system_instructions': 'stolen' } })],
      'stranger',
    );
    await lookToTheEnd();
    const own = await read();
    expect(own).toMatchObject({ events: null, input: null, has_messages: false });
    // Nor if the other project sends first.
    span = { ...span, traceId: newTraceId() };
    await sendLogs([details()], 'stranger');
    await lookToTheEnd();
    await server.sql(`SELECT pg_sleep(1.1)`);
    await sendSpan('owner');
    await join();
    expect(await read()).toMatchObject({ events: null });
    await server.sql('DELETE FROM waiting_events');
  });

  it('come one by one, and twice, in any order', async () => {
    const one = (eventName: string, body: unknown) =>
      anOtlpLog({ traceId: span.traceId, spanId: span.spanId, eventName, body });
    const question = one('gen_ai.user.message', { content: 'Why?' });
    const answer = one('gen_ai.choice', {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'Because.' },
    });
    await sendLogs([answer]);
    await sendSpan();
    await join();
    expect(await read()).toMatchObject({ input: null, output: 'Because.' });
    await sendLogs([question]);
    await join();
    await sendLogs([question, answer, anOtlpLog()]);
    await join();
    const { events, ...texts } = await read();
    expect(texts).toEqual({ input: 'Why?', output: 'Because.', has_messages: true });
    expect(events!.map(({ name }) => name).toSorted()).toEqual([
      'gen_ai.choice',
      'gen_ai.user.message',
    ]);
  });

  it('take the name from the attribute, and a text as content', async () => {
    await sendSpan();
    await sendLogs([
      anOtlpLog({
        traceId: span.traceId,
        spanId: span.spanId,
        body: 'Plain text.',
        attributes: { 'event.name': 'gen_ai.user.message' },
      }),
    ]);
    await join();
    expect(await read()).toMatchObject({ input: 'Plain text.' });
  });

  it('leave what the sender stated in OpenInference', async () => {
    span.attributes['input.value'] = 'as stated';
    await sendSpan();
    await sendLogs([details()]);
    await join();
    const [row] = await server.sql<{ value: string }>(
      `SELECT attributes->>'input.value' AS value FROM spans WHERE trace_id = $1`,
      [span.traceId],
    );
    expect(row!.value).toBe('as stated');
  });

  it('change the sums, the index and the cost of the span', async () => {
    await sendSpan();
    await runLoops(server, 'index', 'costs', 'rollups');
    await sendLogs([details({ attributes: { 'gen_ai.conversation.id': 'from the event' } })]);
    await join();
    const [marks] = await server.sql<Record<string, boolean>>(
      `SELECT EXISTS (SELECT FROM unindexed_spans WHERE s.span / 32 = ANY (blocks)) AS unindexed,
              EXISTS (SELECT FROM unpriced_spans WHERE s.span = ANY (span_ids)) AS unpriced,
              EXISTS (SELECT FROM changed_quarters) AS quarters
         FROM (SELECT id AS span FROM spans WHERE trace_id = $1) s`,
      [span.traceId],
    );
    expect(marks).toEqual({ unindexed: true, unpriced: true, quarters: true });
    await runLoops(server, 'index', 'costs', 'rollups');
    const [trace] = await server.sql<Record<string, number>>(
      `SELECT span_count, prompt_tokens FROM traces WHERE trace_id = $1`,
      [span.traceId],
    );
    expect(trace).toMatchObject({ span_count: 1 });
    const { data } = await server.gql<{ found: { spans: { edges: unknown[] } } }>(
      `query ($name: String!) { found: getProjectByName(name: $name) {
        spans(first: 5, search: "between arches") { edges { node { spanId } } } } }`,
      { name: 'default' },
    );
    expect(data?.found.spans.edges).toContainEqual({ node: { spanId: span.spanId } });
  });

  it('replace a long payload in a pack', async () => {
    span.attributes['metadata.text'] = 'long '.repeat(2_000);
    const sibling = anOtlpSpan({
      traceId: span.traceId,
      attributes: { 'metadata.text': 'other '.repeat(2_000) },
    });
    await sendSpan(undefined, [span, sibling]);
    await sendLogs([details()]);
    await join();
    const rows = await server.sql<{ packed: boolean; text: string }>(
      `SELECT payload_id IS NOT NULL AS packed FROM spans WHERE trace_id = $1`,
      [span.traceId],
    );
    expect(rows.map(({ packed }) => packed)).toContain(false);
    expect(await read()).toMatchObject({ output: 'A space between arches.' });
    const { data } = await server.gql<{ node: { attributes: string } }>(
      `query ($id: String!) { node: getSpanByOtelId(spanId: $id) { attributes } }`,
      { id: sibling.spanId },
    );
    expect(data?.node.attributes).toContain('other other');
  });

  it('stay log records if the span cannot take them, and hold up no others', async () => {
    await sendSpan();
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, 1]));
    const body = Object.fromEntries(Array.from({ length: 9_999 }, (_, at) => [`b${at}`, 1]));
    await sendLogs([details({ attributes: many, body })]);
    const other = { ...span };
    span = anOtlpSpan({ attributes: { ...span.attributes } });
    await sendSpan();
    await sendLogs([details()]);
    await join();
    expect(await read()).toEqual(JOINED);
    expect(await read(other)).toMatchObject({ events: null });
    expect(await waiting()).toBe(0);
    const [kept] = await server.sql<{ count: number }>(
      'SELECT count(*) FROM log_records WHERE trace_id = $1',
      [other.traceId],
    );
    expect(kept!.count).toBe(1);
  });

  it('are deleted and moved with their trace, but not those of other projects', async () => {
    await sendSpan('home');
    await sendLogs([details(), anOtlpLog({ traceId: span.traceId, spanId: span.spanId })], 'home');
    await sendLogs([anOtlpLog({ traceId: span.traceId, spanId: newSpanId() })], 'elsewhere');
    await join();
    const count = async (name: string): Promise<number> => {
      const [row] = await server.sql<{ count: number }>(
        `SELECT count(*) FROM log_records l JOIN projects p ON p.id = l.project_id
          WHERE p.name = $1 AND l.trace_id = $2`,
        [name, span.traceId],
      );
      return row!.count;
    };
    await sendLogs([anOtlpLog()], 'new home');
    await server.request
      .post('/v1/traces/transfer')
      .send({ trace_identifiers: [span.traceId], destination_project_identifier: 'new home' })
      .expect(200);
    expect([await count('home'), await count('new home'), await count('elsewhere')]).toEqual([
      0, 2, 1,
    ]);
    await server.request.delete(`/v1/traces/${span.traceId}`).expect(204);
    expect([await count('new home'), await count('elsewhere')]).toEqual([0, 1]);
  });
});
