import { createClient, type PhoenixClient } from '@arizeai/phoenix-client';
import {
  deleteSession,
  deleteSessions,
  getSession,
  getSessionTurns,
  listSessions,
} from '@arizeai/phoenix-client/sessions';
import {
  deleteSpan,
  getSpans,
  logSpans,
  type Span,
  SpanCreationError,
} from '@arizeai/phoenix-client/spans';
import { getTraces } from '@arizeai/phoenix-client/traces';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE = '5b8efff798038103d269b633813fc60c';
const OTHER_TRACE = '5b8efff798038103d269b633813fc60d';

function span(given: Partial<Span> & Pick<Span, 'context'>): Span {
  return {
    name: 'step',
    span_kind: 'CHAIN',
    start_time: '2026-03-01T10:00:00Z',
    end_time: '2026-03-01T10:00:01Z',
    status_code: 'OK',
    ...given,
  };
}

const SPANS: Span[] = [
  span({
    name: 'answer',
    span_kind: 'AGENT',
    context: { trace_id: TRACE, span_id: 'eee19b7ec3c1b170' },
    attributes: {
      'session.id': 'chat-1',
      'input.value': 'Why is the sky blue?',
      'input.mime_type': 'text/plain',
      'output.value': 'Rayleigh scattering.',
    },
  }),
  span({
    name: 'complete',
    span_kind: 'LLM',
    context: { trace_id: TRACE, span_id: 'eee19b7ec3c1b171' },
    parent_id: 'eee19b7ec3c1b170',
    start_time: '2026-03-01T10:00:00.250Z',
    attributes: {
      'llm.model_name': 'gpt-5.2-mini',
      'llm.token_count.prompt': 7,
      'llm.token_count.completion': 3,
      'metadata.cached': false,
      temperature: 0.5,
    },
  }),
  span({
    name: 'look up',
    span_kind: 'TOOL',
    status_code: 'ERROR',
    status_message: 'timed out',
    context: { trace_id: OTHER_TRACE, span_id: 'eee19b7ec3c1b172' },
    start_time: '2026-03-02T10:00:00Z',
    end_time: '2026-03-02T10:00:05Z',
    attributes: { 'session.id': 'chat-1' },
    events: [
      {
        name: 'exception',
        timestamp: '2026-03-02T10:00:04Z',
        attributes: { 'exception.message': 'timed out' },
      },
    ],
  }),
];

