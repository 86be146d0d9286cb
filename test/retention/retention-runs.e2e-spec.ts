import pg from 'pg';
import { RetentionPoliciesService } from '../support/built.js';
import { eventually } from '../support/eventually.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  aPolicy,
  ended,
  listPolicies,
  mutatePolicy,
  type Policy,
  runNow,
} from './retention-operations.js';

const DAY_MS = 86_400_000;

describe('a retention policy that runs', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql('DELETE FROM retention_policies WHERE NOT is_default');
    await server.sql(`DELETE FROM projects WHERE name <> 'default'`);
    projectId = (await aProject(server)).id;
  });

  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

  /** Stores a trace with two spans. */
  async function aTraceOf(days: number, given: { session?: string; hasFailed?: boolean } = {}) {
    const times = { start_time: daysAgo(days), end_time: daysAgo(days) };
    const trace = await aTrace(server, {
      project_id: projectId,
      session_id: given.session ?? null,
      ...times,
    });
    const { trace_id } = trace;
    const root = await aSpan(server, { trace_id, ...times });
    const status_code = given.hasFailed ? 'ERROR' : 'OK';
    await aSpan(server, { trace_id, parent_id: root.span_id, status_code, ...times });
    return { ...trace, rootId: root.span_id };
  }

  /** Stores traces without spans. */
  const manyTracesOf = (days: number, count: number) =>
    server.sql(
      `INSERT INTO traces (trace_id, project_id, start_time, end_time)
       SELECT md5(random()::text), $1, $2, $2 FROM generate_series(1, $3)`,
      [projectId, daysAgo(days), count],
    );

  async function tracesLeft(): Promise<string[]> {
    const rows = await server.sql<{ trace_id: string }>(
      'SELECT trace_id FROM traces WHERE project_id = $1 ORDER BY start_time',
      [projectId],
    );
    return rows.map(({ trace_id }) => trace_id);
  }

  const ofProject = () => ({ addProjects: [globalId('Project', projectId)] });

  it('deletes what is older than its days, with spans, annotations and empty sessions', async () => {
    const { session_id: emptied } = await aSession(server, { project_id: projectId });
    const { session_id: shortened } = await aSession(server, { project_id: projectId });
    const old = await aTraceOf(10, { session: emptied });
    await aTraceOf(8, { session: shortened });
    const kept = [await aTraceOf(6.9, { session: shortened }), await aTraceOf(0)];
    await server.request
      .post('/v1/trace_annotations?sync=true')
      .send({
        data: [
          { trace_id: old.trace_id, name: 'quality', annotator_kind: 'CODE', result: { score: 1 } },
        ],
      })
      .expect(200);
    const elsewhere = await aTrace(server, {
      session_id: emptied,
      start_time: daysAgo(100),
      end_time: daysAgo(100),
    });

    const { lastRun } = await runNow(server, await aPolicy(server, ofProject()));
    expect(lastRun).toMatchObject({ deletedTraceCount: 2, deletedSpanCount: 4, error: null });
    expect(await tracesLeft()).toEqual(kept.map(({ trace_id }) => trace_id));
    const rows = await server.sql<{ rows: number }>(
      `SELECT (SELECT count(*) FROM spans WHERE project_id = $1)
            + (SELECT count(*) FROM trace_annotations WHERE trace_id = $2) AS rows`,
      [projectId, old.trace_id],
    );
    expect(rows).toEqual([{ rows: 4 }]);
    const sessions = await server.sql<{ session_id: string }>(
      'SELECT session_id FROM project_sessions WHERE project_id = $1',
      [projectId],
    );
    expect(sessions).toEqual([{ session_id: shortened }]);
    expect(
      await server.sql('SELECT project_id FROM project_sessions WHERE session_id = $1', [emptied]),
    ).toEqual([{ project_id: elsewhere.project_id }]);
    const other = await server.sql('SELECT FROM traces WHERE trace_id = $1', [elsewhere.trace_id]);
    expect(other).toHaveLength(1);
  });

  it('deletes old log records and points, but leaves those of kept traces to them', async () => {
    const gone = await aTraceOf(10);
    const failed = await aTraceOf(10, { hasFailed: true });
    await server.sql('UPDATE traces SET error_count = 1 WHERE trace_id = $1', [failed.trace_id]);
    await server.sql(
      `INSERT INTO log_records (project_id, time, severity_number, body, is_json_body, attributes, trace_id)
       SELECT $1, time::timestamptz, 0, body, false, '{}', trace_id
         FROM unnest($2::text[], $3::text[], $4::text[]) AS l (body, time, trace_id)`,
      [
        projectId,
        ['old', 'new', 'of a deleted trace', 'of a kept trace', 'of a trace of others'],
        [10, 1, 10, 10, 10].map(daysAgo),
        [null, null, gone.trace_id, failed.trace_id, 'unknown'],
      ],
    );
    await server.sql(
      `INSERT INTO metric_points (project_id, name, kind, is_delta, time, value, attributes)
       SELECT $1, 'codex.x', 'SUM', true, time, 1, '{}' FROM unnest($2::timestamptz[]) AS p (time)`,
      [projectId, [10, 1].map(daysAgo)],
    );
    await runNow(server, await aPolicy(server, { keeps: ['FAILED'], ...ofProject() }));
    const left = await server.sql<{ body: string }>(
      'SELECT body FROM log_records WHERE project_id = $1 ORDER BY id',
      [projectId],
    );
    expect(left.map(({ body }) => body)).toEqual(['new', 'of a kept trace']);
    const points = await server.sql('SELECT FROM metric_points WHERE project_id = $1', [projectId]);
    expect(points).toHaveLength(1);
  });

  it('keeps so many of the newest traces of each project', async () => {
    const traces = [];
    for (const days of [400, 3, 2, 1]) traces.push(await aTraceOf(days));
    const rule = { maxCount: { maxCount: 2 } };
    const { lastRun } = await runNow(server, await aPolicy(server, { rule, ...ofProject() }));
    expect(lastRun).toMatchObject({ deletedTraceCount: 2 });
    expect(await tracesLeft()).toEqual(traces.slice(2).map(({ trace_id }) => trace_id));
  });

  it.each([
    [{ maxDays: 2.5, maxCount: 3 }, 2],
    [{ maxDays: 100, maxCount: 1 }, 1],
    [{ maxDays: 0, maxCount: 3 }, 3],
    [{ maxDays: 2.5, maxCount: 0 }, 2],
    [{ maxDays: 2.5, maxCount: 100 }, 2],
    [{ maxDays: 0, maxCount: 0 }, 4],
  ])('applies whichever deletes more: %j', async (maxDaysOrCount, left) => {
    for (const days of [400, 3, 2, 1]) await aTraceOf(days);
    await runNow(server, await aPolicy(server, { rule: { maxDaysOrCount }, ...ofProject() }));
    expect(await tracesLeft()).toHaveLength(left);
  });

  it('keeps what it exempts, even among many traces', async () => {
    const annotate = (data: object, path: string) =>
      server.request
        .post(`/v1/${path}?sync=true`)
        .send({ data: [{ name: 'quality', result: { score: 1 }, ...data }] })
        .expect(200);
    const { session_id } = await aSession(server, { project_id: projectId });
    const failed = await aTraceOf(20, { hasFailed: true });
    const judged = await aTraceOf(19);
    await annotate({ span_id: judged.rootId, annotator_kind: 'LLM' }, 'span_annotations');
    const labeled = await aTraceOf(18);
    await annotate({ trace_id: labeled.trace_id, annotator_kind: 'HUMAN' }, 'trace_annotations');
    const talked = await aTraceOf(17, { session: session_id });
    await annotate({ session_id, annotator_kind: 'HUMAN' }, 'session_annotations');
    const exemplary = await aTraceOf(16);
    await anExample(server, { trace_id: exemplary.trace_id, span_id: exemplary.rootId });
    await manyTracesOf(18, 120);
    const policy = await aPolicy(server, {
      keeps: ['FAILED', 'ANNOTATED', 'IN_DATASETS'],
      ...ofProject(),
    });
    const all = [failed, judged, labeled, talked, exemplary].map(({ trace_id }) => trace_id);
    expect(await preview(policy, ['FAILED', 'ANNOTATED', 'IN_DATASETS'])).toEqual({
      traceCount: 120,
      spanCount: 0,
      keptTraceCount: 5,
    });
    expect((await runNow(server, policy)).lastRun).toMatchObject({ deletedTraceCount: 120 });
    expect((await tracesLeft()).toSorted()).toEqual(all.toSorted());

    await mutatePolicy(server, 'patch', { id: policy.id, keeps: ['ANNOTATED_BY_PEOPLE'] });
    await runNow(server, policy);
    expect((await tracesLeft()).toSorted()).toEqual([labeled.trace_id, talked.trace_id].toSorted());
  });

  /** Counts what a policy would delete after seven days. */
  async function preview(policy: Policy, keeps: string[]) {
    const { data } = await server.gql<{ retentionPreview: object }>(
      `query ($keeps: [RetentionExemption!]!, $id: ID!) {
         retentionPreview(rule: { maxDays: { maxDays: 7 } }, keeps: $keeps, policyId: $id) {
           traceCount spanCount keptTraceCount } }`,
      { keeps, id: policy.id },
    );
    return data!.retentionPreview;
  }

  it('says beforehand what it would delete, and deletes nothing', async () => {
    await aTraceOf(10);
    await aTraceOf(9, { hasFailed: true });
    await aTraceOf(1);
    const policy = await aPolicy(server, ofProject());
    expect(await preview(policy, [])).toEqual({ traceCount: 2, spanCount: 4, keptTraceCount: 0 });
    expect(await preview(policy, ['FAILED'])).toEqual({
      traceCount: 1,
      spanCount: 2,
      keptTraceCount: 1,
    });
    expect(await tracesLeft()).toHaveLength(3);
    const { data } = await server.gql(
      `query ($projects: [ID!]!) {
         retentionPreview(rule: { maxCount: { maxCount: 1 } }, projects: $projects) { traceCount } }`,
      { projects: [globalId('Project', projectId)] },
    );
    expect(data).toEqual({ retentionPreview: { traceCount: 2 } });
  });

  it('runs when it is due, once, and is due again later', async () => {
    await aTraceOf(10);
    const { id } = await aPolicy(server, ofProject());
    await server.sql(`UPDATE retention_policies SET next_run_at = now() - interval '1 minute'
                       WHERE NOT is_default`);
    // Wakes the job, which otherwise looks once a minute.
    await mutatePolicy(server, 'run', { id: (await listPolicies(server))[0]!.id });
    const { nextRunAt, lastRun } = await ended(server, id);
    expect(new Date(nextRunAt).getTime()).toBeGreaterThan(Date.now());
    expect(lastRun).toMatchObject({ deletedTraceCount: 1 });
    // It looks for what is due once more.
    await runNow(server, (await listPolicies(server))[0]!);
    const runs = await server.sql<{ runs: number }>(
      `SELECT count(*) AS runs FROM retention_runs r JOIN retention_policies p ON p.id = r.policy_id
        WHERE NOT p.is_default`,
    );
    expect(runs).toEqual([{ runs: 1 }]);
  });

  it('continues a run that a killed server left', async () => {
    await aTraceOf(10);
    const { id } = await aPolicy(server, ofProject());
    await server.sql(
      `INSERT INTO retention_runs (policy_id, deleted_traces, started_at)
       SELECT id, 5, now() - interval '1 hour' FROM retention_policies WHERE NOT is_default`,
    );
    await mutatePolicy(server, 'run', { id });
    expect((await ended(server, id)).lastRun).toMatchObject({ deletedTraceCount: 6 });
  });

  it('deletes nothing of projects that follow another policy, or the default', async () => {
    await aTraceOf(10);
    await runNow(server, await aPolicy(server));
    const [byDefault] = await listPolicies(server);
    await runNow(server, byDefault!);
    expect(await tracesLeft()).toHaveLength(1);
  });

  it('stops when the project follows another policy, or the policy has changed', async () => {
    await manyTracesOf(20, 200);
    const policy = await aPolicy(server, ofProject());
    // Holds up the first step.
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM traces WHERE project_id = $1 FOR UPDATE', [projectId]);
    await mutatePolicy(server, 'run', { id: policy.id });
    await mutatePolicy(server, 'patch', { id: policy.id, rule: { maxDays: { maxDays: 0 } } });
    await holder.query('ROLLBACK');
    await holder.end();
    const { lastRun } = await ended(server, policy.id);
    expect(lastRun!.deletedTraceCount).toBeLessThan(200);
    expect(await tracesLeft()).toHaveLength(200 - lastRun!.deletedTraceCount);
  });

  it('lets the index and the figures of the project follow', async () => {
    await aTraceOf(10);
    await aTraceOf(1);
    await runNow(server, await aPolicy(server, ofProject()));
    await eventually('the figures', async () => {
      const { data } = await server.gql<{ node: { traceCount: number } }>(
        'query ($id: ID!) { node(id: $id) { ... on Project { traceCount } } }',
        { id: globalId('Project', projectId) },
      );
      return data!.node.traceCount === 1;
    });
  });
});

describe('the default retention policy', () => {
  it('keeps traces as long as the environment says, until people change it', async () => {
    const server = await startTestServer();
    try {
      server.change({ SPANDREL_DEFAULT_RETENTION_POLICY_DAYS: '90' });
      // As a server does when it starts.
      const applySettings = () =>
        server.app.get(RetentionPoliciesService, { strict: false }).applySettings();
      await applySettings();
      const [policy] = await listPolicies(server);
      expect(policy!.rule).toEqual({ __typename: 'TraceRetentionRuleMaxDays', maxDays: 90 });
      await mutatePolicy(server, 'patch', { id: policy!.id, rule: { maxDays: { maxDays: 30 } } });
      await applySettings();
      expect((await listPolicies(server))[0]!.rule).toMatchObject({ maxDays: 30 });
    } finally {
      await server.stop();
    }
  });
});
