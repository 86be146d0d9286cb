import { whenBlocked } from '../support/lock-waits.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  anOtlpSpan,
  newTraceId,
  type OtlpSpan,
  postTraces,
  protobufRequest,
  type RequestOptions,
} from './otlp.js';

const SECOND = 1_000_000_000n;

describe('the rows that ingestion stores', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const send = async (spans: OtlpSpan[], options?: RequestOptions): Promise<void> => {
    const response = await postTraces(server.url, protobufRequest(spans, options));
    expect([response.status, await response.text()]).toEqual([200, '']);
  };

  const traceRow = async (traceId: string): Promise<Record<string, unknown> | undefined> => {
    const [row] = await server.sql(
      `SELECT span_count, error_count, prompt_tokens, completion_tokens, session_id, user_id,
              start_time, end_time FROM traces WHERE trace_id = $1`,
      [traceId],
    );
    return row;
  };

  const session = async (sessionId: string): Promise<Record<string, unknown> | undefined> => {
    const [row] = await server.sql(
      `SELECT s.start_time, s.end_time, p.name AS project FROM project_sessions s
       JOIN projects p ON p.id = s.project_id WHERE s.session_id = $1`,
      [sessionId],
    );
    return row;
  };

  const llm = { 'openinference.span.kind': 'LLM' };

  it('adds up the spans of a trace from all requests', async () => {
    const traceId = newTraceId();
    const first = anOtlpSpan({
      traceId,
      attributes: { ...llm, 'llm.token_count.prompt': 10, 'llm.token_count.completion': 5 },
    });
    const second = anOtlpSpan({
      traceId,
      statusCode: 2,
      start: first.start - 2n * SECOND,
      end: first.end + 3n * SECOND,
      attributes: { ...llm, 'llm.token_count.prompt': 7, 'user.id': 'ann' },
    });
    await send([first]);
    await send([second]);
    expect(await traceRow(traceId)).toEqual({
      span_count: 2,
      error_count: 1,
      prompt_tokens: 17,
      completion_tokens: 5,
      session_id: null,
      user_id: 'ann',
      start_time: '2024-03-01T09:59:58+00:00',
      end_time: '2024-03-01T10:00:04.500000+00:00',
    });
  });

  it('changes nothing if a request is sent again', async () => {
    const traceId = newTraceId();
    const attributes = { ...llm, 'llm.token_count.prompt': 10, 'session.id': 'again' };
    const spans = [anOtlpSpan({ traceId, attributes }), anOtlpSpan({ traceId, statusCode: 2 })];
    await send(spans);
    const before = await traceRow(traceId);
    await send(spans);
    await send([...spans, ...spans]);
    expect(await traceRow(traceId)).toEqual(before);
    expect(before).toMatchObject({ span_count: 2, error_count: 1, prompt_tokens: 10 });
    const stored = await server.sql('SELECT FROM spans WHERE trace_id = $1', [traceId]);
    expect(stored).toHaveLength(2);
  });

  it('adds only the new spans of a request that was partly stored', async () => {
    const traceId = newTraceId();
    const [known, fresh] = [anOtlpSpan({ traceId, name: 'first' }), anOtlpSpan({ traceId })];
    await send([known]);
    await send([{ ...known, name: 'changed' }, fresh]);
    expect(await traceRow(traceId)).toMatchObject({ span_count: 2 });
    const names = await server.sql('SELECT name FROM spans WHERE span_id = $1', [known.spanId]);
    expect(names).toEqual([{ name: 'first' }]);
  });

  it('keeps the first of two spans with the same ID in one request', async () => {
    const span = anOtlpSpan({ name: 'first' });
    await send([span, { ...span, name: 'second' }]);
    const names = await server.sql('SELECT name FROM spans WHERE trace_id = $1', [span.traceId]);
    expect(names).toEqual([{ name: 'first' }]);
    expect(await traceRow(span.traceId)).toMatchObject({ span_count: 1 });
  });

  it('numbers spans, traces, sessions and projects in the order in which they arrive', async () => {
    const spans = Array.from({ length: 20 }, (_, i) =>
      anOtlpSpan({ attributes: { 'session.id': `ordered ${String((i * 7) % 20)}` } }),
    );
    await send(spans);
    const ids = await server.sql<{ span_id: string; trace_id: string; session_id: string }>(
      `SELECT s.span_id, s.trace_id, s.session_id FROM spans s
       WHERE s.trace_id = ANY ($1) ORDER BY s.id`,
      [spans.map((span) => span.traceId)],
    );
    expect(ids.map((row) => row.span_id)).toEqual(spans.map((span) => span.spanId));
    const traces = await server.sql<{ trace_id: string }>(
      'SELECT trace_id FROM traces WHERE trace_id = ANY ($1) ORDER BY id',
      [spans.map((span) => span.traceId)],
    );
    expect(traces.map((row) => row.trace_id)).toEqual(spans.map((span) => span.traceId));
    const sessions = await server.sql<{ session_id: string }>(
      `SELECT session_id FROM project_sessions WHERE session_id LIKE 'ordered %' ORDER BY id`,
    );
    expect(sessions.map((row) => row.session_id)).toEqual(ids.map((row) => row.session_id));
  });

  it('adds a trace to the first session that its spans name', async () => {
    const traceId = newTraceId();
    await send([anOtlpSpan({ traceId })]);
    await send([anOtlpSpan({ traceId, attributes: { 'session.id': 'first' } })]);
    await send([anOtlpSpan({ traceId, attributes: { 'session.id': 'other' } })]);
    expect(await traceRow(traceId)).toMatchObject({ session_id: 'first' });
    expect(await session('other')).toBeUndefined();
  });

  it('extends a session to cover all its traces', async () => {
    const inSession = { 'session.id': 'long talk' };
    const traceId = newTraceId();
    const first = anOtlpSpan({ traceId, attributes: inSession });
    const later = anOtlpSpan({
      start: first.start + 60n * SECOND,
      end: first.end + 60n * SECOND,
      attributes: inSession,
    });
    await send([first], { project: 'talks' });
    await send([later], { project: 'talks' });
    // Has no session ID, but its trace belongs to the session.
    await send([anOtlpSpan({ traceId, start: first.start - 10n * SECOND })]);
    expect(await session('long talk')).toEqual({
      project: 'talks',
      start_time: '2024-03-01T09:59:50+00:00',
      end_time: '2024-03-01T10:01:01.500000+00:00',
    });
  });

  it('lets new spans follow a trace to its new project', async () => {
    const traceId = newTraceId();
    await send([anOtlpSpan({ traceId })], { project: 'from' });
    await send([anOtlpSpan()], { project: 'to' });
    await server.sql(
      `UPDATE traces SET project_id = (SELECT id FROM projects WHERE name = 'to')
       WHERE trace_id = $1`,
      [traceId],
    );
    const fresh = anOtlpSpan({ traceId });
    await send([fresh], { project: 'from' });
    const rows = await server.sql(
      `SELECT p.name FROM spans s JOIN projects p ON p.id = s.project_id WHERE span_id = $1`,
      [fresh.spanId],
    );
    expect(rows).toEqual([{ name: 'to' }]);
  });

  it('creates no project for spans that join a trace elsewhere or are already stored', async () => {
    const span = anOtlpSpan();
    await send([span], { project: 'home' });
    await send([span, anOtlpSpan({ traceId: span.traceId })], { project: 'never opened' });
    expect(await server.sql(`SELECT id FROM projects WHERE name = 'never opened'`)).toEqual([]);
    expect(
      await server.sql('SELECT id FROM spans WHERE trace_id = $1', [span.traceId]),
    ).toHaveLength(2);
  });

  it('lets new spans follow a trace that is moved at the same time', async () => {
    const traceId = newTraceId();
    await send([anOtlpSpan({ traceId })], { project: 'leaving' });
    await send([anOtlpSpan()], { project: 'arriving' });
    const mover = server.dataSource.createQueryRunner();
    await mover.startTransaction();
    await mover.query(
      `UPDATE traces SET project_id = (SELECT id FROM projects WHERE name = 'arriving')
       WHERE trace_id = $1`,
      [traceId],
    );
    const fresh = anOtlpSpan({ traceId });
    const sending = send([fresh]);
    await whenBlocked(server);
    await mover.commitTransaction();
    await mover.release();
    await sending;
    const rows = await server.sql(
      `SELECT p.name FROM spans s JOIN projects p ON p.id = s.project_id WHERE span_id = $1`,
      [fresh.spanId],
    );
    expect(rows).toEqual([{ name: 'arriving' }]);
  });

  it('recreates a project that is deleted at the same time', async () => {
    const project = 'comes and goes';
    await send([anOtlpSpan()], { project });
    const deleter = server.dataSource.createQueryRunner();
    await deleter.startTransaction();
    await deleter.query('DELETE FROM projects WHERE name = $1', [project]);
    const span = anOtlpSpan();
    const sending = send([span], { project });
    await whenBlocked(server);
    await deleter.commitTransaction();
    await deleter.release();
    await sending;
    const rows = await server.sql(
      `SELECT p.name FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.trace_id = $1`,
      [span.traceId],
    );
    expect(rows).toEqual([{ name: project }]);
  });
});
