import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** Each fails a span. The two missing documents are in one trace. */
const MESSAGES = [
  'Rate limit of 3 requests reached, try again in 0.5 s',
  'Rate limit of 60 requests reached, try again in 12.25 s',
  'Rate limit of 9 requests reached, try again in 0.1 s\nstack trace 17',
  'No document 550e8400-e29b-41d4-a716-446655440000',
  'No document 0123456789abcdef',
  '',
];

describe('the errors of a project', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('are grouped by message, without numbers and IDs', async () => {
    const project = await aProject(server);
    const failed = { project_id: project.id, status_code: 'ERROR' };
    const traceIds: string[] = [];
    for (const [at, status_message] of MESSAGES.entries()) {
      const start_time = `2026-01-0${at + 1}T00:00:00Z`;
      const trace = at === 4 && { trace_id: traceIds[3]! };
      const span = await aSpan(server, { ...failed, status_message, start_time, ...trace });
      traceIds.push(span.trace_id);
    }
    await aSpan(server, { ...failed, status_code: 'OK', status_message: 'fine' });
    const { data } = await server.gql<{ node: { errorsByMessage: { exampleTraceId: string }[] } }>(
      `query ($id: ID!, $range: TimeRange!) {
         node(id: $id) { ... on Project {
           errorsByMessage(timeRange: $range) {
             message spanCount traceCount exampleTraceId lastTime } } } }`,
      { id: globalId('Project', project.id), range: { start: '2000-01-01T00:00:00Z' } },
    );
    const groups = data!.node.errorsByMessage;
    expect(groups).toEqual([
      {
        message: 'Rate limit of # requests reached, try again in #.# s',
        spanCount: 3,
        traceCount: 3,
        exampleTraceId: expect.any(String),
        lastTime: '2026-01-03T00:00:00+00:00',
      },
      {
        message: 'No document #',
        spanCount: 2,
        traceCount: 1,
        exampleTraceId: traceIds[3],
        lastTime: '2026-01-05T00:00:00+00:00',
      },
      {
        message: '',
        spanCount: 1,
        traceCount: 1,
        exampleTraceId: traceIds[5],
        lastTime: '2026-01-06T00:00:00+00:00',
      },
    ]);
    expect(traceIds.slice(0, 3)).toContain(groups[0]!.exampleTraceId);
  });
});
