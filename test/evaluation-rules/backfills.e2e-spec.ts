import { eventuallyAfter } from '../support/background-loops.js';
import { aProject } from '../support/factories/project.js';
import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Rule, RULE_LOOPS, ruleOperations, said, whenSelected } from './rule-operations.js';

interface Backfill {
  startTime: string | null;
  endTime: string;
  selectedCount: number;
  doneCount: number;
  isRunning: boolean;
  error: string | null;
}

const BACKFILL = 'id backfill { startTime endTime selectedCount doneCount isRunning error }';

describe('a backfill', () => {
  let server: TestServer;
  let projectId: number;
  const { aRule, read, update, whenDone } = ruleOperations(
    (query, variables) => server.gql(query, variables),
    () => server,
  );

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await emptyDatabase(server);
    ({ id: projectId } = await aProject(server));
  });

  async function send(operation: 'backfill' | 'stop', input: object) {
    const [name, type] =
      operation === 'backfill'
        ? ['backfillEvaluationRule', 'BackfillEvaluationRuleInput']
        : ['stopEvaluationRuleBackfill', 'StopEvaluationRuleBackfillInput'];
    const { data, errors } = await server.gql<{
      done: { evaluationRule: { backfill: Backfill } };
    }>(
      `mutation ($input: ${type}!) { done: ${name}(input: $input) { evaluationRule { ${BACKFILL} } } }`,
      { input },
    );
    return { backfill: data?.done.evaluationRule.backfill, error: errors?.[0] };
  }
  async function readBackfill({ id }: Rule): Promise<Backfill | null> {
    const { data } = await server.gql<{ node: { backfill: Backfill | null } }>(
      `{ node(id: "${id}") { ... on EvaluationRule { ${BACKFILL} } } }`,
    );
    return data!.node.backfill;
  }
  const whenEnded = (rule: Rule) =>
    eventuallyAfter(server, RULE_LOOPS, 'the end of a backfill', async () => {
      const backfill = await readBackfill(rule);
      return backfill && !backfill.isRunning ? backfill : null;
    });

  /** Inserts stored spans, one per minute from 10:00, in a few statements. */
  async function storedSpans(count: number): Promise<void> {
    const { trace_id } = await aTrace(server, { project_id: projectId });
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
              start_time, end_time, attributes)
       SELECT $1, 's' || n, $2, CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END, 'LLM', 'OK', '',
              t, t, '{"output.value":"Paris"}'
         FROM generate_series(0, $3 - 1) n,
              LATERAL (SELECT '2024-03-01T10:00:00Z'::timestamptz + n * interval '1 min') AS at (t)`,
      [trace_id, projectId, count],
    );
  }
  const evaluated = async () =>
    (await server.sql<{ span_id: string }>('SELECT span_id FROM span_annotations')).map((row) =>
      Number(row.span_id.slice(1)),
    );

  it('evaluates stored spans in a range that meet the condition, with its progress', async () => {
    await storedSpans(40);
    const rule = await aRule(projectId, { condition: "name == 'even'" });
    expect(await readBackfill(rule)).toBeNull();
    const timeRange = { start: '2024-03-01T10:10:00Z', end: '2024-03-01T10:20:00Z' };
    const { backfill } = await send('backfill', { id: rule.id, timeRange });
    expect(backfill).toMatchObject({
      startTime: '2024-03-01T10:10:00+00:00',
      endTime: '2024-03-01T10:20:00+00:00',
      isRunning: true,
    });
    expect(await whenEnded(rule)).toMatchObject({ selectedCount: 5, doneCount: 5, error: null });
    expect((await evaluated()).toSorted((a, b) => a - b)).toEqual([10, 12, 14, 16, 18]);
    // Another one leaves out what has been evaluated.
    await send('backfill', { id: rule.id });
    expect(await whenEnded(rule)).toMatchObject({ startTime: null, selectedCount: 15 });
    expect(await read(rule.id)).toMatchObject({ evaluatedToday: 20 });
  });

  it('leaves out spans whose texts a retention policy removed', async () => {
    await storedSpans(4);
    await server.sql(`UPDATE spans SET text_removed_at = now() WHERE name = 'even'`);
    const rule = await aRule(projectId);
    await send('backfill', { id: rule.id });
    expect(await whenEnded(rule)).toMatchObject({ selectedCount: 2, doneCount: 2, error: null });
    expect((await evaluated()).toSorted((a, b) => a - b)).toEqual([1, 3]);
  });

  it('tests stored and new spans with conditions of every kind', async () => {
    const conditions = [
      'cumulative_llm_token_count_total == 7',
      "not annotations['helpful'] and parent_span is None",
      "'Paris' in output.value",
      "annotations['helpful'].score is None and latency_ms >= 0",
    ];
    const rules: Rule[] = [];
    for (const condition of conditions) {
      rules.push(await aRule(projectId, { name: condition, condition }));
    }
    const tokens = { kind: 'LLM', prompt_tokens: 4, completion_tokens: 3 };
    const aSpanOfParis = () =>
      aSpan(server, { project_id: projectId, attributes: said('Paris'), ...tokens });
    await aSpanOfParis();
    for (const rule of rules) expect(await whenDone(rule.id, 1)).toMatchObject({ lastError: null });
    for (const { id } of rules) await update({ id, isEnabled: false });
    await aSpanOfParis();
    await whenSelected(server);
    for (const rule of rules) {
      await update({ id: rule.id, isEnabled: true });
      await send('backfill', { id: rule.id });
      expect(await whenEnded(rule)).toMatchObject({ selectedCount: 1, error: null });
    }
  });

  it('goes through many pages, and waits while much is to be evaluated', async () => {
    await storedSpans(1_100);
    const rule = await aRule(projectId, { samplingRate: 0.99, maxEvaluationsPerDay: 5 });
    await send('backfill', { id: rule.id });
    const { selectedCount, doneCount } = await whenEnded(rule);
    expect(selectedCount).toBeGreaterThan(1_000);
    expect(selectedCount).toBeLessThan(1_100);
    expect(doneCount).toBe(selectedCount);
    expect(await read(rule.id)).toMatchObject({
      evaluatedToday: 5,
      skippedToday: selectedCount - 5,
    });
    // The newest ones came first.
    expect(Math.min(...(await evaluated()))).toBeGreaterThan(1_050);
  });

  it('can be of traces and of sessions', async () => {
    const { session_id } = await aSession(server, { project_id: projectId });
    const { trace_id } = await aTrace(server, { project_id: projectId, session_id });
    const attributes = said('Paris');
    await aSpan(server, { project_id: projectId, trace_id, attributes });
    await aSpan(server, { project_id: projectId, attributes, status_code: 'ERROR' });
    await whenSelected(server);
    const ofTraces = await aRule(projectId, { target: 'TRACE', condition: 'error_count == 0' });
    const ofSessions = await aRule(projectId, { target: 'SESSION', name: 'of sessions' });
    await send('backfill', { id: ofTraces.id });
    await send('backfill', { id: ofSessions.id });
    expect(await whenEnded(ofTraces)).toMatchObject({ selectedCount: 2, doneCount: 2 });
    expect(await whenEnded(ofSessions)).toMatchObject({ selectedCount: 1, doneCount: 1 });
    expect(await server.sql('SELECT trace_id, label FROM trace_annotations')).toEqual([
      { trace_id, label: 'true' },
    ]);
    expect(await server.sql('SELECT session_id, label FROM session_annotations')).toEqual([
      { session_id, label: 'true' },
    ]);
  });

  it('can be stopped', async () => {
    await storedSpans(3);
    const rule = await aRule(projectId);
    await server.sql(
      `INSERT INTO evaluation_backfills (rule_id, end_time, next_time, next_id, selected)
       SELECT id, now(), '2000-01-01', 0, 2 FROM evaluation_rules`,
    );
    await server.sql(
      `INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at, is_backfill)
       SELECT r.id, 't', 's', '', now() + interval '1 day', true FROM evaluation_rules r`,
    );
    expect((await send('backfill', { id: rule.id })).error).toMatchObject({
      message: expect.stringContaining('is running') as string,
      extensions: { code: 'CONFLICT' },
    });
    expect((await send('stop', { id: rule.id })).backfill).toMatchObject({
      isRunning: false,
      selectedCount: 1,
      doneCount: 1,
    });
    expect((await read(rule.id))!.waitingCount).toBe(0);
  });

  it('is refused for disabled and unknown rules, and for empty ranges', async () => {
    const rule = await aRule(projectId, { isEnabled: false });
    expect((await send('backfill', { id: rule.id })).error).toMatchObject({
      message: 'This rule is disabled. Enable it before you start a backfill.',
    });
    const unknown = globalId('EvaluationRule', 2 ** 40);
    for (const operation of ['backfill', 'stop'] as const) {
      expect((await send(operation, { id: unknown })).error).toMatchObject({
        message: `Rule "${unknown}" not found.`,
        extensions: { code: 'NOT_FOUND' },
      });
    }
    await update({ id: rule.id, isEnabled: true });
    const timeRange = { start: '2024-03-01T10:00:00Z', end: '2024-03-01T10:00:00Z' };
    expect((await send('backfill', { id: rule.id, timeRange })).error).toMatchObject({
      message: 'The start of the range must be before its end.',
    });
  });
});
