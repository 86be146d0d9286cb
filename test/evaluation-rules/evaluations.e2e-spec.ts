import { eventuallyAfter } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import { aSpan, type SpanRow } from '../support/factories/span.js';
import { markUnindexed } from '../support/factories/unindexed.js';
import { globalId } from '../support/global-id.js';
import { wakeJobs } from '../support/job-queue.js';
import { emptyDatabase } from '../support/reset.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Rule, RULE_LOOPS, ruleOperations, said, whenSelected } from './rule-operations.js';

interface Annotation {
  trace_id: string;
  span_id: string;
  name: string;
  identifier: string;
  annotator_kind: string;
  label: string;
  score: number;
  explanation: string;
  metadata: { rule_id: string; evaluation_trace_id: string };
  source: string;
  user_id: number | null;
}

describe('a rule', () => {
  let server: TestServer;
  let projectId: number;
  let projectName: string;
  const { aRule, create, builtIn, read, update, remove, whenDone } = ruleOperations(
    (query, variables) => server.gql(query, variables),
    () => server,
  );

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await emptyDatabase(server);
    ({ id: projectId, name: projectName } = await aProject(server));
  });

  const annotations = () =>
    server.sql<Annotation>('SELECT * FROM span_annotations ORDER BY trace_id, span_id');
  const queue = () => server.sql('SELECT * FROM evaluation_queue WHERE NOT is_finished');

  async function someSpans(count: number, rest: Partial<SpanRow> = {}): Promise<SpanRow[]> {
    const spans: SpanRow[] = [];
    for (let at = 0; at < count; at += 1) {
      const attributes = said(at % 2 === 0 ? 'Paris' : 'Rome');
      spans.push(await aSpan(server, { project_id: projectId, attributes, ...rest }));
    }
    return spans;
  }

  it('evaluates a span that arrives, and stores an annotation with its trace', async () => {
    const rule = await aRule(projectId);
    expect(rule).toMatchObject({
      projectId: globalId('Project', projectId),
      target: 'SPAN',
      condition: '',
      samplingRate: 1,
      maxEvaluationsPerDay: null,
      maxCostPerDay: null,
      isEnabled: true,
      evaluator: { name: 'contains', kind: 'BUILTIN' },
      evaluatedToday: 0,
      lastError: null,
    });
    const traceId = newTraceId();
    await sendTraces(server.url, [
      { project: projectName, traceId, attributes: { 'output.value': 'Paris is in France.' } },
    ]);
    expect(await whenDone(rule.id, 1)).toMatchObject({
      evaluatedToday: 1,
      failedToday: 0,
      costToday: 0,
      pricedSpansToday: { spanCount: 0, unpricedSpanCount: 0 },
      waitingCount: 0,
    });
    const [annotation] = await annotations();
    expect(annotation).toMatchObject({
      trace_id: traceId,
      name: 'mentions Paris',
      identifier: expect.stringMatching(/^rule:\d+$/) as string,
      annotator_kind: 'CODE',
      label: 'true',
      score: 1,
      explanation: 'The text contains "Paris".',
      metadata: { rule_id: rule.id },
      source: 'API',
      user_id: null,
    });
    const evaluation = await server.sql(
      `SELECT s.kind, s.name, p.name AS project, (s.attributes->>'metadata')::json AS metadata FROM spans s JOIN projects p ON p.id = s.project_id
        WHERE s.trace_id = $1`,
      [annotation!.metadata.evaluation_trace_id],
    );
    const project = rule.tracesProject!.name;
    const metadata = {
      rule_id: rule.id,
      trace_id: traceId,
      span_id: annotation!.span_id,
    };
    expect(evaluation).toEqual([{ kind: 'EVALUATOR', name: 'mentions Paris', project, metadata }]);
    expect(await queue()).toEqual([]);
  });

  it('evaluates only what meets its condition, and nothing that arrived before it', async () => {
    await someSpans(1, { kind: 'LLM' });
    const rule = await aRule(projectId, { condition: "span_kind == 'LLM' and latency_ms >= 0" });
    const [llm] = await someSpans(1, { kind: 'LLM' });
    await someSpans(2, { kind: 'TOOL' });
    // Another rule sees the others.
    const other = await aRule(projectId, { name: 'other', condition: "span_kind == 'TOOL'" });
    const later = await someSpans(2, { kind: 'TOOL' });
    await whenDone(other.id, 2);
    await whenDone(rule.id, 1);
    await whenSelected(server);
    expect(await queue()).toEqual([]);
    const found = (await annotations()).map(({ name, span_id }) => `${name} ${span_id}`);
    expect(found.toSorted()).toEqual(
      [
        `mentions Paris ${llm!.span_id}`,
        ...later.map(({ span_id }) => `other ${span_id}`),
      ].toSorted(),
    );
  });

  it('evaluates a sample, which is the same however often spans are looked at', async () => {
    const rule = await aRule(projectId, { samplingRate: 0.25 });
    const all = await aRule(projectId, { name: 'all' });
    await someSpans(60);
    await whenDone(all.id, 60);
    await whenSelected(server);
    const waiting = () =>
      eventuallyAfter(
        server,
        RULE_LOOPS,
        'an empty queue',
        async () => (await queue()).length === 0,
      );
    await waiting();
    const first = (await read(rule.id))!.evaluatedToday;
    expect(first).toBeGreaterThan(3);
    expect(first).toBeLessThan(30);
    await markUnindexed(server);
    await whenSelected(server);
    await waiting();
    expect(await read(rule.id)).toMatchObject({ evaluatedToday: first });
    expect(await read(all.id)).toMatchObject({ evaluatedToday: 60 });
  });

  it('evaluates nothing while it is disabled, and only what arrives once it is enabled again', async () => {
    const rule = await aRule(projectId, { isEnabled: false });
    const control = await aRule(projectId, { name: 'control' });
    await someSpans(2);
    await whenDone(control.id, 2);
    expect((await update({ id: rule.id, isEnabled: true })).rule).toMatchObject({
      isEnabled: true,
      name: 'mentions Paris',
    });
    await someSpans(1);
    await markUnindexed(server);
    await whenDone(control.id, 3);
    expect(await whenDone(rule.id, 1)).toMatchObject({ evaluatedToday: 1 });
    await whenSelected(server);
    expect(await queue()).toEqual([]);
  });

  it('forgets what waits for it when it is disabled', async () => {
    const rule = await aRule(projectId, { target: 'TRACE', inputMapping: null, name: 'quiet' });
    await someSpans(2);
    await whenSelected(server);
    expect(await read(rule.id)).toMatchObject({ waitingCount: 2 });
    await update({ id: rule.id, isEnabled: false });
    expect(await read(rule.id)).toMatchObject({ waitingCount: 0 });
  });

  it('stops at the number of evaluations of a day, and counts what it skips', async () => {
    const rule = await aRule(projectId, { maxEvaluationsPerDay: 2 });
    await someSpans(5);
    expect(await whenDone(rule.id, 5)).toMatchObject({ evaluatedToday: 2, skippedToday: 3 });
    await markUnindexed(server);
    await whenSelected(server);
    await eventuallyAfter(
      server,
      RULE_LOOPS,
      'no waiting rows',
      async () => (await read(rule.id))!.waitingCount === 0,
    );
    expect(await read(rule.id)).toMatchObject({ evaluatedToday: 2, skippedToday: 3 });
    expect(await annotations()).toHaveLength(2);
  });

  /** An error is stored just after the failure has been counted. */
  const findError = (id: string) =>
    eventuallyAfter(
      server,
      RULE_LOOPS,
      'an error',
      async () => (await read(id))?.lastError ?? null,
    );

  it('says why evaluations failed, once for each span, and goes on', async () => {
    const inputMapping = { literalMapping: { words: 'a' }, pathMapping: { text: 'output.answer' } };
    const rule = await aRule(projectId, { inputMapping });
    await someSpans(2);
    const done = await whenDone(rule.id, 2);
    expect(done).toMatchObject({ evaluatedToday: 0, failedToday: 2, waitingCount: 0 });
    expect(await findError(rule.id)).toBe('The path "output.answer" of "text" leads to nothing.');
    await markUnindexed(server);
    await whenSelected(server);
    expect((await update({ id: rule.id, name: 'repaired' })).rule).toMatchObject({
      lastError: null,
      failedToday: 2,
      waitingCount: 0,
    });
    await aSpan(server, {
      project_id: projectId,
      attributes: said('{"answer":"a"}', { 'output.mime_type': 'application/json' }),
    });
    expect(await whenDone(rule.id, 3)).toMatchObject({ evaluatedToday: 1 });
  });

  it('says that its condition cannot be tested, and does not delay others', async () => {
    const broken = await aRule(projectId, { name: 'broken' });
    const rule = await aRule(projectId);
    await server.sql(`UPDATE evaluation_rules SET condition = 'name ==' WHERE name = 'broken'`);
    await someSpans(1);
    expect(await whenDone(rule.id, 1)).toMatchObject({ lastError: null });
    expect(await findError(broken.id)).toMatch(/\(at character \d+\)/);
  });

  it('never evaluates the traces of evaluations', async () => {
    const rule = await aRule(projectId);
    await someSpans(3);
    await whenDone(rule.id, 3);
    const { error } = await create({
      projectId: rule.tracesProject!.id,
      name: 'loop',
      evaluatorId: await builtIn('contains'),
    });
    expect(error).toMatchObject({
      message: expect.stringContaining('has the traces of evaluations') as string,
      extensions: { code: 'BAD_REQUEST' },
    });
    await whenSelected(server);
    expect(await queue()).toEqual([]);
    expect(await annotations()).toHaveLength(3);
    // The list of projects does not show the project of the traces.
    const { data } = await server.gql<{ projects: { edges: { node: { id: string } }[] } }>(
      '{ projects(first: 50) { edges { node { id } } } }',
    );
    const ids = data!.projects.edges.map(({ node }) => node.id);
    expect(ids).toContain(rule.projectId);
    expect(ids).not.toContain(rule.tracesProject!.id);
  });

  it('keeps the annotations under its old name, and does not evaluate their spans again', async () => {
    const rule = await aRule(projectId);
    await someSpans(1);
    await whenDone(rule.id, 1);
    await update({ id: rule.id, name: 'renamed' });
    await markUnindexed(server);
    await whenSelected(server);
    expect(await queue()).toEqual([]);
    expect(await annotations()).toMatchObject([{ name: 'mentions Paris' }]);
  });

  const gone = async (rule: Rule) =>
    eventually('the end of the traces', async () => {
      await wakeJobs(server, 'project-deletions');
      const [row] = await server.sql('SELECT FROM projects WHERE name = $1', [
        rule.tracesProject!.name,
      ]);
      return !row;
    });

  it('is deleted with the traces of its evaluations, but not its annotations', async () => {
    const rule = await aRule(projectId);
    await someSpans(1);
    await whenDone(rule.id, 1);
    expect(await remove([rule.id, globalId('EvaluationRule', 2 ** 40)])).toMatchObject({
      error: { extensions: { code: 'NOT_FOUND' } },
    });
    expect(await read(rule.id)).not.toBeNull();
    expect(await remove([rule.id])).toMatchObject({
      done: { deletedEvaluationRuleIds: [rule.id] },
    });
    expect(await read(rule.id)).toBeNull();
    expect(await annotations()).toHaveLength(1);
    await gone(rule);
  });

  it('is deleted with its project, and so are the traces of its evaluations', async () => {
    const rule = await aRule(projectId);
    await someSpans(1);
    await whenDone(rule.id, 1);
    const { errors } = await server.gql(
      `mutation { deleteProject(id: "${rule.projectId}") { __typename } }`,
    );
    expect(errors).toBeUndefined();
    expect(await read(rule.id)).toBeNull();
    expect(await server.sql('SELECT FROM evaluation_rule_days')).toEqual([]);
    await gone(rule);
  });

  it('adds no statement to ingestion', async () => {
    const send = async () => {
      const trace = { project: projectName, attributes: { 'output.value': 'Paris' } };
      const { statements } = await server.countQueries(() => sendTraces(server.url, [trace]));
      // Is asked once a second, whatever is sent.
      return statements.filter((statement) => !statement.includes('FROM waiting_events'));
    };
    await send();
    const without = await send();
    await aRule(projectId, { maxEvaluationsPerDay: 0 });
    expect(await send()).toEqual(without);
  });
});
