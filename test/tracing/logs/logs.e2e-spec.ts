import {
  anOtlpSpan,
  newSpanId,
  type OtlpSpan,
  postTraces,
  PROTOBUF,
  protobufRequest,
} from '../../ingest/otlp.js';
import { anOtlpLog, type OtlpLog, postLogs, protobufLogs } from '../../ingest/otlp-logs.js';
import { startTestServer, type TestServer } from '../../support/server.js';

interface LogItem {
  id: string;
  body: unknown;
  severity: string | null;
}

interface LogPage {
  data: LogItem[];
  next_cursor: string | null;
}

describe('log records', () => {
  let server: TestServer;
  let count = 0;
  let project: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    project = `logs ${++count}`;
  });

  const send = async (logs: OtlpLog[], service = 'shop'): Promise<void> => {
    const response = await postLogs(server.url, protobufLogs(logs, { project, service }));
    expect(response.status).toBe(200);
  };
  const sendSpan = async (span: OtlpSpan): Promise<void> => {
    await postTraces(server.url, protobufRequest([span]), {
      ...PROTOBUF,
      'x-project-name': project,
    });
  };
  const list = async (query: Record<string, string> = {}): Promise<LogPage> => {
    const response = await server.request
      .get(`/v1/projects/${encodeURIComponent(project)}/logs`)
      .query(query)
      .expect(200);
    return response.body as LogPage;
  };
  const bodies = async (query: Record<string, string> = {}) =>
    (await list(query)).data.map(({ body }) => body);

  describe('of a project', () => {
    beforeEach(async () => {
      await send([
        anOtlpLog({ body: 'First line', severityNumber: 9 }),
        anOtlpLog({
          body: { a: [1] },
          severityNumber: 13,
          eventName: 'tool.called',
          attributes: { prompt: 'Say "Hi"' },
        }),
        anOtlpLog({ body: 'It BROKE', severityNumber: 17, ...anOtlpSpan(), attributes: {} }),
      ]);
      await send([anOtlpLog({ body: '100% done', severityNumber: 0 })], 'bot');
    });

    it('are listed over REST, newest first', async () => {
      const { data, next_cursor } = await list();
      expect(next_cursor).toBeNull();
      expect(data).toMatchObject([
        { body: '100% done', severity: null, severity_number: 0, service_name: 'bot' },
        { body: 'It BROKE', severity: 'ERROR', trace_id: expect.any(String) },
        { body: { a: [1] }, severity: 'WARN', event_name: 'tool.called' },
        { body: 'First line', severity: 'INFO', trace_id: null, scope_name: 'logger' },
      ]);
    });

    it('are listed page by page', async () => {
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list({ limit: '3', ...(cursor && { cursor }) });
        seen.push(page.data.length, ...page.data.map(({ body }) => body));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual([3, '100% done', 'It BROKE', { a: [1] }, 1, 'First line']);
    });

    it.each([
      [{ min_severity: 'WARN' }, ['It BROKE', { a: [1] }]],
      [{ event_name: 'tool.called' }, [{ a: [1] }]],
      [{ service_name: 'bot' }, ['100% done']],
      [{ search: 'broke' }, ['It BROKE']],
      [{ search: '0%' }, ['100% done']],
      [{ search: 'say "hi"' }, [{ a: [1] }]],
      [{ has_span: 'true' }, ['It BROKE']],
      [{ has_span: 'false', search: 'line' }, ['First line']],
      [{ end_time: '2024-03-01T00:00:00Z' }, []],
      [{ start_time: '2024-03-02T00:00:00Z' }, []],
    ])('are filtered by %j', async (query, expected) => {
      expect(await bodies(query as Record<string, string>)).toEqual(expected);
    });

    it.each([
      ['limit=0', 422],
      ['min_severity=LOUD', 422],
      ['start_time=never', 422],
      ['cursor=!', 422],
      ['search=%00', 422],
    ])('are not listed for %s', async (query, status) => {
      await server.request
        .get(`/v1/projects/${encodeURIComponent(project)}/logs?${query}`)
        .expect(status);
    });

    it('are listed over GraphQL, with the names for filters', async () => {
      const { data, errors } = await server.gql<{
        project: {
          logRecords: { edges: { cursor: string; node: object }[]; pageInfo: object };
          logRecordNames: object;
        };
      }>(
        `query ($name: String!, $filter: LogRecordFilter) {
           project: getProjectByName(name: $name) {
             logRecords(first: 2, filter: $filter) {
               edges { cursor node { severity body isJsonBody } } pageInfo { hasNextPage endCursor } }
             logRecordNames { eventNames serviceNames } } }`,
        { name: project, filter: { minSeverity: 'INFO' } },
      );
      expect(errors).toBeUndefined();
      const { logRecords, logRecordNames } = data!.project;
      expect(logRecords.edges.map(({ node }) => node)).toEqual([
        { severity: 'ERROR', body: 'It BROKE', isJsonBody: false },
        { severity: 'WARN', body: '{"a":[1]}', isJsonBody: true },
      ]);
      expect(logRecords.pageInfo).toMatchObject({ hasNextPage: true });
      expect(logRecordNames).toEqual({
        eventNames: ['tool.called'],
        serviceNames: ['bot', 'shop'],
      });
      const next = await server.gql<typeof data>(
        `query ($name: String!, $after: String) { project: getProjectByName(name: $name) {
           logRecords(first: 2, after: $after, filter: { minSeverity: INFO }) {
             edges { node { body } } } } }`,
        { name: project, after: logRecords.edges[1]!.cursor },
      );
      expect(next.data!.project.logRecords.edges).toEqual([{ node: { body: 'First line' } }]);
    });
  });

  it('lists records of a span in time order, without those of other projects', async () => {
    const span = anOtlpSpan();
    const { traceId, spanId } = span;
    await sendSpan(span);
    const later = anOtlpLog({ traceId, spanId, body: 'later' });
    await send([
      { ...later, time: later.time! + 1_000_000n },
      anOtlpLog({ ...later, body: 'earlier' }),
      anOtlpLog({ traceId, spanId: newSpanId(), body: 'of another span' }),
    ]);
    project = 'elsewhere';
    await send([anOtlpLog({ traceId, spanId, body: 'foreign' })]);
    const read = async (after: string | null) => {
      const { data } = await server.gql<{
        span: {
          logRecordCount: number;
          logRecords: { edges: { cursor: string; node: { body: string } }[] };
        };
      }>(
        `query ($id: String!, $after: String) { span: getSpanByOtelId(spanId: $id) {
           logRecordCount logRecords(first: 1, after: $after) { edges { cursor node { body } } } } }`,
        { id: spanId, after },
      );
      return data!.span;
    };
    const first = await read(null);
    expect(first).toMatchObject({
      logRecordCount: 2,
      logRecords: { edges: [{ node: { body: 'earlier' } }] },
    });
    const second = await read(first.logRecords.edges[0]!.cursor);
    expect(second.logRecords.edges.map(({ node }) => node.body)).toEqual(['later']);
  });

  it('are deleted with their project, and can be sent again', async () => {
    const log = anOtlpLog();
    await send([log]);
    const { data } = await server.gql<{ project: { id: string } }>(
      'query ($name: String!) { project: getProjectByName(name: $name) { id } }',
      { name: project },
    );
    const { id } = data!.project;
    await server.gql(
      'mutation ($input: ClearProjectInput!) { clearProject(input: $input) { __typename } }',
      { input: { id } },
    );
    expect(await bodies()).toEqual([]);
    await send([log]);
    expect(await bodies()).toEqual(['a line']);
    await server.request.delete(`/v1/projects/${encodeURIComponent(project)}`).expect(204);
    const left = await server.sql(
      'SELECT FROM log_records l WHERE NOT EXISTS (SELECT FROM projects p WHERE p.id = l.project_id)',
    );
    expect(left).toEqual([]);
  });
});