/** The published JavaScript client, unmodified, against our server. */
describe('@arizeai/phoenix-client', () => {
  let server: TestServer;
  let client: PhoenixClient;
  const project = { projectName: 'sky' };

  const startWithSpans = async () => {
    server = await startTestServer();
    client = createClient({ options: { baseUrl: server.url } });
    const created = await client.POST('/v1/projects', { body: { name: 'sky' } });
    expect(created.data?.data).toMatchObject({ name: 'sky', id: expect.any(String) });
    const logged = await logSpans({ client, project, spans: SPANS });
    expect(logged).toMatchObject({ totalReceived: 3, totalQueued: 3 });
  };
  const names = async (given: Omit<Parameters<typeof getSpans>[0], 'client' | 'project'>) => {
    const { spans } = await getSpans({ client, project, ...given });
    return spans.map(({ name }) => name).toSorted();
  };

  describe('reads', () => {
    beforeAll(startWithSpans);
    afterAll(() => server.stop());

    it('finds everything it needs on the server', async () => {
      expect(await client.getServerVersion()).toEqual(expect.any(Array));
    });

    it('reads the spans it has logged', async () => {
      const { spans, nextCursor } = await getSpans({ client, project });
      expect(nextCursor).toBeNull();
      expect(spans.map(({ name }) => name)).toEqual(['look up', 'complete', 'answer']);
      expect(spans[0]).toMatchObject({
        span_kind: 'TOOL',
        status_code: 'ERROR',
        status_message: 'timed out',
        parent_id: null,
        context: { trace_id: OTHER_TRACE, span_id: 'eee19b7ec3c1b172' },
        start_time: '2026-03-02T10:00:00+00:00',
        attributes: { 'session.id': 'chat-1' },
        events: [{ name: 'exception', attributes: { 'exception.message': 'timed out' } }],
      });
      expect(spans[1]?.attributes).toMatchObject({
        'llm.model_name': 'gpt-5.2-mini',
        'llm.token_count.prompt': 7,
        'metadata.cached': false,
        temperature: 0.5,
      });
    });

    it.each([
      ['name', { name: 'answer' }, ['answer']],
      ['several names', { name: ['answer', 'look up'] }, ['answer', 'look up']],
      ['kind', { spanKind: 'LLM' as const }, ['complete']],
      ['status', { statusCode: 'ERROR' as const }, ['look up']],
      ['trace', { traceIds: [TRACE] }, ['answer', 'complete']],
      ['parent', { parentId: 'eee19b7ec3c1b170' }, ['complete']],
      ['no parent', { parentId: null }, ['answer', 'look up']],
      ['start', { startTime: new Date('2026-03-02T00:00:00Z') }, ['look up']],
      ['end', { endTime: '2026-03-02T00:00:00Z' }, ['answer', 'complete']],
      ['a text attribute', { attributes: { 'llm.model_name': 'gpt-5.2-mini' } }, ['complete']],
      ['a number attribute', { attributes: { 'llm.token_count.prompt': 7 } }, ['complete']],
      ['a fraction', { attributes: { temperature: 0.5 } }, ['complete']],
      ['a truth value', { attributes: { 'metadata.cached': false } }, ['complete']],
      ['a number as text', { attributes: { 'llm.token_count.prompt': '7' } }, []],
      ['several at once', { name: 'answer', spanKind: 'LLM' as const }, []],
    ])('filters spans by %s', async (_what, filter, expected) => {
      expect(await names(filter)).toEqual(expected);
    });

    it('pages through spans', async () => {
      const first = await getSpans({ client, project, limit: 2 });
      expect(first.spans).toHaveLength(2);
      const second = await getSpans({ client, project, limit: 2, cursor: first.nextCursor });
      expect(second.nextCursor).toBeNull();
      const ids = [...first.spans, ...second.spans].map(({ context }) => context.span_id);
      expect(new Set(ids).size).toBe(3);
    });

    it('reads OTLP spans', async () => {
      const { data } = await client.GET('/v1/projects/{project_identifier}/spans/otlpv1', {
        params: { path: { project_identifier: 'sky' }, query: { name: ['complete'] } },
      });
      expect(data?.data).toEqual([
        expect.objectContaining({ name: 'complete', span_id: 'eee19b7ec3c1b171' }),
      ]);
    });

    it('lists traces in both orders, by session, with and without spans', async () => {
      const newest = await getTraces({ client, project });
      expect(newest.traces.map(({ trace_id }) => trace_id)).toEqual([OTHER_TRACE, TRACE]);
      const fastest = await getTraces({ client, project, sort: 'latency_ms', order: 'asc' });
      expect(fastest.traces.map(({ trace_id }) => trace_id)).toEqual([TRACE, OTHER_TRACE]);
      const ofSession = await getTraces({ client, project, sessionId: 'chat-1' });
      expect(ofSession.traces).toHaveLength(2);
      const withSpans = await getTraces({
        client,
        project,
        includeSpans: true,
        endTime: '2026-03-02T00:00:00Z',
      });
      expect(withSpans.traces).toEqual([
        expect.objectContaining({
          trace_id: TRACE,
          token_count_prompt: 7,
          token_count_completion: 3,
          token_count_total: 10,
          spans: [
            expect.objectContaining({ name: 'answer', parent_id: null }),
            expect.objectContaining({ name: 'complete', parent_id: 'eee19b7ec3c1b170' }),
          ],
        }),
      ]);
    });

    it('reads sessions and their turns', async () => {
      const [session] = await listSessions({ client, ...project });
      expect(session).toMatchObject({
        sessionId: 'chat-1',
        traces: [{ traceId: TRACE }, { traceId: OTHER_TRACE }],
      });
      expect(await getSession({ client, sessionId: 'chat-1' })).toEqual(session);
      const turns = await getSessionTurns({ client, sessionId: 'chat-1' });
      expect(turns[0]).toMatchObject({
        traceId: TRACE,
        input: { value: 'Why is the sky blue?', mimeType: 'text/plain' },
        output: { value: 'Rayleigh scattering.' },
      });
    });
  });

  describe('changes', () => {
    beforeEach(startWithSpans);
    afterEach(() => server.stop());

    it('creates, reads, changes and deletes projects', async () => {
      const identified = { params: { path: { project_identifier: 'sky' } } };
      const changed = await client.PUT('/v1/projects/{project_identifier}', {
        ...identified,
        body: { description: 'blue' },
      });
      expect(changed.data?.data).toMatchObject({ name: 'sky', description: 'blue' });
      const listed = await client.GET('/v1/projects', {});
      expect(listed.data?.data.map(({ name }) => name).toSorted()).toEqual(['default', 'sky']);
      const deleted = await client.DELETE('/v1/projects/{project_identifier}', identified);
      expect(deleted.response.status).toBe(204);
      // This client throws on every status of 400 or above.
      await expect(client.GET('/v1/projects/{project_identifier}', identified)).rejects.toThrow();
    });

    it('is told which spans are already stored, and stores none of the others', async () => {
      const again = [...SPANS, span({ context: { trace_id: TRACE, span_id: 'fee19b7ec3c1b170' } })];
      const failure: unknown = await logSpans({ client, project, spans: again }).catch(
        (error: unknown) => error,
      );
      if (!(failure instanceof SpanCreationError)) throw new Error('It should have been refused.');
      expect(failure.totalDuplicates).toBe(3);
      expect(failure.totalQueued).toBe(0);
      expect((await getSpans({ client, project })).spans).toHaveLength(3);
    });

    it('deletes a span, a trace and sessions', async () => {
      await deleteSpan({ client, spanIdentifier: 'eee19b7ec3c1b171' });
      expect(await names({})).toEqual(['answer', 'look up']);
      await client.DELETE('/v1/traces/{trace_identifier}', {
        params: { path: { trace_identifier: OTHER_TRACE } },
      });
      expect(await names({})).toEqual(['answer']);
      await deleteSession({ client, sessionId: 'chat-1' });
      expect(await listSessions({ client, ...project })).toEqual([]);
      expect(await names({})).toEqual([]);
    });

    it('deletes several sessions at once', async () => {
      await deleteSessions({ client, sessionIds: ['chat-1', 'unknown'] });
      expect(await listSessions({ client, ...project })).toEqual([]);
    });
  });
});
