import { aProject } from '../../support/factories/project.js';
import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const exactly = (source: string): unknown => JSON.rawJSON(source);
const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}+00:00`;

describe('a span over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const span = async (row: SpanRow, fields: string): Promise<Record<string, unknown>> => {
    const answer = await server.gql<{ node: Record<string, unknown> }>(
      `query ($id: ID!) { node(id: $id) { ... on Span { ${fields} } } }`,
      { id: globalId('Span', row.id) },
    );
    expect(answer.errors).toBeUndefined();
    return answer.data?.node ?? {};
  };

  it('is not found under another ID', async () => {
    const { errors } = await server.gql(`{ node(id: "${globalId('Span', 999_999)}") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('shows its own columns', async () => {
    const row = await aSpan(server, {
      kind: 'LLM',
      name: 'answer',
      parent_id: 'p',
      status_code: 'ERROR',
      status_message: 'boom',
      start_time: '2026-03-01T10:00:00.000001+00:00',
      end_time: '2026-03-01T10:00:01+00:00',
      user_id: 'u',
      model_name: 'm-1',
      provider: 'p-1',
      prompt_tokens: 5,
      completion_tokens: 7,
    });
    const fields = `id spanId parentId context { traceId spanId } name spanKind statusCode
      statusMessage startTime endTime latencyMs userId modelName provider tokenCountTotal
      tokenCountPrompt tokenCountCompletion trace { traceId } project { id }
      costSummary { prompt { tokens cost } completion { tokens } total { tokens } }`;
    expect(await span(row, fields)).toEqual({
      id: globalId('Span', row.id),
      spanId: row.span_id,
      parentId: 'p',
      context: { traceId: row.trace_id, spanId: row.span_id },
      name: 'answer',
      spanKind: 'llm',
      statusCode: 'ERROR',
      statusMessage: 'boom',
      startTime: '2026-03-01T10:00:00.000001+00:00',
      endTime: '2026-03-01T10:00:01+00:00',
      latencyMs: 999.999,
      userId: 'u',
      modelName: 'm-1',
      provider: 'p-1',
      tokenCountTotal: 12,
      tokenCountPrompt: 5,
      tokenCountCompletion: 7,
      trace: { traceId: row.trace_id },
      project: { id: globalId('Project', row.project_id) },
      costSummary: {
        prompt: { tokens: 5, cost: null },
        completion: { tokens: 7 },
        total: { tokens: 12 },
      },
    });
    const other = await aSpan(server);
    expect(await span(other, 'tokenCountTotal costSummary { total { tokens } }')).toEqual({
      tokenCountTotal: null,
      costSummary: null,
    });
  });

  it('merges hot and cold attributes, keeps every number and hides vectors', async () => {
    const row = await aSpan(server, {
      attributes: {
        'llm.token_count.prompt_details.cache_read': 3,
        'llm.token_count.prompt_details.audio': exactly('0.5'),
        'metadata.big': exactly('9223372036854775807'),
        'metadata.whole': exactly('1.0'),
      },
      payload: {
        metadata: { tags: ['a'] },
        embedding: { embeddings: [{ embedding: { vector: [0.1, 0.2], text: 't' } }] },
        retrieval: { documents: [{ document: { content: 'a' } }, { document: { content: 'b' } }] },
      },
    });
    const shown = await span(
      row,
      'attributes metadata numDocuments tokenPromptDetails { cacheRead cacheWrite audio }',
    );
    expect(shown['metadata']).toBe('{"tags":["a"],"big":9223372036854775807,"whole":1.0}');
    expect(shown['attributes']).toContain('"whole":1.0');
    expect(JSON.parse(String(shown['attributes']))).toMatchObject({
      embedding: { embeddings: [{ embedding: { vector: '<2 dimensions>', text: 't' } }] },
      llm: { token_count: { prompt_details: { cache_read: 3, audio: 0.5 } } },
    });
    expect(shown['numDocuments']).toBe(2);
    expect(shown['tokenPromptDetails']).toEqual({ cacheRead: 3, cacheWrite: null, audio: 0.5 });
  });

  it('counts the output documents of a reranker, and zero without a list', async () => {
    const payload = {
      reranker: { output_documents: [{ document: {} }] },
      retrieval: { documents: [{}, {}] },
    };
    const reranker = await aSpan(server, { kind: 'RERANKER', payload });
    expect(await span(reranker, 'numDocuments')).toEqual({ numDocuments: 1 });
    const odd = await aSpan(server, { payload: { retrieval: { documents: 'none' } } });
    expect(await span(odd, 'numDocuments metadata')).toEqual({ numDocuments: 0, metadata: null });
  });

  it('shows short input and output from the preview, and the full text from the payload', async () => {
    const text = 'a long story '.repeat(50);
    const row = await aSpan(server, {
      input_preview: text.slice(0, 200),
      input_mime_type: 'text/plain',
      output_preview: '{"a":1}',
      output_mime_type: 'application/json',
      attributes: { 'output.value': '{"a":1}' },
      payload: { input: { value: text } },
    });
    const short = 'mimeType truncatedValue';
    const { result, statements } = await server.countQueries(() =>
      span(row, `input { ${short} } output { ${short} }`),
    );
    expect(result).toEqual({
      input: { mimeType: 'text', truncatedValue: `${text.slice(0, 100)}…` },
      output: { mimeType: 'json', truncatedValue: '{"a":1}' },
    });
    expect(statements.join()).not.toContain('payload');
    expect(await span(row, 'input { value } output { value }')).toEqual({
      input: { value: text },
      output: { value: '{"a":1}' },
    });
    const bare = await aSpan(server);
    expect(await span(bare, 'input { value } output { value }')).toEqual({
      input: null,
      output: null,
    });
  });

  it('has no input and output if they are only in its messages, but previews of them', async () => {
    const shown = 'mimeType truncatedValue';
    const fields = `input { value ${shown} } inputPreview { ${shown} }
                    output { value } outputPreview { truncatedValue }`;
    const preview = { input_preview: 'Hi there', output_preview: 'Hello' };
    const ofMessages = await aSpan(server, {
      ...preview,
      kind: 'LLM',
      payload: { llm: { input_messages: [{ message: { role: 'user', content: 'Hi there' } }] } },
    });
    const inputPreview = { mimeType: 'text', truncatedValue: 'Hi there' };
    expect(await span(ofMessages, fields)).toEqual({
      input: null,
      inputPreview,
      output: null,
      outputPreview: { truncatedValue: 'Hello' },
    });
    const ofBoth = await aSpan(server, {
      ...preview,
      kind: 'LLM',
      attributes: { 'input.value': 'Hi there' },
      payload: { output: { value: 'Hello' } },
    });
    expect(await span(ofBoth, fields)).toEqual({
      input: { value: 'Hi there', ...inputPreview },
      inputPreview,
      output: { value: 'Hello' },
      outputPreview: { truncatedValue: 'Hello' },
    });
  });

  it('shows events with the message of an exception', async () => {
    const timestamp = '2026-03-01T10:00:01.500000+00:00';
    const row = await aSpan(server, {
      events: [
        { name: 'exception', timestamp, attributes: { 'exception.message': 'boom', n: 1 } },
        { name: 'tick', timestamp, attributes: {} },
      ],
    });
    expect(await span(row, 'events { name message timestamp attributes }')).toEqual({
      events: [
        {
          name: 'exception',
          message: 'boom',
          timestamp,
          attributes: { 'exception.message': 'boom', n: 1 },
        },
        { name: 'tick', message: '', timestamp, attributes: {} },
      ],
    });
  });

  it('adds up and lists the spans below it', async () => {
    const root = await aSpan(server, { name: 'root' });
    const below = (name: string, parent: SpanRow, second: number, given: Partial<SpanRow> = {}) =>
      aSpan(server, {
        trace_id: root.trace_id,
        parent_id: parent.span_id,
        name,
        start_time: at(second),
        ...given,
      });
    const late = await below('late', root, 9, { prompt_tokens: 1, completion_tokens: 2 });
    const early = await below('early', root, 3);
    await below('deep', late, 10, { status_code: 'ERROR', prompt_tokens: 10 });
    await below('first', early, 4);
    const sums = `numChildSpans propagatedStatusCode statusCode cumulativeTokenCountTotal
      cumulativeTokenCountPrompt cumulativeTokenCountCompletion`;
    expect(await span(root, sums)).toEqual({
      numChildSpans: 2,
      propagatedStatusCode: 'ERROR',
      statusCode: 'UNSET',
      cumulativeTokenCountTotal: 13,
      cumulativeTokenCountPrompt: 11,
      cumulativeTokenCountCompletion: 2,
    });
    expect(await span(early, 'propagatedStatusCode numChildSpans')).toEqual({
      propagatedStatusCode: 'OK',
      numChildSpans: 1,
    });
    const list = (args: string) =>
      span(
        root,
        `descendants${args} { edges { node { name } } pageInfo { hasNextPage endCursor } }`,
      );
    const names = async (args: string): Promise<string[]> => {
      const { descendants } = await list(args);
      const { edges } = descendants as { edges: { node: { name: string } }[] };
      return edges.map((edge) => edge.node.name);
    };
    expect(await names('')).toEqual(['early', 'late', 'first', 'deep']);
    expect(await names('(maxDepth: 1)')).toEqual(['early', 'late']);
    expect(await names('(maxDepth: 0, first: 3)')).toEqual(['early', 'late', 'first']);
    const { descendants } = await list('(first: 2)');
    const { pageInfo } = descendants as { pageInfo: { endCursor: string } };
    expect(pageInfo).toMatchObject({ hasNextPage: true });
    expect(await names(`(first: 2, after: "${pageInfo.endCursor}")`)).toEqual(['first', 'deep']);
    const negative = await server.gql(
      `{ node(id: "${globalId('Span', root.id)}") { ... on Span {
         descendants(maxDepth: -1) { edges { cursor } } } } }`,
    );
    expect(negative.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('terminates if parents form a cycle', async () => {
    const { trace_id } = await aTrace(server);
    const circle: SpanRow[] = [];
    for (const [span_id, parent_id] of [
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'b'],
      ['self', 'self'],
    ] as const) {
      circle.push(await aSpan(server, { trace_id, span_id, parent_id, prompt_tokens: 1 }));
    }
    const fields = `cumulativeTokenCountTotal numChildSpans
      descendants(maxDepth: 0) { edges { node { spanId } } } trace { rootSpan { spanId } }`;
    const trace = { rootSpan: { spanId: 'self' } };
    expect(await span(circle[0] as SpanRow, fields)).toEqual({
      cumulativeTokenCountTotal: 3,
      numChildSpans: 1,
      descendants: { edges: [{ node: { spanId: 'b' } }, { node: { spanId: 'c' } }] },
      trace,
    });
    expect(await span(circle[3] as SpanRow, fields)).toEqual({
      cumulativeTokenCountTotal: 1,
      numChildSpans: 0,
      descendants: { edges: [] },
      trace,
    });
  });

  it("is found by the sender's ID; if several have it, the first one stored", async () => {
    const project = await aProject(server);
    const first = await aSpan(server, { project_id: project.id, span_id: 'twice' });
    await aSpan(server, { project_id: project.id, span_id: 'twice' });
    const find = 'query ($id: String!) { getSpanByOtelId(spanId: $id) { id } }';
    expect(await server.gql(find, { id: 'twice' })).toEqual({
      data: { getSpanByOtelId: { id: globalId('Span', first.id) } },
    });
    for (const id of ['unknown', 'nul\0', '']) {
      expect(await server.gql(find, { id })).toEqual({ data: { getSpanByOtelId: null } });
    }
  });
});
