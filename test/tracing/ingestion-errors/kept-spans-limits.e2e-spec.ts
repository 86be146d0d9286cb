import { anOtlpSpan, JSON_TYPE, jsonRequest, postTraces } from '../../ingest/otlp.js';
import { aProject } from '../../support/factories/project.js';
import { aPolicy, runNow } from '../../retention/retention-operations.js';
import { eventually } from '../../support/eventually.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { sendRefused } from './refused-spans.js';

describe('the kept part of refused spans', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      SPANDREL_INGESTION_ERRORS_MAX_COUNT: '2500',
      SPANDREL_INGESTION_ERRORS_MAX_MIB: '1',
      SPANDREL_INGESTION_ERRORS_MAX_DAYS: '10',
    });
  });
  afterAll(() => server.stop());

  const count = async (project: string) => {
    const [row] = await server.sql<{ errors: number; kept: number; bytes: number }>(
      `SELECT count(*) AS errors, count(k.error_id) AS kept,
              coalesce(sum(octet_length(k.content)), 0)::int AS bytes
         FROM projects p JOIN ingestion_errors e ON e.project_id = p.id
         LEFT JOIN kept_spans k ON k.error_id = e.id WHERE p.name = $1`,
      [project],
    );
    return row!;
  };

  it('is the newest of ten thousand spans', async () => {
    const project = 'only bad spans';
    for (let request = 0; request < 10; request++) {
      const spans = Array.from({ length: 1_000 }, (_, at) => ({
        spanId: '',
        name: `span ${request * 1_000 + at}`,
      }));
      const { errorMessage } = await sendRefused(server, project, spans);
      expect(errorMessage).toContain('1000 of 1000 can be sent again');
    }
    expect(await count(project)).toMatchObject({ errors: 2_500, kept: 2_500 });
    const [oldest] = await server.sql('SELECT span_name FROM ingestion_errors ORDER BY id LIMIT 1');
    expect(oldest).toEqual({ span_name: 'span 7500' });
  });

  it('has a limited size', async () => {
    const project = 'large spans';
    const noise = () => Array.from({ length: 4_000 }, () => Math.random().toString(36)).join(' ');
    for (let request = 0; request < 12; request++) {
      const spans = Array.from({ length: 4 }, () => ({
        spanId: '',
        attributes: { 'input.value': noise() },
      }));
      await sendRefused(server, project, spans);
    }
    const { errors, kept, bytes } = await count(project);
    expect(errors).toBe(48);
    expect(kept).toBeLessThan(48);
    expect(kept).toBeGreaterThan(5);
    expect(bytes).toBeLessThanOrEqual(1024 * 1024);
    const [newest] = await server.sql(
      'SELECT e.id = max(k.error_id) OVER () AS kept FROM ingestion_errors e JOIN kept_spans k ON k.error_id = e.id ORDER BY e.id DESC LIMIT 1',
    );
    expect(newest).toEqual({ kept: true });
  });

  it('goes with the traces of a project, and with the project', async () => {
    await sendRefused(server, 'cleared', [{ spanId: '' }]);
    const [project] = await server.sql<{ id: number }>(
      "SELECT id FROM projects WHERE name = 'cleared'",
    );
    const id = Buffer.from(`Project:${project!.id}`).toString('base64');
    const clear = (input: object) =>
      server.gql(
        'mutation ($input: ClearProjectInput!) { clearProject(input: $input) { __typename } }',
        {
          input: { id, ...input },
        },
      );
    await clear({ endTime: '2020-01-01T00:00:00Z' });
    expect(await count('cleared')).toMatchObject({ kept: 1 });
    await clear({});
    expect(await count('cleared')).toMatchObject({ errors: 0 });
    await sendRefused(server, 'cleared', [{ spanId: '' }]);
    await server.request.delete(`/v1/projects/${id}`).expect(204);
    const left = await server.sql('SELECT FROM kept_spans WHERE project_id = $1', [project!.id]);
    expect(left).toEqual([]);
  });

  it('is not older than the retention policy of the project', async () => {
    const project = await aProject(server, { name: 'policed' });
    await sendRefused(server, 'policed', [
      { spanId: '', name: 'old' },
      { spanId: '', name: 'new' },
    ]);
    await server.sql(
      "UPDATE ingestion_errors SET occurred_at = now() - interval '8 days' WHERE span_name = 'old'",
    );
    const policy = await aPolicy(server, {
      addProjects: [Buffer.from(`Project:${project.id}`).toString('base64')],
    });
    expect(await runNow(server, policy)).toMatchObject({ lastRun: { error: null } });
    expect(await count('policed')).toMatchObject({ errors: 1, kept: 1 });
  });

  it('is not older than the limit, whether or not anything new is refused', async () => {
    await sendRefused(server, 'aged', [{ spanId: '' }]);
    await server.sql("UPDATE ingestion_errors SET occurred_at = now() - interval '11 days'");
    await sendRefused(server, 'aged', [{ spanId: '', name: 'new' }]);
    const second = await startTestServer({
      SPANDREL_DATABASE_URL: server.databaseUrl,
      SPANDREL_INGESTION_ERRORS_MAX_DAYS: '10',
    });
    try {
      await eventually('the old spans to be gone', async () => {
        const rows = await server.sql<{ name: string }>(
          'SELECT e.span_name AS name FROM ingestion_errors e JOIN kept_spans k ON k.error_id = e.id',
        );
        return rows.length === 1 && rows[0]!.name === 'new';
      });
    } finally {
      await second.stop();
    }
  });

  it('is nothing while it cannot be recorded, which the sender learns', async () => {
    await server.sql('ALTER TABLE kept_spans RENAME TO kept_spans_away');
    try {
      const good = anOtlpSpan();
      const body = jsonRequest([good, anOtlpSpan({ spanId: '' })], { project: 'unlucky' });
      const response = await postTraces(server.url, body, JSON_TYPE);
      expect(await response.json()).toEqual({
        partialSuccess: {
          rejectedSpans: '1',
          errorMessage: '1 × missing_span_id: The span has no span ID. They were not kept.',
        },
      });
      expect(
        await server.sql('SELECT name FROM spans WHERE trace_id = $1', [good.traceId]),
      ).toEqual([{ name: 'step' }]);
    } finally {
      await server.sql('ALTER TABLE kept_spans_away RENAME TO kept_spans');
    }
  });
});
