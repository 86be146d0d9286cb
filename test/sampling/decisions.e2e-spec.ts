import {
  aDocumentAnnotation,
  aSessionAnnotation,
  aSpanAnnotation,
  aTraceAnnotation,
} from '../support/factories/annotation.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { aRun } from '../support/factories/experiment.js';
import { insertRow } from '../support/factories/insert.js';
import type { SessionRow } from '../support/factories/session.js';
import type { SpanRow } from '../support/factories/span.js';
import type { TraceRow } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { chosenId, QUIET, samplingOperations } from './sampling-operations.js';

describe('the decision of sampling about a trace', () => {
  let server: TestServer;
  const operations = samplingOperations(() => server);
  const { aSampledProject, send, whenDecided, whenHandedOver, whenNothingIsDue } = operations;
  const { age, reasons, counts, patch } = operations;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const rowOf = async <Row>(table: string, traceId: string): Promise<Row> => {
    const rows = await server.sql<Row>(`SELECT * FROM ${table} WHERE trace_id = $1`, [traceId]);
    return rows[0]!;
  };

  it('decides only when it is quiet', async () => {
    const project = await aSampledProject({ share: 0 });
    const early = await send(project);
    await whenHandedOver();
    await age(3_000);
    const late = await send(project, { traceId: early });
    const busy = await send(project);
    await whenHandedOver();
    await age(1_000);
    await whenNothingIsDue();
    expect(late).toBe(early);
    expect(await reasons(early, busy)).toEqual(['UNDECIDED', 'UNDECIDED']);
    await age(3_000);
    await whenNothingIsDue();
    expect(await reasons(early, busy)).toEqual([null, null]);
    expect(await counts(project)).toEqual({ DROPPED: 2 });
  });

  it('decides after the longest wait, although it is never quiet', async () => {
    const project = await aSampledProject({ share: 0, longestWaitSeconds: 3_600 });
    const traceId = await send(project);
    await whenHandedOver();
    await age(3_700);
    await send(project, { traceId });
    await whenNothingIsDue();
    expect(await reasons(traceId)).toEqual([null]);
  });

  it('never, if a span arrived before sampling was on', async () => {
    const project = await aSampledProject({ share: 0 }, false);
    const before = await send(project);
    await whenHandedOver();
    await patch(project.globalId, { ...QUIET, share: 0 });
    const after = await send(project);
    await send(project, { traceId: before });
    await whenDecided();
    expect(await reasons(before, after)).toEqual(['UNDECIDED', null]);
  });

  it('decides nothing while sampling is off, and forgets what waited', async () => {
    const project = await aSampledProject({ share: 0 });
    const traceId = await send(project);
    await whenHandedOver();
    await patch(project.globalId, { ...QUIET, share: 0 }, false);
    await whenDecided();
    await patch(project.globalId, { ...QUIET, share: 0 });
    await whenDecided();
    expect(await reasons(traceId)).toEqual(['UNDECIDED']);
  });

  it('applies the rules of that moment', async () => {
    const project = await aSampledProject({ share: 0 });
    const traceId = await send(project);
    await whenHandedOver();
    await patch(project.globalId, { ...QUIET, share: 1 });
    await whenDecided();
    expect(await reasons(traceId)).toEqual(['SHARE']);
  });

  it('decides once: what is kept stays, and counts once, however much arrives later', async () => {
    const project = await aSampledProject({ share: 0.5 });
    const traceId = await send(project, { traceId: chosenId() });
    await whenDecided();
    await patch(project.globalId, { ...QUIET, share: 0 });
    await send(project, { traceId });
    await whenDecided();
    expect(await reasons(traceId)).toEqual(['SHARE']);
    expect(await counts(project)).toEqual({ SHARE: 1 });
  });

  it('decides again if spans arrive after it was dropped: these stay only if a rule keeps them', async () => {
    const project = await aSampledProject({ share: 0.5 });
    const [silent, failing] = [await send(project), await send(project)];
    await whenDecided();
    expect(await reasons(silent, failing)).toEqual([null, null]);
    await send(project, { traceId: silent });
    await send(project, { traceId: failing, failure: 'too late' });
    await whenDecided();
    expect(await reasons(silent, failing)).toEqual([null, 'FAILED']);
    expect(await counts(project)).toEqual({ DROPPED: 3, FAILED: 1 });
  });

  it('never drops a trace that people have judged, or that something refers to', async () => {
    const project = await aSampledProject({ share: 0 });
    const ids: Record<string, string> = {};
    const sent = async (what: string, rest: object = {}) => (ids[what] = await send(project, rest));
    const span = await rowOf<SpanRow>('spans', await sent('span annotation'));
    await aSpanAnnotation(server, span);
    const documents = await rowOf<SpanRow>('spans', await sent('document annotation'));
    await aDocumentAnnotation(server, documents, { document_position: 0 });
    const trace = await rowOf<TraceRow>('traces', await sent('note'));
    await aTraceAnnotation(server, trace, { name: 'note', explanation: 'Look at this.' });
    await sent('session annotation', { attributes: { 'session.id': 'conversation' } });
    const [session] = await server.sql<SessionRow>('SELECT * FROM project_sessions');
    await aSessionAnnotation(server, session!);
    const example = await rowOf<SpanRow>('spans', await sent('example'));
    const { id: dataset_id } = await aDataset(server);
    await anExample(server, {
      dataset_id,
      trace_id: example.trace_id,
      span_id: example.span_id,
    });
    const run = await sent('run of an experiment');
    await aRun(server, { trace_id: run });
    const queued = await sent('annotation queue');
    const queue = await insertRow<{ id: number }>(server, 'annotation_queues', {
      project_id: project.id,
      name: 'review',
      target: 'TRACE',
    });
    const item = { queue_id: queue.id, position: 1, trace_id: queued };
    await insertRow(server, 'annotation_queue_items', item);
    const plain = await sent('none');
    const judged = await rowOf<TraceRow>('traces', plain);
    await aTraceAnnotation(server, judged, { annotator_kind: 'LLM', score: 0 });
    await whenDecided();
    const outcomes = await reasons(...Object.values(ids));
    expect(Object.fromEntries(Object.keys(ids).map((what, at) => [what, outcomes[at]]))).toEqual({
      ...Object.fromEntries(Object.keys(ids).map((what) => [what, 'PROTECTED'])),
      none: null,
    });
  });

  it('never drops a trace that somebody moved to the project', async () => {
    const project = await aSampledProject({ share: 0 });
    const other = await aSampledProject({ share: 1 }, false);
    const traceId = await send(other);
    await whenHandedOver();
    const { id } = await rowOf<TraceRow>('traces', traceId);
    await age(60);
    const { errors } = await server.gql(
      `mutation ($project: ID!, $traces: [ID!]!) {
         transferTracesToProject(projectId: $project, traceIds: $traces) { __typename } }`,
      { project: project.globalId, traces: [globalId('Trace', id)] },
    );
    expect(errors).toBeUndefined();
    await whenDecided();
    expect(await reasons(traceId)).toEqual(['PROTECTED']);
  });

  it('drops a trace with more spans than one transaction deletes', async () => {
    const project = await aSampledProject({ share: 0 });
    const traceId = await send(project, { children: Array.from({ length: 999 }, () => ({})) });
    await whenDecided();
    expect(await reasons(traceId)).toEqual([null]);
    expect(await server.sql('SELECT span_id FROM spans')).toEqual([]);
    expect(await counts(project)).toEqual({ DROPPED: 1 });
    await whenHandedOver();
    expect(await server.sql('SELECT FROM span_blocks')).toEqual([]);
  });

  it('waits for its evaluation, if a rule asks for scores', async () => {
    const project = await aSampledProject({ share: 0, scores: [{ name: 'correct', below: 0.5 }] });
    const [good, bad] = [await send(project), await send(project)];
    await whenHandedOver();
    const [rule] = await server.sql<{ id: number }>(
      `INSERT INTO evaluation_rules (project_id, name, target, condition, sampling_rate, evaluator_id,
         input_mapping, is_enabled, traces_project_name)
       SELECT $1, 'correct', 'TRACE', '', 1, min(id), '{}', false, 'evaluations' FROM evaluators
       RETURNING id`,
      [project.id],
    );
    const wait = (traceId: string) =>
      server.sql(
        `INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at)
         VALUES ($1, $2, '', '', now() + interval '1 day')`,
        [rule!.id, traceId],
      );
    await wait(good);
    await wait(bad);
    await whenDecided();
    expect(await reasons(good, bad)).toEqual(['UNDECIDED', 'UNDECIDED']);
    for (const [traceId, score] of [
      [good, 1],
      [bad, 0],
    ] as const) {
      const row = await rowOf<TraceRow>('traces', traceId);
      await aTraceAnnotation(server, row, { name: 'correct', score, annotator_kind: 'LLM' });
    }
    await server.sql('DELETE FROM evaluation_queue');
    await whenDecided();
    expect(await reasons(good, bad)).toEqual([null, 'BADLY_SCORED']);
  });
});
