import { startTestServer, type TestServer } from '../../support/server.js';

describe('GET /v1/projects/{p}/ingestion_errors', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.stop());

  it('lists them newest first, page by page', async () => {
    for (const name of ['a', 'b', 'c']) {
      await server.sql(
        `INSERT INTO ingestion_errors (project_id, reason, message, trace_id, span_name)
           VALUES (1, 'missing_span_id', $1, 't1', 'step')`,
        [name],
      );
    }
    const path = '/v1/projects/default/ingestion_errors';
    const first = await server.request.get(`${path}?limit=2`).expect(200);
    expect(first.body.data.map((error: { message: string }) => error.message)).toEqual(['c', 'b']);
    expect(first.body.data[0]).toEqual({
      id: expect.any(String),
      reason: 'missing_span_id',
      message: 'c',
      trace_id: 't1',
      span_id: null,
      span_name: 'step',
      occurred_at: expect.stringMatching(/^2.*\+00:00$/),
      resent_at: null,
      is_kept: false,
    });
    const cursor = encodeURIComponent(first.body.next_cursor);
    const second = await server.request.get(`${path}?limit=2&cursor=${cursor}`).expect(200);
    expect(second.body.data).toHaveLength(1);
    expect(second.body.next_cursor).toBeNull();
    await server.request.get('/v1/projects/nope/ingestion_errors').expect(404);
    await server.request.get(`${path}?limit=1001`).expect(422);
    await server.request.get(`${path}?cursor=x`).expect(422);
  });
});
