import { queryFrames } from '../support/data-frames.js';
import { startTestServer, type TestServer } from '../support/server.js';

/**
 * The requests of PyPI `arize-phoenix-client` 3.5.0, as recorded from its calls: always these members, JSON
 * accepted, and the project, by name or global ID, in the query.
 */
const EVERYTHING = { start_time: null, end_time: null, limit: 1000, root_spans_only: null };

/** `spans.get_spans_dataframe()` and with `SpanQuery().select(…).where(…).rename(…).with_index(…)`. */
const WHOLE = {};
const SELECTED = {
  select: {
    name: { key: 'name' },
    'context.span_id': { key: 'context.span_id' },
    'llm.model_name': { key: 'llm.model_name' },
  },
  filter: { condition: "span_kind == 'LLM'" },
  rename: { name: 'title' },
  index: { key: 'context.trace_id' },
};

/** `helpers.spans.get_retrieved_documents(client)` */
const RETRIEVED_DOCUMENTS = {
  select: {
    'context.trace_id': { key: 'context.trace_id' },
    'input.value': { key: 'input.value' },
  },
  filter: { condition: "span_kind == 'RETRIEVER'" },
  explode: {
    key: 'retrieval.documents',
    primary_index_key: 'context.span_id',
    kwargs: {
      document: 'document.content',
      document_score: 'document.score',
      document_metadata: 'document.metadata',
    },
  },
  rename: { 'input.value': 'input' },
  index: { key: 'context.span_id' },
};

/** The two queries of `helpers.spans.get_input_output_context(client)`. */
const QUESTIONS = {
  select: {
    'context.span_id': { key: 'context.span_id' },
    'context.trace_id': { key: 'context.trace_id' },
    'input.value': { key: 'input.value' },
    'output.value': { key: 'output.value' },
    metadata: { key: 'metadata' },
  },
  filter: { condition: 'parent_id is None' },
  rename: { 'input.value': 'input', 'output.value': 'output' },
  index: { key: 'context.trace_id' },
};
const CONTEXTS = {
  filter: { condition: "span_kind == 'RETRIEVER'" },
  concat: {
    key: 'retrieval.documents',
    separator: '\n\n',
    kwargs: { context: 'document.content' },
  },
  index: { key: 'context.trace_id' },
};

/** `SpanQuery().explode('retrieval.documents').with_index('trace_id')` */
const EXPLODED_BY_TRACE = {
  explode: { key: 'retrieval.documents', primary_index_key: 'trace_id' },
  index: { key: 'context.trace_id' },
};

const TRACE = 'trace of a question';

describe('the Python client', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    const times = { start_time: '2026-03-01T10:00:00.5Z', end_time: '2026-03-01T10:00:01Z' };
    const span = (span_id: string, parent_id: string | null, others: object) => ({
      name: span_id,
      context: { trace_id: TRACE, span_id },
      parent_id,
      status_code: 'OK',
      ...times,
      ...others,
    });
    await server.request
      .post('/v1/projects/rag/spans')
      .send({
        data: [
          span('ask', null, {
            span_kind: 'CHAIN',
            attributes: { 'input.value': 'Q', 'output.value': 'A', 'metadata.k': 'v' },
          }),
          span('retrieve', 'ask', {
            span_kind: 'RETRIEVER',
            attributes: {
              'input.value': 'q',
              'retrieval.documents.0.document.content': 'first',
              'retrieval.documents.0.document.score': 0.5,
              'retrieval.documents.0.document.metadata.page': 1,
              'retrieval.documents.1.document.content': 'second',
            },
          }),
          span('complete', 'ask', {
            span_kind: 'LLM',
            attributes: { 'llm.model_name': 'gpt-5.2-mini', 'llm.token_count.prompt': 7 },
          }),
        ],
      })
      .expect(202);
  });
  afterAll(() => server.stop());

  const frameOf = async (query: object, project: string, others: object = {}) => {
    const body = { queries: [query], ...EVERYTHING, ...others };
    const [frame] = await queryFrames(server.url, body, { project_name: project });
    return frame!;
  };

  it('gets whole spans', async () => {
    const frame = await frameOf(WHOLE, 'rag');
    expect(frame.keys).toEqual([['complete'], ['retrieve'], ['ask']]);
    expect(frame.types).toMatchObject({
      start_time: 'datetime UTC',
      'attributes.llm.token_count.prompt': 'number',
      'attributes.retrieval.documents': 'string',
    });
    expect(frame.rows[1]!['attributes.retrieval.documents']).toEqual([
      { 'document.content': 'first', 'document.score': 0.5, 'document.metadata': { page: 1 } },
      { 'document.content': 'second' },
    ]);
    const roots = await frameOf(WHOLE, 'rag', { root_spans_only: true, limit: 20_000 });
    expect(roots.keys).toEqual([['ask']]);
  });

  it('gets selected columns', async () => {
    const frame = await frameOf(SELECTED, 'rag');
    expect(frame).toMatchObject({
      index: ['context.trace_id'],
      columns: ['title', 'context.span_id', 'llm.model_name'],
      keys: [[TRACE]],
      rows: [
        { title: 'complete', 'context.span_id': 'complete', 'llm.model_name': 'gpt-5.2-mini' },
      ],
    });
  });

  it('gets retrieved documents, whose columns the evaluation of RAG expects', async () => {
    const { body } = await server.request.get('/v1/projects/rag').expect(200);
    const { id } = (body as { data: { id: string } }).data;
    for (const project of ['rag', id]) {
      const frame = await frameOf(RETRIEVED_DOCUMENTS, project);
      expect(frame.index).toEqual(['context.span_id', 'document_position']);
      expect(frame.columns).toEqual([
        'context.trace_id',
        'input',
        'document',
        'document_score',
        'document_metadata',
      ]);
      expect(frame.keys).toEqual([
        ['retrieve', 0],
        ['retrieve', 1],
      ]);
      expect(frame.rows.map(({ document, document_score }) => [document, document_score])).toEqual([
        ['first', 0.5],
        ['second', null],
      ]);
    }
  });

  it('gets questions, answers and their contexts, and joins them by trace', async () => {
    const questions = await frameOf(QUESTIONS, 'rag');
    // The client turns the index into a column, so there must be none with its name.
    expect(questions).toMatchObject({
      index: ['context.trace_id'],
      columns: ['context.span_id', 'input', 'output', 'metadata'],
      keys: [[TRACE]],
      rows: [{ 'context.span_id': 'ask', input: 'Q', output: 'A', metadata: { k: 'v' } }],
    });
    const contexts = await frameOf(CONTEXTS, 'rag');
    expect(contexts).toMatchObject({
      index: ['context.trace_id'],
      keys: [[TRACE]],
      rows: [{ context: 'first\n\nsecond' }],
    });
    const exploded = await frameOf(EXPLODED_BY_TRACE, 'rag');
    expect(exploded.index).toEqual(['context.trace_id', 'document_position']);
  });

  it('gets empty frames for unknown projects', async () => {
    for (const query of [WHOLE, RETRIEVED_DOCUMENTS, QUESTIONS, CONTEXTS]) {
      expect((await frameOf(query, 'unknown')).rows).toEqual([]);
    }
  });
});
