import { aProject, type ProjectRow } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace, type TraceRow } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (second: string, micros = '000000'): string =>
  `2026-03-01T10:00:${second}.${micros}+00:00`;

interface Page {
  data: { trace_id: string; spans: { span_id: string }[] | null }[];
  next_cursor: string | null;
}

describe('GET /v1/projects/{project_identifier}/traces', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const list = async (project: string, query: Record<string, unknown> = {}): Promise<Page> => {
    const response = await server.request.get(`/v1/projects/${project}/traces`).query(query);
    expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return response.body;
  };

  /** Reads all pages and returns their trace ids. */
  const walk = async (project: string, query: Record<string, unknown>): Promise<string[]> => {
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(project, { ...query, cursor });
      ids.push(...page.data.map((trace) => trace.trace_id));
      cursor = page.next_cursor;
    }
    return ids;
  };

  it('shows a trace with both triples of token counts and times to the microsecond', async () => {
    const project = await aProject(server);
    const trace = await aTrace(server, {
      project_id: project.id,
      start_time: at('00', '120456'),
      end_time: '2026-03-01T10:00:02+00:00',
      prompt_tokens: 120,
      completion_tokens: 30,
    });
    const page = await list(project.name);
    expect(page).toEqual({
      data: [
        {
          id: globalId('Trace', trace.id),
          trace_id: trace.trace_id,
          project_id: globalId('Project', project.id),
          start_time: '2026-03-01T10:00:00.120456+00:00',
          end_time: '2026-03-01T10:00:02+00:00',
          span_count: 0,
          error_count: 0,
          token_count_prompt: 120,
          token_count_completion: 30,
          token_count_total: 150,
          cumulative_token_count_prompt: 120,
          cumulative_token_count_completion: 30,
          cumulative_token_count_total: 150,
          spans: null,
        },
      ],
      next_cursor: null,
    });
  });

  it.each([
    { sort: 'start_time', order: 'desc' },
    { sort: 'start_time', order: 'asc' },
    { sort: 'latency_ms', order: 'desc' },
    { sort: 'latency_ms', order: 'asc' },
  ])('pages exactly if IDs and times disagree: $sort $order', async ({ sort, order }) => {
    const project = await aProject(server);
    // Both sorted columns have ties, and times and IDs are in opposite order.
    const starts = ['05', '03', '09', '03', '01', '09', '07'];
    const ends = ['59', '20', '30', '20', '40', '30', '08'];
    const traces: TraceRow[] = [];
    for (const [index, start] of starts.entries()) {
      const end_time = at(ends[index] ?? '59');
      traces.push(
        await aTrace(server, { project_id: project.id, start_time: at(start), end_time }),
      );
    }
    const value = (trace: TraceRow): number =>
      sort === 'start_time'
        ? Date.parse(trace.start_time)
        : Date.parse(trace.end_time) - Date.parse(trace.start_time);
    const sign = order === 'asc' ? 1 : -1;
    const expected = traces
      .toSorted((a, b) => sign * (value(a) - value(b) || a.id - b.id))
      .map((trace) => trace.trace_id);
    for (const limit of [1, 2, 3, 7]) {
      expect(await walk(globalId('Project', project.id), { sort, order, limit })).toEqual(expected);
    }
  });

  it('starts the next page at the row that the cursor names, or by ID if that row was deleted', async () => {
    const project = await aProject(server);
    const traces: TraceRow[] = [];
    for (const second of ['01', '02', '03', '04']) {
      traces.push(await aTrace(server, { project_id: project.id, start_time: at(second) }));
    }
    const [first, second] = traces;
    const page = await list(project.name, { limit: 2 });
    expect(page.next_cursor).toBe(globalId('Trace', second?.id ?? 0));
    await server.request.delete(`/v1/traces/${second?.trace_id}`).expect(204);
    const next = await list(project.name, { limit: 2, cursor: page.next_cursor });
    expect(next.data.map((trace) => trace.trace_id)).toEqual([first?.trace_id]);
  });

  it('reads only the number of a cursor, and ignores an empty one', async () => {
    const project = await aProject(server);
    const old = await aTrace(server, { project_id: project.id, start_time: at('01') });
    await aTrace(server, { project_id: project.id, start_time: at('02') });
    const cursor = globalId('Anything', old.id);
    expect((await list(project.name, { cursor })).data.map((t) => t.trace_id)).toEqual([
      old.trace_id,
    ]);
    expect((await list(project.name, { cursor: '' })).data).toHaveLength(2);
    expect((await list(project.name, { cursor: globalId('Trace', 2 ** 52) })).data).toHaveLength(2);
  });

  it('filters by the start of the trace, with an exclusive end', async () => {
    const project = await aProject(server);
    const early = await aTrace(server, { project_id: project.id, start_time: at('01') });
    const late = await aTrace(server, { project_id: project.id, start_time: at('02') });
    const ids = async (query: object): Promise<string[]> =>
      (await list(project.name, { order: 'asc', ...query })).data.map((trace) => trace.trace_id);
    expect(await ids({ start_time: at('02') })).toEqual([late.trace_id]);
    expect(await ids({ end_time: at('02') })).toEqual([early.trace_id]);
    expect(await ids({ end_time: at('02', '000001') })).toEqual([early.trace_id, late.trace_id]);
    // A time without an offset is in UTC; a number is a Unix time.
    expect(await ids({ start_time: '2026-03-01T10:00:02' })).toEqual([late.trace_id]);
    expect(await ids({ start_time: String(Date.parse(at('02')) / 1000) })).toEqual([late.trace_id]);
  });

  describe('filters by failure and latency', () => {
    let project: ProjectRow;
    let ids: (query: object) => Promise<string[]>;

    beforeAll(async () => {
      project = await aProject(server);
      for (const [trace_id, end_time, error_count] of [
        ['fast', at('01', '100000'), 0],
        ['failed', at('01', '250060'), 2],
        ['slow', at('03'), 0],
        ['slow-failed', at('05'), 1],
      ] as const) {
        await aTrace(server, {
          project_id: project.id,
          trace_id: `${trace_id}-latency`,
          start_time: at('01'),
          end_time,
          error_count,
        });
      }
      ids = async (query) => {
        const { data } = await list(project.name, { order: 'asc', ...query });
        return data.map(({ trace_id }) => trace_id.replace('-latency', ''));
      };
    });

    it.each<[object, string[]]>([
      [{ error: 'true' }, ['failed', 'slow-failed']],
      [{ error: 'False' }, ['fast', 'slow']],
      [{ min_latency_ms: '2000' }, ['slow', 'slow-failed']],
      [{ max_latency_ms: '100' }, ['fast']],
      // Latencies have one decimal, like those that lists are sorted by.
      [{ min_latency_ms: '250.1', max_latency_ms: ' 2e3 ' }, ['failed', 'slow']],
      [{ min_latency_ms: '0', max_latency_ms: '0' }, []],
      [{ min_latency_ms: '9', max_latency_ms: '8' }, []],
      [{ error: '1', min_latency_ms: '1000', sort: 'latency_ms', order: 'desc' }, ['slow-failed']],
      [{ error: '0', end_time: at('01') }, []],
    ])('%j', async (query, expected) => {
      expect(await ids(query)).toEqual(expected);
    });

    it('filters over several pages', async () => {
      const walked = await walk(project.name, {
        sort: 'latency_ms',
        order: 'asc',
        limit: 1,
        min_latency_ms: 200,
      });
      expect(walked).toEqual(['failed-latency', 'slow-latency', 'slow-failed-latency']);
    });

    it.each([
      [{ error: 'maybe' }, 'Input should be a valid boolean'],
      [{ error: '' }, 'Input should be a valid boolean'],
      [{ min_latency_ms: 'fast' }, 'Input should be a valid number'],
      [{ min_latency_ms: '' }, 'Input should be a valid number'],
      [{ min_latency_ms: 'NaN' }, 'Input should be a valid number'],
      [{ max_latency_ms: 'Infinity' }, 'Input should be a valid number'],
      [{ max_latency_ms: '1e999' }, 'Input should be a finite number'],
      [{ max_latency_ms: '-0.1' }, 'Input should be greater than or equal to 0'],
      [{ min_latency_ms: ['1', '2'] }, 'Input should be a valid number'],
    ])('refuses %j', async (query, message) => {
      const { body } = await server.request
        .get(`/v1/projects/${project.name}/traces`)
        .query(query)
        .expect(422);
      expect(body.detail[0]).toMatchObject({ loc: ['query', Object.keys(query)[0]], msg: message });
    });
  });

  it('lists the spans of every trace of the page with one query, by start', async () => {
    const project = await aProject(server);
    for (let index = 0; index < 3; index++) {
      const { trace_id } = await aTrace(server, { project_id: project.id });
      await aSpan(server, { trace_id, span_id: `b${index}`, start_time: at('03'), kind: 'LLM' });
      await aSpan(server, { trace_id, span_id: `a${index}`, start_time: at('02') });
    }
    const empty = await aTrace(server, { project_id: project.id });
    const { result, statements } = await server.countQueries(() =>
      list(project.name, { include_spans: 'True', order: 'asc' }),
    );
    expect(statements.filter((text) => text.includes('FROM spans'))).toHaveLength(1);
    expect(result.data.map((trace) => trace.spans?.map((span) => span.span_id))).toEqual(
      expect.arrayContaining([['a0', 'b0'], ['a1', 'b1'], ['a2', 'b2'], []]),
    );
    expect(result.data.find((trace) => trace.trace_id === empty.trace_id)?.spans).toEqual([]);
    expect(result.data.flatMap((trace) => trace.spans ?? [])).toContainEqual({
      id: expect.any(String),
      span_id: 'b0',
      parent_id: null,
      name: 'step',
      span_kind: 'LLM',
      status_code: 'UNSET',
      start_time: '2026-03-01T10:00:03+00:00',
      end_time: expect.any(String),
    });
  });

  it('filters by sessions, of which the same ID in another project is another one', async () => {
    const project = await aProject(server);
    const own = await aSession(server, { project_id: project.id });
    const elsewhere = await aSession(server, { session_id: own.session_id });
    const inOwn = await aTrace(server, { project_id: project.id, session_id: own.session_id });
    await aTrace(server, { session_id: elsewhere.session_id });
    const other = await aSession(server, { project_id: project.id });
    const inOther = await aTrace(server, { project_id: project.id, session_id: other.session_id });
    await aTrace(server, { project_id: project.id });
    const ids = async (...session_identifier: string[]): Promise<string[]> =>
      (await list(project.name, { session_identifier })).data.map((trace) => trace.trace_id);
    expect(await ids(own.session_id)).toEqual([inOwn.trace_id]);
    expect(await ids(globalId('ProjectSession', own.id))).toEqual([inOwn.trace_id]);
    expect(await ids(globalId('ProjectSession', elsewhere.id))).toEqual([]);
    expect((await ids(own.session_id, globalId('ProjectSession', other.id))).toSorted()).toEqual(
      [inOwn.trace_id, inOther.trace_id].toSorted(),
    );
    expect(await ids('unknown', '', 'nul\0')).toEqual([]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['sort=id', 'sort'],
    ['order=up', 'order'],
    ['start_time=yesterday', 'start_time'],
    ['end_time=', 'end_time'],
    ['include_spans=maybe', 'include_spans'],
  ])('refuses ?%s and names the parameter', async (query, parameter) => {
    const response = await server.request.get(`/v1/projects/default/traces?${query}`);
    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc).toEqual(['query', parameter]);
  });

  it('responds with 404 to an unknown project, and with 422 as text to an invalid cursor', async () => {
    const missing = await server.request.get('/v1/projects/fake/traces');
    expect([missing.status, missing.type]).toEqual([404, 'text/plain']);
    const cursor = await server.request.get('/v1/projects/default/traces?cursor=fake');
    expect([cursor.status, cursor.type]).toEqual([422, 'text/plain']);
    expect(cursor.text).toContain('Invalid cursor');
  });
});
