import { aSpan } from './factories/span.js';
import { aTrace } from './factories/trace.js';
import { startTestServer, type TestServer } from './server.js';

describe('factories', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('make the parents of a span and keep the sums of its trace', async () => {
    const first = await aSpan(server, { session_id: 'chat', status_code: 'ERROR' });
    await aSpan(server, { trace_id: first.trace_id, kind: 'LLM', prompt_tokens: 7 });
    expect(await server.sql('SELECT * FROM traces')).toEqual([
      expect.objectContaining({
        session_id: 'chat',
        span_count: 2,
        error_count: 1,
        prompt_tokens: 7,
      }),
    ]);
    expect(await server.sql('SELECT project_id FROM project_sessions')).toEqual([
      { project_id: first.project_id },
    ]);
  });

  it('widen a session by the times of its traces', async () => {
    await aTrace(server, { session_id: 'long', start_time: '2026-01-01T00:00:00+00:00' });
    await aTrace(server, { session_id: 'long', end_time: '2026-12-31T00:00:00+00:00' });
    expect(
      await server.sql(
        "SELECT start_time, end_time FROM project_sessions WHERE session_id = 'long'",
      ),
    ).toEqual([{ start_time: '2026-01-01T00:00:00+00:00', end_time: '2026-12-31T00:00:00+00:00' }]);
  });
});
