import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { type DataFrame, queryFrames } from '../../support/data-frames.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const SPAN_COLUMNS = [
  'name',
  'span_kind',
  'parent_id',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'events',
  'context.span_id',
  'context.trace_id',
];

const DOCUMENTS = [
  { document: { content: 'first', score: 0.5, metadata: { page: 1 } } },
  'not an object',
  { document: { content: 'second', score: 1 } },
];

describe('data frames of spans', () => {
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

  it('returns whole spans, newest first, with a column for each known attribute', async () => {
    const span = await aSpan(server, {
      project_id: project.id,
      name: 'answer',
      kind: 'LLM',
      status_code: 'OK',
      start_time: '2026-03-01T10:00:00.000001+00:00',
      end_time: '2026-03-01T10:00:02+00:00',
      attributes: {
        'openinference.span.kind': 'llm',
        'llm.model_name': 'm-1',
        'llm.own': 5,
        'url.full': 'http://x',
        'metadata.tenant': 'acme',
      },
      payload: {
        input: { value: 'long' },
        metadata: { tags: ['a'] },
        llm: { input_messages: [{ message: { role: 'user', own: true } }] },
        url: { parts: [1] },
        retrieval: { documents: [{ document: { content: 'x', metadata: '{"page": 1}' } }] },
      },
      events: [{ name: 'e', timestamp: '2026-03-01T10:00:01+00:00', attributes: { 'a.b': 'x' } }],
    });
    const child = await aSpan(server, {
      trace_id: span.trace_id,
      project_id: project.id,
      parent_id: span.span_id,
      start_time: '2026-03-01T10:00:01+00:00',
      attributes: { 'llm.model_name': 'm-2' },
    });
    const frame = await frameOf({});
    expect(frame.index).toEqual(['context.span_id']);
    expect(frame.keys).toEqual([[child.span_id], [span.span_id]]);
    expect(frame.columns.slice(0, SPAN_COLUMNS.length)).toEqual(SPAN_COLUMNS);
    expect(frame.rows[1]).toEqual({
      name: 'answer',
      span_kind: 'LLM',
      parent_id: null,
      start_time: '2026-03-01T10:00:00.000001000Z',
      end_time: '2026-03-01T10:00:02.000000000Z',
      status_code: 'OK',
      status_message: '',
      events: [{ name: 'e', timestamp: '2026-03-01T10:00:01+00:00', attributes: { 'a.b': 'x' } }],
      'context.span_id': span.span_id,
      'context.trace_id': span.trace_id,
      'attributes.openinference.span.kind': 'llm',
      'attributes.llm.model_name': 'm-1',
      'attributes.llm.input_messages': [{ 'message.role': 'user', message: { own: true } }],
      'attributes.llm': { own: 5 },
      'attributes.input.value': 'long',
      'attributes.metadata': { tenant: 'acme', tags: ['a'] },
      'attributes.url': { full: 'http://x', parts: [1] },
      'attributes.retrieval.documents': [
        { 'document.content': 'x', 'document.metadata': { page: 1 } },
      ],
    });
    expect(frame.rows[0]).toMatchObject({
      parent_id: span.span_id,
      'attributes.llm.model_name': 'm-2',
      'attributes.url': null,
    });
    expect(frame.types).toMatchObject({
      start_time: 'datetime UTC',
      events: 'string',
      'attributes.metadata': 'string',
    });
  });

  it('types columns by all of their values', async () => {
    const values = [
      { int: 1, gap: 1, float: 1, flag: true, gapFlag: true, mixed: 1, list: [1] },
      { int: 2, float: 0.5, flag: false, mixed: 'x', list: [2], huge: JSON.rawJSON('1e19') },
    ];
    for (const [index, attributes] of values.entries()) {
      await aSpan(server, {
        project_id: project.id,
        start_time: `2026-03-01T10:00:0${index}+00:00`,
        attributes,
      });
    }
    const { types, rows } = await frameOf({});
    expect(types).toMatchObject({
      'attributes.int': 'integer',
      'attributes.gap': 'number',
      'attributes.float': 'number',
      'attributes.flag': 'boolean',
      'attributes.gapFlag': 'string',
      'attributes.mixed': 'string',
      'attributes.list': 'string',
      'attributes.huge': 'number',
    });
    expect(rows.map((row) => row['attributes.gapFlag'])).toEqual([null, true]);
  });

  it('selects columns, renames them, and sets the index', async () => {
    const span = await aSpan(server, {
      project_id: project.id,
      kind: 'LLM',
      prompt_tokens: 3,
      completion_tokens: 4,
      start_time: '2026-03-01T10:00:00+00:00',
      end_time: '2026-03-01T10:00:00.0015+00:00',
      attributes: { 'a.b': 1, 'metadata.k': 'v' },
      payload: { list: [{ x: 'first' }], 'with.dot': 'kept' },
    });
    const select = {
      name: { key: 'name' },
      span_id: { key: 'span_id' },
      trace_id: {},
      latency: { key: 'latency_ms' },
      tokens: { key: 'cumulative_token_count.total' },
      new: { key: 'cumulative_llm_token_count_prompt' },
      dotted: { key: 'a.b' },
      brackets: { key: 'attributes["a"]["b"]' },
      prefixed: { key: 'attributes.a.b' },
      part: { key: 'metadata["k"]' },
      element: { key: 'list.0.x' },
      conflict: { key: 'with.dot' },
      missing: { key: 'no.such.thing' },
      started: { key: 'start_time' },
    };
    const frame = await frameOf({ select, rename: { name: 'title' }, index: { key: 'trace_id' } });
    expect([frame.index, frame.keys]).toEqual([['context.trace_id'], [[span.trace_id]]]);
    expect(frame.rows).toEqual([
      {
        title: 'step',
        'context.span_id': span.span_id,
        latency: 1.5,
        tokens: 7,
        new: 3,
        dotted: 1,
        brackets: 1,
        prefixed: 1,
        part: 'v',
        element: 'first',
        conflict: 'kept',
        missing: null,
        started: '2026-03-01T10:00:00.000000000Z',
      },
    ]);
    expect(frame.columns[0]).toBe('title');
    expect(frame.types).toMatchObject({ missing: 'string', started: 'datetime UTC' });
  });

  it('explodes lists of objects, and leaves out spans without a list', async () => {
    const span = await aSpan(server, {
      project_id: project.id,
      payload: { retrieval: { documents: DOCUMENTS }, input: { value: 'Q' } },
    });
    await aSpan(server, { project_id: project.id, payload: { retrieval: { documents: 'text' } } });
    await aSpan(server, { project_id: project.id });
    const explode = {
      key: 'retrieval.documents',
      primary_index_key: 'context.span_id',
      kwargs: { reference: 'document.content', score: 'document.score' },
    };
    const select = { question: { key: 'input.value' }, 'context.span_id': { key: 'span_id' } };
    const chosen = await frameOf({ select, explode }, { limit: 1 });
    expect(chosen.index).toEqual(['context.span_id', 'document_position']);
    expect(chosen.keys).toEqual([
      [span.span_id, 0],
      [span.span_id, 2],
    ]);
    expect(chosen.rows).toEqual([
      { question: 'Q', reference: 'first', score: 0.5 },
      { question: 'Q', reference: 'second', score: 1 },
    ]);
    const flat = await frameOf({ explode: { key: 'retrieval.documents' } });
    expect(flat.rows).toEqual([
      { 'document.content': 'first', 'document.score': 0.5, 'document.metadata.page': 1 },
      { 'document.content': 'second', 'document.score': 1, 'document.metadata.page': null },
    ]);
    const other = await frameOf({
      explode: { key: 'no.list', primary_index_key: 'trace_id', kwargs: { a: 'b' } },
    });
    expect([other.index, other.columns, other.rows]).toEqual([
      ['context.trace_id', 'position'],
      ['a'],
      [],
    ]);
  });

  it('joins the elements of lists, also next to exploded ones', async () => {
    await aSpan(server, {
      project_id: project.id,
      payload: { retrieval: { documents: DOCUMENTS }, tags: ['a', null, 1.5, { b: 1 }] },
    });
    await aSpan(server, { project_id: project.id });
    const concat = {
      key: 'retrieval.documents',
      separator: ' | ',
      kwargs: { text: 'document.content', scores: 'document.score' },
    };
    expect((await frameOf({ concat })).rows).toEqual([
      { text: 'first | second', scores: '0.5 | 1' },
    ]);
    expect((await frameOf({ concat: { key: 'tags' } })).rows).toEqual([
      { tags: 'a\n\n1.5\n\n{"b":1}' },
    ]);
    const explode = { key: 'retrieval.documents', kwargs: { one: 'document.content' } };
    const both = await frameOf({ explode, concat: { ...concat, separator: null } });
    expect(both.rows).toEqual([
      { one: 'first', text: 'first\n\nsecond', scores: '0.5\n\n1' },
      { one: 'second', text: 'first\n\nsecond', scores: '0.5\n\n1' },
    ]);
  });

  it('filters by condition, time, roots and limit', async () => {
    const spans = [
      { name: 'root', kind: 'AGENT', start: '10:00:00' },
      { name: 'orphan', kind: 'LLM', start: '10:00:01', parent_id: 'never stored' },
      { name: 'child', kind: 'LLM', start: '10:00:02', parent_id: 'root' },
    ];
    for (const { start, ...span } of spans) {
      await aSpan(server, {
        ...span,
        project_id: project.id,
        trace_id: `trace of ${project.id}`,
        span_id: span.name,
        start_time: `2026-03-01T${start}.5+00:00`,
      });
    }
    const condition = (text: string) => ({ filter: { condition: text } });
    expect(names(await frameOf({}))).toEqual(['child', 'orphan', 'root']);
    expect(names(await frameOf({}, { limit: 2 }))).toEqual(['child', 'orphan']);
    expect(names(await frameOf({}, { limit: 0 }))).toEqual([]);
    expect(names(await frameOf({}, { limit: 10 ** 15 }))).toHaveLength(3);
    const stored = await frameOf({ select: { name: { key: 'name' } } }, { limit: 2 });
    expect(names(stored)).toEqual(['root', 'orphan']);
    expect(names(await frameOf(condition("span_kind == 'llm'")))).toEqual(['child', 'orphan']);
    expect(names(await frameOf(condition('parent_id is None')))).toEqual(['root']);
    expect(names(await frameOf({}, { root_spans_only: true }))).toEqual(['orphan', 'root']);
    expect(names(await frameOf({}, { root_spans_only: false }))).toHaveLength(3);
    const strict = { root_spans_only: true, orphan_span_as_root_span: false };
    expect(names(await frameOf({}, strict))).toEqual(['root']);
    const start_time = '2026-03-01T10:00:01.500';
    expect(names(await frameOf({}, { start_time }))).toEqual(['child', 'orphan']);
    expect(names(await frameOf({}, { end_time: start_time }))).toEqual(['root']);
    expect(names(await frameOf({}, { stop_time: start_time }))).toEqual(['root']);
    const tokens = condition('cumulative_token_count.total == 0 and not annotations["x"]');
    expect(names(await frameOf(tokens))).toHaveLength(3);
  });
});
