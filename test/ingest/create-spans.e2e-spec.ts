import { createClient } from '@arizeai/phoenix-client';
import { logSpans, SpanCreationError } from '@arizeai/phoenix-client/spans';
import { startTestServer, type TestServer } from '../support/server.js';
import { newTraceId } from './otlp.js';
import { aSpanInput, type SpanInput } from './span-input.js';

interface Violation {
  loc: (string | number)[];
  msg: string;
}

describe('POST /v1/projects/{project_identifier}/spans', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const create = (data: unknown, project = 'created') =>
    server.request.post(`/v1/projects/${encodeURIComponent(project)}/spans`).send({ data });

  it('stores spans before it responds, and creates the project', async () => {
    const span = aSpanInput({
      context: { trace_id: 'trace_any text', span_id: 'span_any text' },
      span_kind: 'internal',
      parent_id: null,
      attributes: { 'llm.model_name': 'm-1', tool: { limits: { seconds: 12 } } },
      events: [{ name: 'hit', timestamp: '2024-03-01T10:00:00.5Z', attributes: { a: 1 } }],
    });
    const response = await create([span], 'my project/ü');
    expect([response.status, response.body]).toEqual([202, { total_received: 1, total_queued: 1 }]);
    const rows = await server.sql(
      `SELECT p.name AS project, s.kind, s.status_code, s.end_time, s.attributes
       FROM spans s JOIN projects p ON p.id = s.project_id WHERE s.span_id = 'span_any text'`,
    );
    expect(rows).toEqual([
      {
        project: 'my project/ü',
        kind: 'UNKNOWN',
        status_code: 'OK',
        end_time: '2024-03-01T10:00:01.123456+00:00',
        attributes: {
          'llm.model_name': 'm-1',
          'openinference.span.kind': 'internal',
          'tool.limits.seconds': 12,
        },
      },
    ]);
  });

  it('accepts an empty list', async () => {
    const response = await create([]);
    expect([response.status, response.body]).toEqual([202, { total_received: 0, total_queued: 0 }]);
  });

  it('gives IDs to spans whose IDs are empty', async () => {
    const nameless = { context: { trace_id: '', span_id: '' } };
    const trace_id = newTraceId();
    const sent = [
      aSpanInput(nameless),
      aSpanInput(nameless),
      aSpanInput({ context: { trace_id, span_id: '' } }),
    ];
    const response = await create(sent, 'without ids');
    expect([response.status, response.body]).toEqual([202, { total_received: 3, total_queued: 3 }]);
    const rows = await server.sql<{ trace_id: string; span_id: string }>(
      `SELECT s.trace_id, s.span_id FROM spans s
       JOIN projects p ON p.id = s.project_id WHERE p.name = 'without ids'`,
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row.trace_id).toMatch(/^[0-9a-f]{32}$/);
      expect(row.span_id).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(new Set(rows.map((row) => row.trace_id)).size).toBe(3);
    expect(rows.map((row) => row.trace_id)).toContain(trace_id);
  });

  it('keeps numbers as they were sent', async () => {
    const { context, ...rest } = aSpanInput();
    const body = JSON.stringify({ data: [{ ...rest, context, attributes: { a: 'A', b: 'B' } }] });
    await server.request
      .post('/v1/projects/created/spans')
      .type('json')
      .send(body.replace('"A"', '9007199254740993').replace('"B"', '1.0'));
    const rows = await server.sql<{ text: string }>(
      'SELECT attributes::text AS text FROM spans WHERE span_id = $1',
      [context.span_id],
    );
    expect(rows[0]?.text).toContain('"a": 9007199254740993, "b": 1.0');
  });

  it('finds a project by its global ID, and responds with 404 if it was deleted', async () => {
    const [project] = await server.sql<{ id: number }>(
      `SELECT id FROM projects WHERE name = 'default'`,
    );
    const gid = (id: number): string => Buffer.from(`Project:${id}`).toString('base64');
    const span = aSpanInput();
    expect((await create([span], gid(project?.id ?? 0))).status).toBe(202);
    const missing = await create([span], gid(999_999));
    expect(missing.status).toBe(404);
    expect(missing.type).toBe('text/plain');
  });

  it('refuses the whole request if a span is already stored, in any trace', async () => {
    const known = aSpanInput();
    await create([known], 'first project');
    const again = aSpanInput({
      context: { trace_id: newTraceId(), span_id: known.context.span_id },
    });
    const fresh = aSpanInput();
    const response = await create([fresh, again], 'second project');
    expect(response.status).toBe(400);
    expect(response.type).toBe('application/json');
    expect(response.body).toEqual({
      error: expect.any(String) as string,
      total_received: 2,
      total_queued: 0,
      total_duplicates: 1,
      total_invalid: 0,
      duplicate_spans: [again.context].map(({ span_id, trace_id }) => ({ span_id, trace_id })),
      invalid_spans: [],
    });
    const rows = await server.sql('SELECT FROM spans WHERE span_id = $1', [fresh.context.span_id]);
    expect(rows).toHaveLength(0);
  });

  it('counts a span that occurs twice in a request twice, and stores it once', async () => {
    const span = aSpanInput();
    const response = await create([span, { ...span, name: 'second' }]);
    expect([response.status, response.body]).toEqual([202, { total_received: 2, total_queued: 2 }]);
    const rows = await server.sql('SELECT name FROM spans WHERE span_id = $1', [
      span.context.span_id,
    ]);
    expect(rows).toEqual([{ name: 'step' }]);
  });

  it('refuses the whole request if a span cannot be stored', async () => {
    const bad = aSpanInput({ context: { trace_id: newTraceId(), span_id: 'x'.repeat(257) } });
    const response = await create([aSpanInput(), bad]);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      total_queued: 0,
      total_invalid: 1,
      invalid_spans: [{ span_id: 'x'.repeat(256), trace_id: bad.context.trace_id }],
    });
  });

  it.each<[string, (span: SpanInput) => unknown, (string | number)[], string]>([
    ['a missing name', (span) => ({ ...span, name: undefined }), ['name'], 'Field required'],
    [
      'a missing context',
      (span) => ({ ...span, context: undefined }),
      ['context'],
      'Field required',
    ],
    [
      'an id that is not text',
      (span) => ({ ...span, context: { ...span.context, span_id: 7 } }),
      ['context', 'span_id'],
      'valid string',
    ],
    ['no time', (span) => ({ ...span, end_time: 'soon' }), ['end_time'], 'valid datetime'],
    [
      'a time without an offset',
      (span) => ({ ...span, start_time: '2024-03-01T10:00:00' }),
      ['start_time'],
      'timezone-naive',
    ],
    [
      'an event time without an offset',
      (span) => ({ ...span, events: [{ name: 'e', timestamp: '2024-03-01 10:00' }] }),
      ['events', 0, 'timestamp'],
      'timezone-naive',
    ],
    ['attributes that are a list', (span) => ({ ...span, attributes: [] }), ['attributes'], 'dict'],
    ['no object at all', () => 7, [], 'valid object'],
  ])('names the location of the error: %s', async (_what, change, field, message) => {
    const response = await create([aSpanInput(), change(aSpanInput())]);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      detail: [
        {
          loc: ['body', 'data', 1, ...field],
          msg: expect.stringContaining(message) as string,
        },
      ],
    });
  });

  it('reports each invalid span once, however much of it is invalid', async () => {
    const events = [{ name: 7, timestamp: '2024-03-01 10:00' }];
    const naive = '2024-03-01T10:00:00';
    const bad = { ...aSpanInput(), start_time: naive, end_time: naive, status_code: null, events };
    const response = await create([bad, aSpanInput(), null, {}]);
    expect(response.status).toBe(422);
    expect(response.body.detail.map(({ loc, msg }: Violation) => [loc.join('.'), msg])).toEqual([
      [
        'body.data.0.start_time',
        'Value error, start_time is timezone-naive; give it an offset, such as Z or +00:00 ' +
          '(also invalid: end_time, status_code, events.0.name, events.0.timestamp)',
      ],
      ['body.data.2', 'Input should be a valid object'],
      [
        'body.data.3.context',
        'Field required (also invalid: name, span_kind, start_time, end_time, status_code)',
      ],
    ]);
    const many = Array.from({ length: 1_000 }, () => events[0]);
    const long = await create([{ ...aSpanInput(), events: many }]);
    expect(long.body.detail).toHaveLength(1);
    expect(long.body.detail[0].msg.length).toBeLessThanOrEqual(500);
  });

  it.each([
    ['nothing', ''],
    ['broken JSON', '{"data": ['],
    ['a list', '[]'],
    ['no data', '{}'],
    ['absurd depth', `{"data": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('refuses a body of %s with 422', async (_what, body) => {
    const response = await server.request.post('/v1/projects/fake/spans').type('json').send(body);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ detail: [{ loc: expect.arrayContaining(['body']) }] });
  });

  it('works with the published JavaScript client', async () => {
    const client = createClient({ options: { baseUrl: server.url } });
    const span = aSpanInput() as never;
    const project = { projectName: 'by client' };
    const stored = await logSpans({ client, project, spans: [span] });
    expect(stored).toEqual({ totalReceived: 1, totalQueued: 1 });
    const error = await logSpans({ client, project, spans: [span] }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SpanCreationError);
    expect((error as SpanCreationError).totalDuplicates).toBe(1);
  });
});
