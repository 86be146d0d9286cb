import { bearer } from '../support/accounts.js';
import { freePort } from '../support/child-server.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { createAtState, readStates, STATE_PASSWORD, STATE_SECRET, type State } from './states.js';

const ADMIN_SECRET = 'another-admin-secret-0123456789-abcdefgh';
const HEADERS = bearer(ADMIN_SECRET);
const FIRST_SPAN = '10'.repeat(8);
const FIRST_TRACE = 'a0'.repeat(16);

/** Sends traces to a server that may not be there yet, as exporters do, until it is told to stop. */
class Exporter {
  readonly acknowledged: string[] = [];
  failures = 0;
  private isStopping = false;
  private readonly running: Promise<void>;

  constructor(private readonly url: string) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const traceId = newTraceId();
      await this.deliver(traceId);
    }
  }

  private async deliver(traceId: string): Promise<void> {
    while (!this.isStopping) {
      try {
        const trace = { traceId, project: 'live', kind: 'LLM', children: [{ name: 'child' }] };
        await sendTraces(this.url, [trace], HEADERS);
        this.acknowledged.push(traceId);
        return;
      } catch {
        this.failures += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

const states = await readStates();

describe('a server that starts on the database of an earlier version', () => {
  let database: TestDatabase;
  let server: TestServer;
  let exporters: Exporter[];

  afterEach(async () => {
    await Promise.all(exporters.map((exporter) => exporter.stop()));
    await server.stop();
    await database.drop();
  });

  const get = async (path: string) => {
    const response = await server.request.get(path).set(HEADERS);
    expect([path, response.status]).toEqual([path, 200]);
    return response.body;
  };
  const gql = async (query: string) => {
    const { body } = await server.request.post('/graphql').set(HEADERS).send({ query });
    expect(body.errors).toBeUndefined();
    return body.data;
  };

  const readTraces = async () => {
    const { data } = await get('/v1/projects/parcels/spans?limit=100');
    expect(data).toHaveLength(12);
    const failed = data.filter((span: { status_code: string }) => span.status_code === 'ERROR');
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({
      name: 'look up',
      context: { span_id: '22'.repeat(8) },
      parent_id: '12'.repeat(8),
      attributes: { 'session.id': 'session-0', 'user.id': 'customer-7' },
      events: [{ name: 'exception', attributes: { 'exception.message': 'took too long' } }],
    });
    const asked = data.find(
      (span: { name: string; context: { trace_id: string } }) =>
        span.name === 'ask the model' && span.context.trace_id === FIRST_TRACE,
    );
    expect(asked.attributes['llm.input_messages.0.message.content']).toBe(
      `Where is parcel 0? ${'It was sent on Monday. '.repeat(20)}`,
    );
    expect(asked.start_time).toBe('2026-10-01T08:00:00.030123+00:00');
    const traces = await get('/v1/projects/parcels/traces?limit=100');
    expect(traces.data).toHaveLength(4);
    const sessions = await get('/v1/projects/parcels/sessions');
    expect(sessions.data).toHaveLength(2);
  };

  const readAnnotations = async () => {
    const expected = [
      { name: 'quality', annotator_kind: 'HUMAN', result: { label: 'good', score: 0.75 } },
    ];
    for (const [kind, id] of [
      ['span', FIRST_SPAN],
      ['trace', FIRST_TRACE],
      ['session', 'session-0'],
    ]) {
      const { data } = await get(`/v1/projects/parcels/${kind}_annotations?${kind}_ids=${id}`);
      expect(data).toMatchObject(expected);
    }
  };

  const readDatasets = async () => {
    const [dataset] = (await get('/v1/datasets?name=questions')).data;
    const { examples } = (await get(`/v1/datasets/${dataset.id}/examples`)).data;
    expect(examples).toMatchObject([
      { input: { q: 'Where?' }, output: { a: 'Paris' }, metadata: { from: 'support' } },
      { input: { q: 'When?', nested: { n: 1.5 } }, output: { a: 'Monday' }, metadata: {} },
    ]);
    const [experiment] = (await get(`/v1/datasets/${dataset.id}/experiments`)).data;
    expect(experiment).toMatchObject({ name: 'first try', successful_run_count: 2 });
    const runs = await get(`/v1/experiments/${experiment.id}/json`);
    expect(runs).toMatchObject([
      { output: { a: 'Paris' }, annotations: [{ name: 'exact', label: 'ok', score: 1 }] },
      { output: { a: 'Paris' }, annotations: [{ name: 'exact', label: 'ok', score: 1 }] },
    ]);
    const prompt = (await get('/v1/prompts/greeting/latest')).data;
    expect(prompt).toMatchObject({
      model_name: 'gpt-4o',
      template: { messages: [{ role: 'user', content: 'Hi {{who}}' }] },
    });
    const signedIn = await server.request.post('/auth/login').send(STATE_PASSWORD);
    expect(signedIn.status).toBe(204);
  };

  const readAcknowledged = async () => {
    for (const { acknowledged, failures } of exporters) {
      expect(failures).toBeGreaterThan(0);
      expect(acknowledged.length).toBeGreaterThan(0);
    }
    const sent = exporters.flatMap(({ acknowledged }) => acknowledged);
    const rows = await server.sql<{ trace_id: string; spans: number }>(
      `SELECT trace_id, count(*) AS spans FROM spans JOIN projects p ON p.id = project_id
        WHERE p.name = 'live' GROUP BY trace_id`,
    );
    const stored = new Map(rows.map(({ trace_id, spans }) => [trace_id, spans]));
    expect(sent.filter((traceId) => stored.get(traceId) !== 2)).toEqual([]);
  };

  const readLater = async ({ migrations }: State) => {
    const has = (name: string) => migrations.some((migration) => migration.startsWith(name));
    const { projects } = await gql(
      `{ projects(first: 10) { edges { node { name savedViews { name } dashboards { name }
          evaluationRules(first: 5) { edges { node { name evaluator { name } } } } } } } }`,
    );
    const { node } = projects.edges.find(
      ({ node: { name } }: { node: { name: string } }) => name === 'parcels',
    );
    expect(node).toMatchObject({
      savedViews: has('SavedViews') ? [{ name: 'failed' }] : [],
      dashboards: has('Dashboards') ? [{ name: 'overview' }] : [],
      evaluationRules: {
        edges: has('EvaluationRules')
          ? [{ node: { name: 'mentions Paris', evaluator: { name: 'contains' } } }]
          : [],
      },
    });
  };

  /** Returns the values that are computed in the background, which migrations order for rows that are there. */
  const readComputed = async () => {
    // The loops wait for seconds until no more spans arrive, and longer in the other project.
    for (const table of ['unindexed_spans', 'changed_quarters', 'quarter_rollups']) {
      await server.sql(`UPDATE ${table} SET changed_at = changed_at - interval '1 minute'`);
    }
    const idle = async () => {
      const [row] = await server.sql<{ left: number }>(
        `WITH own AS (SELECT id FROM projects WHERE name = 'parcels')
         SELECT (SELECT count(*) FROM unindexed_spans WHERE project_id IN (SELECT id FROM own))
                + (SELECT count(*) FROM unpriced_spans)
                + (SELECT count(*) FROM changed_quarters WHERE project_id IN (SELECT id FROM own))
                + (SELECT count(*) FROM quarter_rollups
                    WHERE changed_at IS NOT NULL AND project_id IN (SELECT id FROM own)) AS left`,
      );
      return row!.left === 0;
    };
    await eventually('background work that is done', idle, { withinMs: 40_000 });
    const { projects } = await gql(
      `{ projects(first: 10) { edges { node { name traceCount
          costSummary { total { tokens cost } }
          spans(first: 50, search: "monday") { edges { node { name } } }
      } } } }`,
    );
    const { node } = projects.edges.find(
      ({ node: { name } }: { node: { name: string } }) => name === 'parcels',
    );
    expect(node).toMatchObject({ traceCount: 4, costSummary: { total: { tokens: 606 } } });
    expect(node.costSummary.total.cost).toBeCloseTo(0.002415, 6);
    expect(node.spans.edges).toHaveLength(8);
  };

  it.each(states)('keeps everything: $name', async (state) => {
    database = await createAtState(state);
    const port = await freePort();
    exporters = Array.from({ length: 3 }, () => new Exporter(`http://127.0.0.1:${port}`));
    server = await startTestServer({
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_PORT: String(port),
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: STATE_SECRET,
      SPANDREL_ADMIN_SECRET: ADMIN_SECRET,
    });
    const has = (name: string) => state.migrations.some((migration) => migration.startsWith(name));
    await readTraces();
    if (has('Annotations')) await readAnnotations();
    if (has('Datasets')) await readDatasets();
    await readLater(state);
    await Promise.all(exporters.map((exporter) => exporter.stop()));
    await readAcknowledged();
    await readComputed();
  });
});
