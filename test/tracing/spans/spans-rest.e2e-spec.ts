import { aProject, type ProjectRow } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

/** A JSON number exactly as written. */
const exactly = (source: string): unknown => JSON.rawJSON(source);

interface Page {
  data: { id: string; name: string; span_kind: string; attributes: Record<string, unknown> }[];
  next_cursor: string | null;
}

describe('GET /v1/projects/{project_identifier}/spans', () => {
  let server: TestServer;
  let project: ProjectRow;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    project = await aProject(server);
  });

  const list = async (query: object | string = {}): Promise<Page> => {
    const response = await server.request.get(`/v1/projects/${project.name}/spans`).query(query);
    expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return response.body;
  };
  const names = async (query: object | string): Promise<string[]> =>
    (await list(query)).data.map((span) => span.name).toSorted();

  it('shows a span with flat attributes without the kind, events, and times to the microsecond', async () => {
    const span = await aSpan(server, {
      project_id: project.id,
      name: 'answer',
      kind: 'UNKNOWN',
      status_code: 'ERROR',
      status_message: 'boom',
      start_time: '2026-03-01T10:00:00.000001+00:00',
      end_time: '2026-03-01T10:00:02+00:00',
      attributes: {
        'openinference.span.kind': 'internal',
        'llm.model_name': 'm-1',
        'metadata.user.id': 'ü',
      },
      payload: {
        tag: { tags: ['a', 'b'] },
        retrieval: { documents: [{ document: { content: 'x' } }, { document: { score: 0.5 } }] },
        cfg: 'x',
        'cfg.m': 6,
        empty: {},
      },
      events: [
        {
          name: 'exception',
          timestamp: '2026-03-01T10:00:01.500000+00:00',
          attributes: { 'exception.message': 'boom' },
        },
      ],
    });
    expect((await list()).data).toEqual([
      {
        id: globalId('Span', span.id),
        name: 'answer',
        context: { trace_id: span.trace_id, span_id: span.span_id },
        span_kind: 'internal',
        parent_id: null,
        start_time: '2026-03-01T10:00:00.000001+00:00',
        end_time: '2026-03-01T10:00:02+00:00',
        status_code: 'ERROR',
        status_message: 'boom',
        attributes: {
          'llm.model_name': 'm-1',
          'metadata.user.id': 'ü',
          'tag.tags': ['a', 'b'],
          'retrieval.documents.0.document.content': 'x',
          'retrieval.documents.1.document.score': 0.5,
          cfg: 'x',
          'cfg.m': 6,
        },
        events: [
          {
            name: 'exception',
            timestamp: '2026-03-01T10:00:01.500000+00:00',
            attributes: { 'exception.message': 'boom' },
          },
        ],
      },
    ]);
  });

  it('shows UNKNOWN if there is no kind attribute, whatever kind the filter matches', async () => {
    await aSpan(server, { project_id: project.id, kind: 'LLM' });
    const { data } = await list({ span_kind: 'llm' });
    expect(data.map((span) => span.span_kind)).toEqual(['UNKNOWN']);
  });

  it('keeps numbers and hostile keys: int64 limits, whole floats, __proto__', async () => {
    await aSpan(server, {
      project_id: project.id,
      attributes: { big: exactly('9223372036854775807'), whole: exactly('1.0'), n: 1 },
      payload: { list: [exactly('-9223372036854775808'), exactly('2.0')], constructor: 'c' },
    });
    const response = await server.request.get(`/v1/projects/${project.name}/spans`);
    expect(response.text).toContain('"big":9223372036854775807');
    expect(response.text).toContain('"whole":1.0');
    expect(response.text).toContain('"list":[-9223372036854775808,2.0]');
    expect(response.body.data[0].attributes).toHaveProperty('constructor', 'c');
  });

  it('pages by row ID, newest first, and repeats the row that the cursor names', async () => {
    const spans = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      spans.push(await aSpan(server, { project_id: project.id, name }));
    }
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list({ limit: 2, cursor });
      pages.push(page.data.map((span) => span.name));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
    const foreign = await list({ cursor: globalId('Trace', spans[1]?.id ?? 0) });
    expect(foreign.data.map((span) => span.name)).toEqual(['b', 'a']);
  });

  it.each([
    { sort: 'start_time', order: 'asc', expected: ['b', 'd', 'c', 'a', 'e'] },
    { sort: 'start_time', order: 'desc', expected: ['e', 'a', 'c', 'd', 'b'] },
    { sort: 'start_time', expected: ['e', 'a', 'c', 'd', 'b'] },
    { sort: 'id', order: 'asc', expected: ['a', 'b', 'c', 'd', 'e'] },
    { order: 'asc', expected: ['a', 'b', 'c', 'd', 'e'] },
    { sort: 'id', expected: ['e', 'd', 'c', 'b', 'a'] },
  ])('sorts pages exactly: $sort $order', async ({ expected, ...query }) => {
    // Stored in the order of their names. Two begin at the same time.
    for (const [name, second] of Object.entries({ a: '05', b: '01', c: '03', d: '02', e: '05' })) {
      const start_time = `2026-03-01T10:00:${second}+00:00`;
      await aSpan(server, { project_id: project.id, name, start_time });
    }
    for (const limit of [1, 2, 5]) {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await list({ ...query, limit, cursor });
        found.push(...page.data.map((span) => span.name));
        cursor = page.next_cursor;
      }
      expect(found).toEqual(expected);
    }
  });

  it.each([
    ['sort=name', "Input should be 'id' or 'start_time'"],
    ['sort=', "Input should be 'id' or 'start_time'"],
    ['order=up', "Input should be 'asc' or 'desc'"],
  ])('refuses ?%s and names the parameter', async (query, msg) => {
    const { body } = await server.request.get(`/v1/projects/default/spans?${query}`).expect(422);
    expect(body.detail[0]).toMatchObject({ loc: ['query', query.split('=')[0]], msg });
  });

  it('combines values of one filter with OR and filters with AND', async () => {
    const common = { project_id: project.id, trace_id: `t1-${project.id}` };
    await aSpan(server, { ...common, span_id: 's1', name: 'one', kind: 'LLM', status_code: 'OK' });
    await aSpan(server, { ...common, span_id: 's2', name: 'two', kind: 'TOOL', parent_id: 's1' });
    await aSpan(server, { project_id: project.id, name: 'three', parent_id: 'gone' });
    await aSpan(server, { name: 'elsewhere', kind: 'LLM' });
    expect(await names({ name: ['one', 'two'] })).toEqual(['one', 'two']);
    expect(await names({ name: 'ONE' })).toEqual([]);
    expect(await names({ span_kind: ['llm', 'Tool'] })).toEqual(['one', 'two']);
    expect(await names({ span_kind: ['llm', 'tool'], status_code: 'ok' })).toEqual(['one']);
    expect(await names({ status_code: ['unset', 'error'] })).toEqual(['three', 'two']);
    expect(await names({ trace_id: [common.trace_id, 'x', 'nul\0'] })).toEqual(['one', 'two']);
    expect(await names({ span_id: ['s1', 's2'], name: 'two' })).toEqual(['two']);
    expect(await names({ parent_id: 'null' })).toEqual(['one']);
    expect(await names({ parent_id: 's1' })).toEqual(['two']);
    expect(await names({ parent_id: 'gone' })).toEqual(['three']);
    expect(await names({ parent_id: '' })).toEqual([]);
  });

  it('filters by the start of the span, with an exclusive end', async () => {
    const end_time = '2026-03-01T11:00:00+00:00';
    for (const second of ['01', '02']) {
      const start_time = `2026-03-01T10:00:${second}+00:00`;
      await aSpan(server, { project_id: project.id, name: second, start_time, end_time });
    }
    expect(await names({ start_time: '2026-03-01 10:00:02' })).toEqual(['02']);
    expect(await names({ end_time: '2026-03-01T10:00:02Z' })).toEqual(['01']);
  });

  it('reads large columns only for the page, in a second query', async () => {
    for (let index = 0; index < 5; index++) await aSpan(server, { project_id: project.id });
    const { statements } = await server.countQueries(() => list({ limit: 2 }));
    const heavy = statements.filter((text) => text.includes('payload'));
    expect(statements.filter((text) => text.includes('FROM spans'))).toHaveLength(1);
    expect(heavy).toHaveLength(1);
    expect(heavy[0]).toContain('unnest');
  });

  it.each([
    ['span_kind=nonsense', 'Invalid span_kind'],
    ['status_code=nonsense', 'Invalid status_code'],
    ['attribute=key', 'expected format'],
    ['attribute=:value', 'key must not be empty'],
    ['attribute=key:', 'value must not be empty'],
    ['attribute=key:null', 'null'],
    ['attribute=key:[1]', 'string, a number or a boolean'],
    ['attribute=key:%7B%22a%22:1%7D', 'string, a number or a boolean'],
    [`attribute=key:${'['.repeat(20_000)}1.0${']'.repeat(20_000)}`, 'Invalid attribute filter'],
    ['cursor=nonsense', 'Invalid cursor'],
  ])('refuses ?%.40s with a text, after finding the project', async (query, message) => {
    const response = await server.request.get(`/v1/projects/default/spans?${query}`);
    expect([response.status, response.type]).toEqual([422, 'text/plain']);
    expect(response.text).toContain(message);
    expect(response.text.length).toBeLessThan(300);
    const missing = await server.request.get(`/v1/projects/fake/spans?${query}`);
    expect([missing.status, missing.type]).toEqual([404, 'text/plain']);
  });

  it('accepts a thousand IDs in one request', async () => {
    await aSpan(server, { project_id: project.id, name: 'found', span_id: 'ab'.repeat(8) });
    const ids = Array.from({ length: 999 }, (_, index) => index.toString(16).padStart(32, '0'));
    expect(await names({ span_id: [...ids, 'ab'.repeat(8)] })).toEqual(['found']);
  });
});
