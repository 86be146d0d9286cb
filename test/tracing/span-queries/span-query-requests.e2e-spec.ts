import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { type DataFrame, queryFrames, readFrames } from '../../support/data-frames.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('POST /v1/spans', () => {
  let server: TestServer;
  let project: { id: number; name: string };

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    project = await aProject(server);
  });

  const frameOf = async (query: object, others: object = {}): Promise<DataFrame> => {
    const body = { queries: [query], ...others };
    const [frame] = await queryFrames(server.url, body, { project_name: project.name });
    return frame!;
  };
  const names = ({ rows }: DataFrame) => rows.map(({ name }) => name);
  const refusal = async (body: unknown, status: number): Promise<string> => {
    const response = await server.request.post('/v1/spans').send(body as object);
    expect([response.status, response.text]).toEqual([status, expect.anything()]);
    return response.text;
  };

  it('finds the project by query, header or body, in this order, and by ID', async () => {
    await aSpan(server, { project_id: project.id, name: 'here' });
    const query = async (search: string, header: string | null, project_name: string | null) => {
      const response = await fetch(`${server.url}/v1/spans${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(header && { 'project-name': header }) },
        body: JSON.stringify({ queries: [{}], project_name }),
      });
      return (await response.text()).includes('"here"');
    };
    const { name } = project;
    expect(await query(`?project_name=${name}&project-name=x`, 'x', 'x')).toBe(true);
    expect(await query(`?project_name=x&project-name=${name}`, name, name)).toBe(false);
    expect(await query(`?project-name=${name}`, 'x', 'x')).toBe(true);
    expect(await query('?project_name=', name, 'x')).toBe(true);
    expect(await query('', null, name)).toBe(true);
    expect(await query('', null, globalId('Project', project.id))).toBe(true);
    expect(await query('', null, null)).toBe(false);
  });

  it('refuses other formats than JSON', async () => {
    const send = (accept: string) =>
      server.request.post('/v1/spans').set('accept', accept).send({ queries: [] });
    const refused = await send('application/x-pandas-arrow');
    expect([refused.status, refused.text]).toEqual([
      406,
      'Send `Accept: application/json`. No other format is available.',
    ]);
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.5']) {
      await send(accept).expect(404);
    }
  });

  it.each<[unknown, number, string]>([
    [{ queries: [] }, 404, 'The request has no queries.'],
    [undefined, 422, 'detail'],
    [{}, 422, 'queries'],
    [[], 422, 'detail'],
    [{ queries: {} }, 422, 'list'],
    [{ queries: ['x'] }, 422, 'dictionary'],
    [{ queries: [null] }, 422, 'dictionary'],
    [{ queries: [{}], limit: -1 }, 422, 'greater_than_equal'],
    [{ queries: [{}], limit: 1.5 }, 422, 'int_type'],
    [{ queries: [{}], start_time: 'yesterday' }, 422, 'datetime_parsing'],
    [{ queries: [{}], root_spans_only: 'perhaps' }, 422, 'bool_type'],
    [{ queries: [{}], project_name: 5 }, 422, 'string_type'],
  ])('refuses %j', async (body, status, text) => {
    expect(await refusal(body, status)).toContain(text);
  });

  it.each<[object, string]>([
    [{ filter: { condition: "name = 'x'" } }, 'compare with `==`'],
    [{ filter: { condition: 5 } }, '`condition` of `filter` must be a string.'],
    [{ filter: 'x' }, '`filter` must be an object.'],
    [{ select: ['name'] }, '`select` must be an object.'],
    [{ select: { a: 5 } }, '`select a` must be an object.'],
    [{ select: { a: { key: 5 } } }, '`key` of `select a` must be a string.'],
    [{ select: { a: { key: ' ' } } }, 'A key must not be empty'],
    [{ select: { a: { key: 'a[' } } }, 'a string such as'],
    [{ select: { a: { key: 'a["b"] == 1' } } }, 'A key must be a name or a path'],
    [{ explode: {}, index: { key: [] } }, '`key` of `index` must be a string.'],
    [{ explode: { kwargs: {} } }, '`explode` needs a key.'],
    [{ explode: { key: 'a\0b' } }, 'NUL'],
    [{ explode: { key: 'a\ud800' } }, 'surrogate'],
    [{ filter: { condition: "name == '\ud800'" } }, 'surrogate'],
    [{ explode: { key: 'a', kwargs: { b: 5 } } }, '`explode` must have a path for each column.'],
    [{ concat: { key: 'a', separator: 5 } }, '`separator` of `concat` must be a string.'],
    [{ rename: { a: 5 } }, '`rename` must have a name for each column.'],
  ])('refuses the query %j', async (query, text) => {
    const message = await refusal({ queries: [{}, query] }, 422);
    expect(message.startsWith('Invalid query: ')).toBe(true);
    expect(message).toContain(text);
  });

  it('refuses deep nesting and too many columns', async () => {
    const deep = { filter: { condition: '('.repeat(9999) } };
    expect(await refusal({ queries: [deep] }, 422)).toContain('nested too deeply');
    const select = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, {}]));
    expect(await refusal({ queries: [{ select }] }, 422)).toBe(
      'Invalid query: `select` has 1001 columns. The maximum is 1000.',
    );
  });

  it('takes 100 queries but not more', async () => {
    const queries = Array.from({ length: 100 }, () => ({ select: { name: {} } }));
    expect(await queryFrames(server.url, { queries })).toHaveLength(100);
    expect(await refusal({ queries: [...queries, {}] }, 422)).toContain('at most 100 queries');
  });

  it('keeps hostile names apart: quotes, prototypes, NUL, collisions and a thousand columns', async () => {
    await aSpan(server, {
      project_id: project.id,
      name: 'it',
      payload: JSON.parse(
        '{"__proto__": {"x": 1}, "list": [{"__proto__": 5, "a\\"b": 6}]}',
      ) as Record<string, unknown>,
    });
    const select = JSON.parse(
      '{"__proto__": {"key": "name"}, "a\\"b": {"key": "name"}, "n\\u0000": {"key": "name"}, "constructor": {}}',
    ) as object;
    const frame = await frameOf({ select, rename: { 'a"b': 'n\0' } });
    expect(frame.columns).toEqual(['__proto__', 'n\0', 'n\0', 'constructor']);
    const whole = await frameOf({});
    expect(whole.columns.at(-2)).toBe('attributes.__proto__');
    const exploded = await frameOf({ explode: { key: 'list' } });
    expect(exploded.columns).toEqual(['__proto__', 'a"b']);
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`c${i}`, { key: 'name' }]),
    );
    expect((await frameOf({ select: many })).columns).toHaveLength(1000);
  });

  it('stops reading when the client leaves', async () => {
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
         start_time, end_time, attributes, payload)
       SELECT 'left', n::text, $1, 'step', 'CHAIN', 'OK', '', now(), now(), '{}',
              json_build_object('text', repeat(md5(n::text), 300))
         FROM generate_series(1, 300) n`,
      [project.id],
    );
    for (let attempt = 0; attempt < 30; attempt++) {
      const leaving = new AbortController();
      const response = await fetch(`${server.url}/v1/spans?project_name=${project.name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ queries: [{}], limit: 300 }),
        signal: leaving.signal,
      });
      await response.body!.getReader().read();
      leaving.abort();
    }
    // Each of them would keep one of twenty places.
    expect((await frameOf({}, { limit: 300 })).rows).toHaveLength(300);
  });

  it('keeps the client waiting while the spans are found', async () => {
    await aSpan(server, { project_id: project.id, name: 'late' });
    const answer = await server.dataSource.transaction(async (tx) => {
      await tx.query('LOCK TABLE spans IN ACCESS EXCLUSIVE MODE');
      const response = await fetch(`${server.url}/v1/spans?project_name=${project.name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ queries: [{ filter: { condition: "name == 'late'" } }] }),
      });
      // The status arrives before the spans.
      return response;
    });
    const text = await answer.text();
    expect(text).toMatch(/\r\n\r\n +\{"data":\[/);
    const [frame] = readFrames(answer.headers.get('content-type') ?? '', text);
    expect(names(frame!)).toEqual(['late']);
  });

  it('answers a body sent with GET, and refuses one without', async () => {
    const missing = await server.request.get('/v1/spans');
    expect([missing.status, Object.keys(missing.body as object)]).toEqual([422, ['detail']]);
    await server.request.get('/v1/spans').send({ queries: [] }).expect(404);
  });

  it('reads many spans in batches without gaps or repetitions', async () => {
    const spans = 1234;
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
         start_time, end_time, attributes, payload)
       SELECT 'many', n::text, $1, 'step ' || n, 'CHAIN', 'OK', '',
              '2026-03-01T10:00:00Z'::timestamptz + (n / 7) * interval '1 second', now(),
              jsonb_build_object('n', n), json_build_object('text', repeat('x', n % 5 * 5000))
         FROM generate_series(1, $2::integer) n`,
      [project.id, spans],
    );
    const whole = await frameOf({}, { limit: 100_000 });
    const numbers = whole.rows.map((row) => row['attributes.n'] as number);
    expect(numbers).toEqual(Array.from({ length: spans }, (_, index) => spans - index));
    const select = { n: { key: 'n' } };
    const filter = { condition: 'n % 2 == 0' };
    const half = await frameOf({ select, filter }, { limit: 600 });
    expect(half.rows.map(({ n }) => n)).toEqual(
      Array.from({ length: 600 }, (_, index) => 2 * (index + 1)),
    );
  });

  it('collects the attributes of spans that have too many for a table', async () => {
    for (const prefix of ['a', 'b', 'c']) {
      const payload = Object.fromEntries(
        Array.from({ length: 900 }, (_, index) => [`${prefix}${index}`, index]),
      );
      await aSpan(server, { project_id: project.id, payload });
    }
    const { columns, rows } = await frameOf({});
    expect(columns.length).toBeLessThan(2100);
    expect(columns.at(-1)).toBe('attributes');
    expect(rows[2]!['attributes']).toMatchObject({ 'attributes.a899': 899 });
  });

  it('has no attribute columns without spans, for an empty and an unknown project', async () => {
    const unknown = await queryFrames(server.url, { queries: [{}] }, { project_name: 'nothing' });
    for (const frame of [await frameOf({}), unknown[0]!]) {
      expect([frame.index, frame.rows]).toEqual([['context.span_id'], []]);
      expect(frame.columns).toEqual(expect.arrayContaining(['name', 'context.span_id']));
      expect(frame.columns.join()).not.toContain('attributes');
    }
  });

  it('answers several queries in order', async () => {
    await aSpan(server, { project_id: project.id, name: 'only' });
    const queries = [
      {},
      { select: { name: { key: 'name' } } },
      { filter: { condition: 'a == 1' } },
    ];
    const frames = await queryFrames(server.url, { queries }, { project_name: project.name });
    expect(frames.map(({ rows }) => rows.length)).toEqual([1, 1, 0]);
    expect(frames[1]!.columns).toEqual(['name']);
  });
});
