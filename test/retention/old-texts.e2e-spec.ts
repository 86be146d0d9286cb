import { hasText } from '../support/indexed-blocks.js';
import { eventuallyAfter } from '../support/background-loops.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aProject } from '../support/factories/project.js';
import { aSpan, copySpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aPolicy, mutatePolicy, type Policy, runNow } from './retention-operations.js';

const DAY_MS = 86_400_000;
/** So long that it is stored in a pack. */
const LONG = `The amber heron ${'waits '.repeat(1000)}`;

/** A trace of a model call, with a short and a long text. */
const call = (days: number, given: object = {}) => ({
  project: 'chat',
  name: 'answer',
  kind: 'LLM',
  startedAt: new Date(Date.now() - days * DAY_MS),
  attributes: {
    'input.value': 'Where is zanzibar?',
    'output.value': LONG,
    'llm.input_messages.0.message.role': 'user',
    'llm.input_messages.0.message.content': 'Where is zanzibar?',
    'llm.model_name': 'gpt-4o',
    'llm.token_count.prompt': 12,
    'metadata.tier': 'gold',
  },
  ...given,
});

describe('a retention policy that removes texts', () => {
  let server: TestServer;
  let rowId: number;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql('DELETE FROM retention_policies WHERE NOT is_default');
    await server.sql(`DELETE FROM projects WHERE name <> 'default'`);
    rowId = (await aProject(server, { name: 'chat' })).id;
    projectId = globalId('Project', rowId);
  });

  const aTextPolicy = (given: Parameters<typeof aPolicy>[1] = {}): Promise<Policy> =>
    aPolicy(server, {
      rule: { maxDays: { maxDays: 0 } },
      maxTextDays: 7,
      addProjects: [projectId],
      ...given,
    });

  interface ReadSpan {
    name: string;
    attributes: string;
    input: object | null;
    outputPreview: object | null;
    tokenCountTotal: number;
    textRemovedAt: string | null;
    events: { name: string; message: string; attributes: object }[];
  }

  /** Reads all spans, oldest first. */
  async function readSpans(filter = ''): Promise<ReadSpan[]> {
    const { data, errors } = await server.gql<{
      node: { spans: { edges: { node: ReadSpan }[] } };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 100, sort: { col: startTime, dir: asc } ${filter}) { edges { node {
           name attributes input { value } outputPreview { truncatedValue } tokenCountTotal
           textRemovedAt events { name message attributes } } } } } } }`,
      { id: projectId },
    );
    if (!data) throw new Error(JSON.stringify(errors));
    return data.node.spans.edges.map(({ node }) => node);
  }

  it('keeps names, figures, short attributes and types of exceptions', async () => {
    await sendTraces(server.url, [call(10, { failure: 'zanzibar is gone' }), call(6)]);
    const { lastRun } = await runNow(server, await aTextPolicy());
    expect(lastRun).toMatchObject({ deletedTraceCount: 0, clearedTraceCount: 1, error: null });

    const [old, young] = (await readSpans()) as [ReadSpan, ReadSpan];
    expect(old).toMatchObject({
      name: 'answer',
      input: null,
      outputPreview: null,
      tokenCountTotal: 12,
      textRemovedAt: expect.any(String) as string,
    });
    expect(JSON.parse(old.attributes)).toEqual({
      openinference: { span: { kind: 'LLM' } },
      llm: { model_name: 'gpt-4o', token_count: { prompt: 12 } },
      metadata: { tier: 'gold' },
    });
    expect(old.events).toEqual([
      { name: 'exception', message: '', attributes: { 'exception.type': 'TimeoutError' } },
    ]);
    expect(young).toMatchObject({ input: { value: 'Where is zanzibar?' }, textRemovedAt: null });
    expect(young.attributes).toContain('amber heron');
    const packs = await server.sql(
      'SELECT FROM span_payloads JOIN traces USING (trace_id) WHERE project_id = $1',
      [rowId],
    );
    expect(packs).toHaveLength(1);

    const { body } = await server.request.get('/v1/projects/chat/spans').expect(200);
    const spans = (body as { data: { attributes: object }[] }).data;
    const withText = spans.filter(({ attributes }) => 'input.value' in attributes);
    expect([spans.length, withText.length]).toEqual([2, 1]);
  });

  it('lets searches find nothing of them any more', async () => {
    await sendTraces(server.url, [call(10)]);
    const find = (word: string) => readSpans(`search: "${word}"`);
    expect(await find('zanzibar')).toHaveLength(1);
    await runNow(server, await aTextPolicy());
    expect(await find('zanzibar')).toEqual([]);
    expect(await find('heron')).toEqual([]);
    expect(await find('gold')).toHaveLength(1);
    await eventuallyAfter(server, ['index'], 'the index', async () => {
      const [row] = await server.sql<{ blocks: number }>(
        `SELECT count(*) AS blocks FROM span_blocks WHERE ${hasText('zanzibar')}
            OR EXISTS (SELECT FROM unindexed_spans)`,
      );
      return row!.blocks === 0;
    });
  });

  it('does not store a span again that is sent again, but looks at a new one', async () => {
    const traceId = newTraceId();
    const first = call(10, { traceId, spanId: 'aaaaaaaaaaaaaaaa' });
    await sendTraces(server.url, [first]);
    const policy = await aTextPolicy();
    await runNow(server, policy);
    await sendTraces(server.url, [first]);
    expect((await readSpans()).map(({ input }) => input)).toEqual([null]);
    expect((await runNow(server, policy)).lastRun).toMatchObject({ clearedTraceCount: 0 });

    await sendTraces(server.url, [call(9, { traceId, spanId: 'bbbbbbbbbbbbbbbb' })]);
    expect((await readSpans()).map(({ input }) => input)).toEqual([
      null,
      { value: 'Where is zanzibar?' },
    ]);
    expect((await runNow(server, policy)).lastRun).toMatchObject({ clearedTraceCount: 1 });
    expect((await readSpans()).map(({ input }) => input)).toEqual([null, null]);
  });

  it('keeps the texts of traces that it exempts', async () => {
    const [annotated, exemplary] = [newTraceId(), newTraceId()];
    await sendTraces(server.url, [
      call(12, { failure: 'timeout' }),
      call(11, { traceId: annotated }),
      call(10, { traceId: exemplary, spanId: 'cccccccccccccccc' }),
      call(9),
    ]);
    await server.request
      .post('/v1/trace_annotations?sync=true')
      .send({
        data: [
          { trace_id: annotated, name: 'good', annotator_kind: 'HUMAN', result: { score: 1 } },
        ],
      })
      .expect(200);
    await anExample(server, { trace_id: exemplary, span_id: 'cccccccccccccccc' });
    const keeps = ['FAILED', 'ANNOTATED_BY_PEOPLE', 'IN_DATASETS'];
    const policy = await aTextPolicy({ keeps });
    const { data } = await server.gql(
      `query ($id: ID!, $keeps: [RetentionExemption!]!) {
         retentionPreview(rule: { maxDays: { maxDays: 0 } }, maxTextDays: 7, keeps: $keeps, policyId: $id) {
           traceCount textTraceCount storedBytes } }`,
      { id: policy.id, keeps },
    );
    expect(data).toEqual({
      retentionPreview: { traceCount: 0, textTraceCount: 1, storedBytes: null },
    });
    expect((await runNow(server, policy)).lastRun).toMatchObject({ clearedTraceCount: 1 });
    const removed = (await readSpans()).map(({ textRemovedAt }) => textRemovedAt !== null);
    expect(removed).toEqual([false, false, false, true]);

    await mutatePolicy(server, 'patch', { id: policy.id, keeps: [] });
    expect((await runNow(server, policy)).lastRun).toMatchObject({ clearedTraceCount: 3 });
  });

  it('continues a run that a killed server left', async () => {
    await sendTraces(server.url, [call(10), call(9)]);
    const policy = await aTextPolicy();
    await server.sql(
      `UPDATE traces SET text_removed_at = now()
        WHERE project_id = $1
          AND start_time = (SELECT min(start_time) FROM traces WHERE project_id = $1)`,
      [rowId],
    );
    await server.sql(
      `INSERT INTO retention_runs (policy_id, cleared_traces)
       SELECT id, 1 FROM retention_policies WHERE NOT is_default`,
    );
    expect((await runNow(server, policy)).lastRun).toMatchObject({ clearedTraceCount: 2 });
  });

  it('deletes what is older still', async () => {
    await sendTraces(server.url, [call(40), call(10), call(1)]);
    const policy = await aTextPolicy({ rule: { maxDays: { maxDays: 30 } } });
    expect((await runNow(server, policy)).lastRun).toMatchObject({
      deletedTraceCount: 1,
      clearedTraceCount: 1,
    });
    const inputs = (await readSpans()).map(({ input }) => input !== null);
    expect(inputs).toEqual([false, true]);
  });

  it('clears a large trace in parts', async () => {
    const times = {
      start_time: new Date(Date.now() - 10 * DAY_MS).toISOString(),
      end_time: new Date(Date.now() - 10 * DAY_MS).toISOString(),
    };
    const payload = { output: { value: LONG } };
    const span = await aSpan(server, { project_id: rowId, payload, ...times });
    await copySpan(server, span, 449);
    // Notes how many spans each transaction cleared.
    await server.sql('CREATE TABLE parts (transaction bigint)');
    await server.sql(
      `CREATE FUNCTION note_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO parts VALUES (txid_current()); RETURN NULL; END $$`,
    );
    await server.sql(
      `CREATE TRIGGER note_part AFTER UPDATE OF payload ON spans FOR EACH ROW
       EXECUTE FUNCTION note_part()`,
    );
    try {
      const { lastRun } = await runNow(server, await aTextPolicy());
      expect(lastRun).toMatchObject({ clearedTraceCount: 1, error: null });
      const parts = await server.sql(
        'SELECT count(*) AS spans FROM parts GROUP BY transaction ORDER BY transaction',
      );
      expect(parts).toEqual([{ spans: 200 }, { spans: 200 }, { spans: 50 }]);
      const left = 'SELECT FROM spans WHERE trace_id = $1 AND payload IS NOT NULL';
      expect(await server.sql(left, [span.trace_id])).toEqual([]);
    } finally {
      await server.sql('DROP TRIGGER note_part ON spans');
      await server.sql('DROP FUNCTION note_part');
      await server.sql('DROP TABLE parts');
    }
  });
});
