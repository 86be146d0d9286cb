import { newTraceId, sendTraces, type SpanToSend } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const ROOT = 'b000000000000001';

const STARTED = Date.parse('2024-05-02T12:00:00Z');

/** The attributes by which a span names its session, from what counts most to what counts least. */
const SOURCES = {
  root: { isRoot: true, key: 'session.id' },
  step: { isRoot: false, key: 'session.id' },
  'root of a conversation': { isRoot: true, key: 'gen_ai.conversation.id' },
  'step of a conversation': { isRoot: false, key: 'gen_ai.conversation.id' },
};
type Source = keyof typeof SOURCES;

const names = Object.keys(SOURCES) as Source[];
const pairs = names.flatMap((strong, at) =>
  names.slice(at + 1).flatMap((weak): [Source, Source, boolean][] => [
    [strong, weak, true],
    [strong, weak, false],
  ]),
);

describe('the session of a trace', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** Sends a span that names a session, a minute later for each that was sent before. */
  async function send(traceId: string, source: Source, session: string, minute = 0): Promise<void> {
    const { isRoot, key } = SOURCES[source];
    const span: SpanToSend = {
      name: source,
      startedAt: new Date(STARTED + minute * 60_000),
      attributes: { [key]: session },
    };
    // Without its root, a step is stored as an exporter sends it that has not ended the root yet.
    if (isRoot) await sendTraces(server.url, [{ ...span, traceId, spanId: ROOT }]);
    else await server.request.post('/v1/traces').send(toStep(traceId, span)).expect(200);
  }

  const listSessions = (...ids: string[]) =>
    server.sql<{ id: string; start: string; end: string; traces: number }>(
      `SELECT s.session_id AS id, s.start_time AS start, s.end_time AS "end", count(t.*)::int AS traces
         FROM project_sessions s LEFT JOIN traces t ON t.session_id = s.session_id
        WHERE s.session_id = ANY($1) GROUP BY s.id, s.session_id, s.start_time, s.end_time ORDER BY s.session_id`,
      [ids],
    );

  const distinct = pairs.filter(
    ([strong, weak]) => SOURCES[strong].isRoot !== SOURCES[weak].isRoot || !SOURCES[strong].isRoot,
  );

  it.each(distinct)(
    'is that of the %s, and not of the %s (first: %s)',
    async (strong, weak, first) => {
      const traceId = newTraceId();
      const [right, wrong] = [`right ${traceId}`, `wrong ${traceId}`];
      if (first) await send(traceId, strong, right);
      await send(traceId, weak, wrong, 1);
      if (!first) await send(traceId, strong, right);
      expect(
        await server.sql('SELECT session_id FROM traces WHERE trace_id = $1', [traceId]),
      ).toEqual([{ session_id: right }]);
      expect((await listSessions(right, wrong)).map(({ id, traces }) => [id, traces])).toEqual([
        [right, 1],
      ]);
      await server.request.get(`/v1/sessions/${encodeURIComponent(wrong)}`).expect(404);
    },
  );

  it('is the same whichever span of one request comes first', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [
      {
        traceId,
        attributes: { 'session.id': 'chat-42' },
        children: [{ attributes: { 'gen_ai.conversation.id': 'run-1' } }],
      },
    ]);
    expect((await listSessions('chat-42', 'run-1')).map(({ id }) => id)).toEqual(['chat-42']);
  });

  it('stays the first of several that count the same', async () => {
    const traceId = newTraceId();
    await send(traceId, 'step', 'same 1');
    await send(traceId, 'step', 'same 2', 1);
    expect((await listSessions('same 1', 'same 2')).map(({ id }) => id)).toEqual(['same 1']);
  });

  it('leaves the other session with its other traces and their times', async () => {
    const [moving, staying] = [newTraceId(), newTraceId()];
    await send(staying, 'step of a conversation', 'left', 10);
    await send(moving, 'step of a conversation', 'left', 0);
    await send(moving, 'step of a conversation', 'left', 60);
    const [before] = await listSessions('left');
    expect(before).toMatchObject({ traces: 2 });
    await send(moving, 'root', 'joined', 5);
    const [joined, left] = await listSessions('joined', 'left');
    expect(joined).toMatchObject({
      id: 'joined',
      traces: 1,
      start: before!.start,
      end: before!.end,
    });
    expect(left).toMatchObject({ id: 'left', traces: 1 });
    const [trace] = await server.sql<{ start: string; end: string }>(
      'SELECT start_time AS start, end_time AS "end" FROM traces WHERE trace_id = $1',
      [staying],
    );
    expect({ start: left!.start, end: left!.end }).toEqual(trace);
  });

  it('counts the session of an earlier version as one that a step named', async () => {
    const traceId = newTraceId();
    await send(traceId, 'step', 'earlier');
    await server.sql('UPDATE traces SET session_rank = NULL WHERE trace_id = $1', [traceId]);
    await send(traceId, 'root of a conversation', 'weaker', 1);
    expect((await listSessions('earlier', 'weaker')).map(({ id }) => id)).toEqual(['earlier']);
    await server.sql('UPDATE traces SET session_rank = NULL WHERE trace_id = $1', [traceId]);
    await sendTraces(server.url, [{ traceId, attributes: { 'session.id': 'stronger' } }]);
    expect((await listSessions('earlier', 'stronger')).map(({ id }) => id)).toEqual(['stronger']);
  });

  it('is one for writers of several requests at once', async () => {
    const traceIds = Array.from({ length: 20 }, newTraceId);
    await Promise.all(
      traceIds.flatMap((traceId) => [
        send(traceId, 'step of a conversation', `at once ${traceId}`),
        send(traceId, 'step', 'together', 1),
        send(traceId, 'root', 'at last', 2),
      ]),
    );
    const found = await listSessions(
      'together',
      'at last',
      ...traceIds.map((id) => `at once ${id}`),
    );
    expect(found.map(({ id, traces }) => [id, traces])).toEqual([['at last', 20]]);
  });

  it('does not store where a session comes from', async () => {
    const traceId = newTraceId();
    await send(traceId, 'root of a conversation', 'unmarked');
    const [span] = await server.sql<{ attributes: object }>(
      'SELECT attributes FROM spans WHERE trace_id = $1',
      [traceId],
    );
    expect(Object.keys(span!.attributes)).not.toContain('session.source');
  });
});

function toStep(traceId: string, { name, startedAt, attributes = {} }: SpanToSend) {
  const nanoseconds = (ms: number) => `${startedAt!.getTime() + ms}000000`;
  return {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId,
                spanId: newTraceId().slice(16),
                parentSpanId: ROOT,
                name,
                startTimeUnixNano: nanoseconds(0),
                endTimeUnixNano: nanoseconds(100),
                attributes: Object.entries(attributes).map(([key, value]) => ({
                  key,
                  value: { stringValue: String(value) },
                })),
              },
            ],
          },
        ],
      },
    ],
  };
}
