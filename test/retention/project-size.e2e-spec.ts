import { eventuallyAfter } from '../support/background-loops.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { hurry } from '../tracing/figures/rolled-figures.js';
import { aPolicy, type Policy, runNow } from './retention-operations.js';

const HOUR_MS = 3_600_000;
/** A span occupies 1,000 bytes and its attributes, which compression hardly shrinks. */
const SPAN_BYTES = 4_000;

describe('a retention policy that limits the size of projects', () => {
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

  /** Stores a trace with one span of about 4 KB. */
  async function aLargeTrace(hoursAgo: number, given: object = {}): Promise<string> {
    const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    const text = Array.from({ length: 3_000 }, () =>
      String.fromCodePoint(33 + Math.floor(Math.random() * 90)),
    ).join('');
    const { trace_id } = await aSpan(server, {
      project_id: projectId,
      start_time: at,
      end_time: at,
      payload: { output: { value: text } },
      ...given,
    });
    return trace_id;
  }

  const aSizePolicy = (maxSpans: number, given: Parameters<typeof aPolicy>[1] = {}) =>
    aPolicy(server, {
      rule: { maxDays: { maxDays: 0 } },
      maxBytes: Math.round((maxSpans + 0.5) * SPAN_BYTES),
      addProjects: [globalId('Project', projectId)],
      ...given,
    });

  /** Lists the traces that are left, oldest first. */
  async function tracesLeft(): Promise<string[]> {
    const rows = await server.sql<{ trace_id: string }>(
      'SELECT trace_id FROM traces WHERE project_id = $1 ORDER BY start_time',
      [projectId],
    );
    return rows.map(({ trace_id }) => trace_id);
  }

  async function preview(policy: Policy) {
    const { data, errors } = await server.gql<{
      retentionPreview: {
        traceCount: number;
        spanCount: number;
        keptTraceCount: number;
        storedBytes: number;
      };
    }>(
      `query ($id: ID!, $maxBytes: Float!, $keeps: [RetentionExemption!]!, $rule: ProjectTraceRetentionRuleInput!) {
         retentionPreview(rule: $rule, maxBytes: $maxBytes, keeps: $keeps, policyId: $id) {
           traceCount spanCount keptTraceCount storedBytes } }`,
      {
        id: policy.id,
        maxBytes: policy.maxBytes,
        keeps: policy.keeps,
        rule: { maxDays: { maxDays: policy.rule.maxDays } },
      },
    );
    if (!data) throw new Error(JSON.stringify(errors));
    return data.retentionPreview;
  }

  it('deletes the oldest traces until the rest fits, as it said beforehand', async () => {
    const traces: string[] = [];
    for (const hours of [50, 40, 30, 20, 10, 0]) traces.push(await aLargeTrace(hours));
    const policy = await aSizePolicy(4);
    const { storedBytes, ...counts } = await preview(policy);
    expect(counts).toEqual({ traceCount: 2, spanCount: 2, keptTraceCount: 0 });
    expect(storedBytes).toBeGreaterThan(5.5 * SPAN_BYTES);
    expect(storedBytes).toBeLessThan(6.5 * SPAN_BYTES);
    expect((await runNow(server, policy)).lastRun).toMatchObject({
      deletedTraceCount: 2,
      error: null,
    });
    expect(await tracesLeft()).toEqual(traces.slice(2));
    expect((await runNow(server, policy)).lastRun).toMatchObject({ deletedTraceCount: 0 });
  });

  it('counts what it keeps, and deletes newer traces instead', async () => {
    const failed = await aLargeTrace(50, { status_code: 'ERROR' });
    const traces: string[] = [];
    for (const hours of [40, 30, 20, 10]) traces.push(await aLargeTrace(hours));
    const policy = await aSizePolicy(3, { keeps: ['FAILED'] });
    expect(await preview(policy)).toMatchObject({ traceCount: 2, keptTraceCount: 1 });
    await runNow(server, policy);
    expect(await tracesLeft()).toEqual([failed, ...traces.slice(2)]);
  });

  it('deletes by age first, and only what is still too much by size', async () => {
    for (const hours of [72, 60, 30, 20, 10]) await aLargeTrace(hours);
    const policy = await aSizePolicy(2, { rule: { maxDays: { maxDays: 2 } } });
    expect(await preview(policy)).toMatchObject({ traceCount: 3 });
    expect((await runNow(server, policy)).lastRun).toMatchObject({ deletedTraceCount: 3 });
  });

  it('deletes the oldest of those that another limit leaves', async () => {
    const traces: string[] = [];
    for (const hours of [50, 40, 30, 20, 10]) traces.push(await aLargeTrace(hours));
    const policy = await aSizePolicy(2, { rule: { maxCount: { maxCount: 3 } } });
    expect((await runNow(server, policy)).lastRun).toMatchObject({ deletedTraceCount: 3 });
    expect(await tracesLeft()).toEqual(traces.slice(3));
  });

  it('deletes nothing if removing texts makes enough room', async () => {
    for (const hours of [72, 60, 30, 20]) await aLargeTrace(hours);
    const policy = await aSizePolicy(3, { maxTextDays: 2 });
    expect((await runNow(server, policy)).lastRun).toMatchObject({
      deletedTraceCount: 0,
      clearedTraceCount: 2,
    });
    expect(await tracesLeft()).toHaveLength(4);
  });

  it('knows the size also of what is rolled up, or was before sizes were measured', async () => {
    for (const hours of [50, 40, 30]) await aLargeTrace(hours);
    const isRolledUp = async () => {
      await hurry(server);
      const [row] = await server.sql<{ waiting: number; rolled: number }>(
        `SELECT (SELECT count(*) FROM changed_quarters) AS waiting, count(*) AS rolled
           FROM quarter_rollups WHERE project_id = $1 AND changed_at IS NULL`,
        [projectId],
      );
      return row!.waiting === 0 && row!.rolled === 3;
    };
    const whenRolledUp = () => eventuallyAfter(server, ['rollups'], 'rollups', isRolledUp);
    await whenRolledUp();
    const policy = await aSizePolicy(2);
    const { storedBytes } = await preview(policy);
    expect(storedBytes).toBeGreaterThan(2.5 * SPAN_BYTES);

    await server.sql('UPDATE quarter_rollups SET span_bytes = NULL');
    await server.sql('UPDATE day_rollups SET span_bytes = NULL');
    expect((await preview(policy)).storedBytes).toBe(storedBytes);
    await whenRolledUp();
    expect((await preview(policy)).storedBytes).toBe(storedBytes);
  });

  it('keeps everything in projects that fit, and in those that follow another policy', async () => {
    await aLargeTrace(50);
    await runNow(server, await aSizePolicy(1));
    expect(await tracesLeft()).toHaveLength(1);
    const tiny = { name: 'tiny', maxBytes: 1, rule: { maxDays: { maxDays: 0 } } };
    await runNow(server, await aPolicy(server, tiny));
    expect(await tracesLeft()).toHaveLength(1);
  });
});
