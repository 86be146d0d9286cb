import { randomBytes } from 'node:crypto';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { describeManyAnnotations } from './many-annotations.js';

const KIND = 'CODE';

describe('annotations when their targets change', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const annotateAll = (path: string, data: object[]) =>
    server.request
      .post(`/v1/${path}_annotations`)
      .query({ sync: true })
      .send({ data: data.map((item) => ({ name: 'quality', annotator_kind: KIND, ...item })) });

  const annotate = (path: string, ...data: object[]) => annotateAll(path, data);

  const transfer = async (traceId: number, projectId: number) => {
    const { errors } = await server.gql(
      `mutation ($trace: ID!, $project: ID!) {
         transferTracesToProject(traceIds: [$trace], projectId: $project) { projectCount } }`,
      { trace: globalId('Trace', traceId), project: globalId('Project', projectId) },
    );
    expect(errors).toBeUndefined();
  };

  it('move with their trace and session to another project', async () => {
    const [from, to] = [await aProject(server), await aProject(server)];
    const trace = await aTrace(server, { project_id: from.id, session_id: 'chat' });
    const { span_id, trace_id } = await aSpan(server, {
      trace_id: trace.trace_id,
      payload: { retrieval: { documents: [{}] } },
    });
    await annotate('span', { span_id });
    await annotate('trace', { trace_id });
    await annotate('session', { session_id: 'chat' });
    await annotate('document', { span_id, document_position: 0 });
    await transfer(trace.id, to.id);
    const projects = await server.sql(
      `SELECT 'span' AS kind, project_id FROM span_annotations
        UNION ALL SELECT 'document', project_id FROM document_annotations
        UNION ALL SELECT 'trace', project_id FROM trace_annotations
        UNION ALL SELECT 'session', project_id FROM session_annotations
        UNION ALL SELECT 'chat', project_id FROM project_sessions`,
    );
    expect(projects).toEqual(
      ['span', 'document', 'trace', 'session', 'chat'].map((kind) => ({ kind, project_id: to.id })),
    );
  });

  it('count in the project that has their trace now', async () => {
    const [from, to] = [await aProject(server), await aProject(server)];
    const trace = await aTrace(server, { project_id: from.id });
    const { span_id, trace_id } = await aSpan(server, { trace_id: trace.trace_id });
    await annotate('span', { span_id });
    await annotate('trace', { trace_id });
    await transfer(trace.id, to.id);
    const read = async (name: string) => {
      const { data } = await server.gql<{ project: object }>(
        `{ project: getProjectByName(name: "${name}") {
             spanAnnotationNames
             traceAnnotationNames
             spanAnnotationSummaries { count }
             traceAnnotationSummaries(timeRange: { start: "2000-01-01" }) { count } } }`,
      );
      return data?.project;
    };
    expect(await read(from.name)).toEqual({
      spanAnnotationNames: [],
      traceAnnotationNames: [],
      spanAnnotationSummaries: [],
      traceAnnotationSummaries: [],
    });
    expect(await read(to.name)).toEqual({
      spanAnnotationNames: ['quality'],
      traceAnnotationNames: ['quality'],
      spanAnnotationSummaries: [{ count: 1 }],
      traceAnnotationSummaries: [{ count: 1 }],
    });
  });

  it('go with a deleted span, but those of its neighbors stay', async () => {
    const first = await aSpan(server, { payload: { retrieval: { documents: [{}] } } });
    const second = await aSpan(server, { trace_id: first.trace_id });
    await annotate('span', { span_id: first.span_id }, { span_id: second.span_id });
    await annotate('document', { span_id: first.span_id, document_position: 0 });
    await annotate('trace', { trace_id: first.trace_id });
    await server.request.delete(`/v1/spans/${first.span_id}`).expect(204);
    const left = await server.sql(
      `SELECT span_id FROM span_annotations UNION ALL SELECT span_id FROM document_annotations`,
    );
    expect(left).toEqual([{ span_id: second.span_id }]);
    await server.request.delete(`/v1/projects/default`).expect(403);
    const { errors } = await server.gql(
      'mutation ($id: ID!) { deleteProject(id: $id) { projectCount } }',
      { id: globalId('Project', first.project_id) },
    );
    expect(errors).toBeUndefined();
    const counts = await server.sql(
      'SELECT (SELECT count(*) FROM span_annotations) + (SELECT count(*) FROM trace_annotations) AS count',
    );
    expect(counts).toEqual([{ count: 0 }]);
  });

  it('never outlive targets that are deleted while they arrive', async () => {
    const spans: { span_id: string }[] = [];
    for (let at = 0; at < 20; at++) {
      const span_id = randomBytes(8).toString('hex');
      spans.push(await aSpan(server, { trace_id: `trace-${at % 5}`, span_id, project_id: 1 }));
    }
    const statuses = await Promise.all([
      ...Array.from({ length: 30 }, () =>
        annotate('span', ...spans.slice(0, 10).map(({ span_id }) => ({ span_id }))),
      ),
      ...Array.from({ length: 30 }, () =>
        server.request.post('/v1/span_annotations').send({
          data: spans.map(({ span_id }) => ({ span_id, name: 'queued', annotator_kind: KIND })),
        }),
      ),
      ...spans.slice(0, 8).map(({ span_id }) => server.request.delete(`/v1/spans/${span_id}`)),
      ...[3, 4].map((at) => server.request.delete(`/v1/traces/trace-${at}`)),
    ]).then((responses) => responses.map(({ status }) => status));
    expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    const orphans = await server.sql(
      `SELECT a.span_id FROM span_annotations a
        WHERE NOT EXISTS (SELECT FROM spans s WHERE s.trace_id = a.trace_id AND s.span_id = a.span_id)`,
    );
    expect(orphans).toEqual([]);
  });

  it('are refused and not found once their target has been deleted', async () => {
    const { id } = await aProject(server, { name: 'app' });
    const { trace_id } = await aTrace(server, { project_id: id, session_id: 'chat' });
    const { span_id } = await aSpan(server, { project_id: id, trace_id });
    const targets = { span: { span_id }, trace: { trace_id }, session: { session_id: 'chat' } };
    for (const [path, target] of Object.entries(targets)) await annotate(path, target).expect(200);
    await server.request.delete('/v1/sessions/chat').expect(204);
    for (const [path, target] of Object.entries(targets)) {
      const key = Object.values(target)[0]!;
      const refused = await annotate(path, target);
      expect([refused.status, refused.text]).toEqual([404, expect.stringContaining(key)]);
      await server.request
        .post(`/v1/${path}_notes`)
        .send({ data: { ...target, note: 'Look!' } })
        .expect(404);
      await server.request
        .get(`/v1/projects/app/${path}_annotations`)
        .query({ [`${path}_ids`]: key })
        .expect(404);
    }
  });

  it('have primary keys that begin with the trace, or with the session', async () => {
    const keys = await server.sql(
      `SELECT c.relname AS table, a.attname AS column
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indisprimary
          AND c.relname IN ('span_annotations', 'document_annotations', 'trace_annotations',
                            'session_annotations')
        ORDER BY 2, 1`,
    );
    expect(keys).toEqual([
      { table: 'session_annotations', column: 'session_id' },
      ...['document', 'span', 'trace'].map((kind) => ({
        table: `${kind}_annotations`,
        column: 'trace_id',
      })),
    ]);
  });

  it('makes one annotation of those with one name and identifier that are written at the same moment', async () => {
    const { span_id } = await aSpan(server);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, score) => annotate('span', { span_id, result: { score } })),
    );
    expect(new Set(responses.map(({ body }) => body.data[0].id)).size).toBe(1);
    const stored = await server.sql('SELECT score FROM span_annotations');
    expect(stored).toHaveLength(1);
  });
});

describeManyAnnotations(30_000);
