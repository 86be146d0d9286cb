import { createHash } from 'node:crypto';
import { alertOperations } from '../alerts/alert-operations.js';
import { admin } from '../support/admin.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { sendRefused } from '../tracing/ingestion-errors/refused-spans.js';
import { eraseUser } from './erasing.js';

const KIM = { 'user.id': 'kim@example.com' };

describe('npm run admin -- erase-user', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.stop());

  const run = (...args: string[]) => eraseUser(server, ...args);
  const post = (path: string, body: object) => server.request.post(path).send(body).expect(200);
  const traceIds = async () =>
    (await server.sql<{ trace_id: string }>('SELECT trace_id FROM traces')).map(
      ({ trace_id }) => trace_id,
    );

  it('deletes log records that name the user, and those of deleted traces', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ traceId, project: 'logged', attributes: KIM }]);
    await server.sql(
      `INSERT INTO log_records (project_id, time, severity_number, body, is_json_body, attributes, trace_id, user_id)
       SELECT p.id, now(), 0, l.body, false, '{}', l.trace_id, l.user_id
         FROM projects p, unnest($1::text[], $2::text[], $3::text[]) AS l (body, trace_id, user_id)
        WHERE p.name = 'logged'`,
      [
        ['of the trace', 'by the user', 'of others'],
        [traceId, null, null],
        [null, 'kim@example.com', 'kim'],
      ],
    );
    await run('kim@example.com');
    expect(await server.sql('SELECT body FROM log_records')).toEqual([{ body: 'of others' }]);
  });

  it('deletes log records and metric points that name the user with another attribute', async () => {
    const named = [
      { 'user.email': 'kim@example.com' },
      { 'enduser.id': 'kim@example.com', 'user.id': 'a1' },
      { 'user.email': 'akim@example.com' },
      { model: 'kim@example.com' },
    ];
    await sendTraces(server.url, [{ project: 'agents' }]);
    await server.sql(
      `INSERT INTO log_records (project_id, time, severity_number, is_json_body, attributes)
       SELECT p.id, now(), 0, false, a::json FROM projects p, unnest($1::text[]) a WHERE p.name = 'agents'`,
      [named.map((attributes) => JSON.stringify(attributes))],
    );
    const dataPoints = named.map((attributes) => ({
      asInt: '5',
      timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
      attributes: Object.entries(attributes).map(([key, value]) => ({
        key,
        value: { stringValue: value },
      })),
    }));
    const metric = { name: 'claude_code.token.usage', sum: { isMonotonic: true, dataPoints } };
    await post('/v1/metrics', { resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] });

    expect(await run('kim@example.com')).toMatchObject({ logRecords: 2, metricPoints: 2 });
    const left = [{ 'user.email': 'akim@example.com' }, { model: 'kim@example.com' }];
    for (const table of ['log_records', 'metric_points']) {
      const rows = await server.sql<{ attributes: object }>(
        `SELECT attributes FROM ${table} ORDER BY id`,
      );
      expect(rows.map(({ attributes }) => attributes)).toEqual(left);
    }
  });

  it('deletes traces of all projects with what belongs to them, and keeps those of others', async () => {
    const [first, second, shared, other] = [1, 2, 3, 4].map(newTraceId) as [
      string,
      string,
      string,
      string,
    ];
    const inSession = (id: string) => ({ 'session.id': id });
    await sendTraces(server.url, [
      {
        traceId: first,
        project: 'a',
        spanId: 'aaaaaaaaaaaaaaaa',
        attributes: { ...KIM, ...inSession('own') },
      },
      { traceId: second, project: 'b', children: [{ attributes: KIM }] },
      { traceId: shared, project: 'b', attributes: { ...KIM, ...inSession('shared') } },
      { traceId: other, project: 'b', attributes: { 'user.id': 'kim', ...inSession('shared') } },
    ]);
    const judgment = { name: 'quality', annotator_kind: 'HUMAN' };
    await post('/v1/span_annotations?sync=true', {
      data: [{ ...judgment, span_id: 'aaaaaaaaaaaaaaaa' }],
    });
    await post('/v1/trace_annotations?sync=true', {
      data: [first, other].map((trace_id) => ({ ...judgment, trace_id })),
    });
    await post('/v1/session_annotations?sync=true', {
      data: ['own', 'shared'].map((session_id) => ({ ...judgment, session_id })),
    });

    const receipt = await run('kim@example.com');
    expect(receipt).toMatchObject({
      userId: 'kim@example.com',
      by: 'command line',
      traces: 3,
      spans: 4,
      projects: expect.arrayContaining([
        { name: 'a', traces: 1, spans: 1 },
        { name: 'b', traces: 2, spans: 3 },
      ]),
      annotations: { spans: 1, documents: 0, traces: 1, sessions: 1 },
      sessions: { deleted: 1, kept: ['shared'] },
      datasetExamples: [],
    });
    expect(await traceIds()).toEqual([other]);
    expect(await server.sql('SELECT session_id FROM session_annotations')).toEqual([
      { session_id: 'shared' },
    ]);
    const events = await server.sql(
      `SELECT actor_name, subject_id, details -> 'spans' AS spans FROM audit_events
        WHERE action = 'end_user.erased'`,
    );
    const hash = createHash('sha256').update('kim@example.com').digest('hex');
    expect(events).toEqual([{ actor_name: 'command line', subject_id: hash, spans: 4 }]);
    const logged = await server.sql(
      `SELECT FROM audit_events e WHERE e::text LIKE '%kim@example.com%'`,
    );
    expect(logged).toEqual([]);
    // There is nothing left to do.
    expect(await run('kim@example.com')).toMatchObject({ traces: 0, projects: [] });
  });

  it('keeps the session of another project with the ID of one that it deletes', async () => {
    const named = { 'session.id': 'conv-1' };
    await sendTraces(server.url, [{ project: 'a', attributes: { ...KIM, ...named } }]);
    await sendTraces(server.url, [
      { project: 'b', attributes: named, startedAt: new Date(Date.now() + 60_000) },
    ]);
    await post('/v1/session_annotations?sync=true', {
      data: [{ session_id: 'conv-1', name: 'of the other', annotator_kind: 'HUMAN' }],
    });
    expect(await run('kim@example.com')).toMatchObject({
      traces: 1,
      annotations: { sessions: 0 },
      sessions: { deleted: 1, kept: [] },
    });
    const left = await server.sql(
      `SELECT p.name, a.name AS annotation FROM project_sessions s JOIN projects p ON p.id = s.project_id
         LEFT JOIN session_annotations a ON a.target_id = s.id`,
    );
    expect(left).toEqual([{ name: 'b', annotation: 'of the other' }]);
  });

  it('lists the conditions that name the user', async () => {
    await sendTraces(server.url, [{ project: 'shop' }]);
    const [project] = await server.sql<{ id: number }>(
      `SELECT id FROM projects WHERE name = 'shop'`,
    );
    const projectId = globalId('Project', project!.id);
    const { aRule } = alertOperations(() => server);
    await aRule(project!.id, { name: 'Kim', condition: `user.id == "kim@example.com"` });
    await aRule(project!.id, { name: 'Others', condition: `user.id == 'akim@example.com'` });
    await server.gql(
      `mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { id } } }`,
      {
        input: {
          projectId,
          list: 'TRACES',
          name: 'of Kim',
          isShared: true,
          query: `filter=${encodeURIComponent("user.id == 'kim@example.com'")}`,
        },
      },
    );
    const { conditions } = await run('kim@example.com');
    expect(conditions).toEqual([
      { kind: 'alert rule', project: 'shop', name: 'Kim' },
      { kind: 'saved view', project: 'shop', name: 'of Kim' },
    ]);
  });

  it('deletes spans that could not be stored', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [{ traceId, attributes: KIM }]);
    await sendRefused(server, 'default', [
      { spanId: '', name: 'names the user', attributes: KIM },
      { spanId: '', name: 'is of a trace of the user', traceId },
      { spanId: '', name: 'of others', attributes: { 'user.id': 'kim' } },
    ]);
    await run('kim@example.com');
    expect(await server.sql('SELECT span_name FROM ingestion_errors')).toEqual([
      { span_name: 'of others' },
    ]);
    const kept = await server.sql<{ user_id: string }>('SELECT user_id FROM kept_spans');
    expect(kept).toEqual([{ user_id: 'kim' }]);
  });

  it('lists examples made from spans, and empties them in all versions if told to', async () => {
    const send = (spanId: string) => sendTraces(server.url, [{ spanId, attributes: KIM }]);
    const upload = (inputs: object[], more: object = {}) =>
      post('/v1/datasets/upload?sync=true', { action: 'update', name: 'cases', inputs, ...more });
    await send('aaaaaaaaaaaaaaaa');
    await upload([{ q: 'private' }, { q: 'public' }], {
      span_ids: ['aaaaaaaaaaaaaaaa', null],
      example_ids: ['1', '2'],
    });
    const listed = await run('kim@example.com');
    expect(listed.datasetExamples).toMatchObject([
      { dataset: 'cases', spanId: 'aaaaaaaaaaaaaaaa', deleted: false },
    ]);
    const contents = async () =>
      JSON.stringify(await server.sql('SELECT input::text FROM dataset_example_revisions'));
    expect(await contents()).toContain('private');

    await send('bbbbbbbbbbbbbbbb');
    await upload([{ q: 'secret' }], {
      action: 'append',
      span_ids: ['bbbbbbbbbbbbbbbb'],
      example_ids: ['3'],
    });
    const deleted = await run('kim@example.com', '--delete-examples');
    expect(deleted.datasetExamples).toMatchObject([{ spanId: 'bbbbbbbbbbbbbbbb', deleted: true }]);
    expect(await contents()).not.toContain('secret');
    const { body } = await server.request.get('/v1/datasets');
    const examples = await server.request.get(`/v1/datasets/${body.data[0].id}/examples`);
    expect(examples.body.data.examples.map(({ id }: { id: string }) => id)).toEqual(['1', '2']);
  });

  it('deletes many traces in steps', async () => {
    const many = Array.from({ length: 130 }, () => ({ attributes: KIM }));
    await sendTraces(server.url, [...many, { name: 'other' }]);
    expect(await run('kim@example.com')).toMatchObject({ traces: 130, spans: 130 });
    expect(await traceIds()).toHaveLength(1);
  });

  it('refuses an ID that no span can have', async () => {
    const { code, stdout, stderr } = await admin(['erase-user', ' kim'], {
      SPANDREL_DATABASE_URL: server.databaseUrl,
    });
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('without spaces')]);
  });
});
