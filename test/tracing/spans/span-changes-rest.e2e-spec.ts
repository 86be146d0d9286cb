import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('DELETE /v1/spans/{span_identifier}', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const traceOf = async (span: SpanRow) =>
    (
      await server.sql(
        `SELECT span_count, error_count, prompt_tokens, completion_tokens, start_time, end_time
           FROM traces WHERE trace_id = $1`,
        [span.trace_id],
      )
    )[0];

  it('keeps the children and the times, and subtracts the span from the totals', async () => {
    const root = await aSpan(server, { start_time: '2026-03-01T10:00:00+00:00' });
    const { trace_id } = root;
    const llm = await aSpan(server, {
      trace_id,
      parent_id: root.span_id,
      kind: 'LLM',
      status_code: 'ERROR',
      prompt_tokens: 10,
      completion_tokens: 5,
      end_time: '2026-03-01T12:00:00+00:00',
    });
    const child = await aSpan(server, {
      trace_id,
      parent_id: llm.span_id,
      prompt_tokens: 1,
      completion_tokens: 2,
    });
    const response = await server.request.delete(`/v1/spans/${llm.span_id}`);
    expect([response.status, response.text, response.type]).toEqual([204, '', '']);
    expect(await traceOf(root)).toEqual({
      span_count: 2,
      error_count: 0,
      prompt_tokens: 1,
      completion_tokens: 2,
      start_time: '2026-03-01T10:00:00+00:00',
      end_time: '2026-03-01T12:00:00+00:00',
    });
    const left = await server.sql('SELECT span_id, parent_id FROM spans WHERE id = $1', [child.id]);
    expect(left).toEqual([{ span_id: child.span_id, parent_id: llm.span_id }]);
  });

  it('deletes the trace with its last span, and keeps the session', async () => {
    const span = await aSpan(server, { session_id: 'the session' });
    const identifier = encodeURIComponent(globalId('Span', span.id));
    await server.request.delete(`/v1/spans/${identifier}`).expect(204);
    expect(await traceOf(span)).toBeUndefined();
    const sessions = await server.sql('SELECT 1 FROM project_sessions WHERE session_id = $1', [
      'the session',
    ]);
    expect(sessions).toHaveLength(1);
    await server.request.delete(`/v1/spans/${identifier}`).expect(404);
  });

  it.each(['fake', 'nul%00', globalId('Span', 999_999_999), globalId('Trace', 1), '%25'])(
    'responds with 404 to %s',
    async (identifier) => {
      const response = await server.request.delete(`/v1/spans/${identifier}`);
      expect([response.status, response.type]).toEqual([404, 'text/plain']);
      expect(response.text).toContain('not found');
    },
  );

  it('is not available below a project', async () => {
    const span = await aSpan(server);
    const response = await server.request.delete(`/v1/projects/default/spans/${span.span_id}`);
    expect(response.status).toBe(404);
    expect(await traceOf(span)).toBeDefined();
  });

  it('counts correctly if spans of one trace are deleted at the same time', async () => {
    const first = await aSpan(server);
    const { trace_id } = first;
    const spans = [first];
    for (let index = 0; index < 9; index++) spans.push(await aSpan(server, { trace_id }));
    const twice = [...spans.slice(1), ...spans.slice(1)];
    const answers = await Promise.all(
      twice.map((span) => server.request.delete(`/v1/spans/${span.span_id}`)),
    );
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(9);
    expect(await traceOf(first)).toMatchObject({ span_count: 1 });
  });
});
