import { aSpan, type SpanRow } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { example, store, storedExamples } from '../merging/merging.js';

const ADD = `mutation ($input: AddSpansToDatasetInput!) {
  addSpansToDataset(input: $input) { dataset { id name } }
}`;

describe('spans that become examples', () => {
  let server: TestServer;
  let datasetId: string;
  let llm: SpanRow;
  let chain: SpanRow;

  beforeAll(async () => {
    server = await startTestServer();
    llm = await aSpan(server, {
      kind: 'LLM',
      attributes: { 'metadata.user': 'ada' },
      payload: {
        llm: {
          input_messages: [{ message: { role: 'user', content: 'Hello' } }],
          output_messages: [{ message: { role: 'assistant', content: 'Hi' } }],
        },
      },
    });
    chain = await aSpan(server, {
      project_id: llm.project_id,
      attributes: {
        'input.value': '{"city":"Paris","population":9007199254740993}',
        'input.mime_type': 'application/json',
        'output.value': 'large',
      },
    });
  });
  beforeEach(async () => {
    const outcome = await store(server, { examples: [] });
    datasetId = globalId('Dataset', outcome.datasetId);
  });
  afterEach(() => server.sql('DELETE FROM datasets'));
  afterAll(() => server.stop());

  /** Queries fields of a project's spans. */
  const page = async <T>(fields: string): Promise<T[]> => {
    const { data } = await server.gql<{ node: { spans: { edges: { node: T }[] } } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         spans(first: 50) { edges { node { ${fields} } } } } } }`,
      { id: globalId('Project', llm.project_id) },
    );
    return data!.node.spans.edges.map(({ node }) => node);
  };
  const add = (spanIds: string[], more: object = {}) =>
    server.gql(ADD, { input: { datasetId, spanIds, ...more } });

  it('contain the payloads of the spans in the given order, and link to them', async () => {
    const { errors } = await add([globalId('Span', chain.id), globalId('Span', llm.id)], {
      datasetVersionDescription: 'from traces',
      datasetVersionMetadata: { picked: 'by hand' },
    });
    expect(errors).toBeUndefined();
    expect(await storedExamples(server)).toEqual([
      expect.objectContaining({
        output: { output: 'large' },
        metadata: { span_kind: 'CHAIN' },
        traceId: chain.trace_id,
        spanId: chain.span_id,
      }),
      expect.objectContaining({
        input: { messages: [{ role: 'user', content: 'Hello' }] },
        output: { messages: [{ role: 'assistant', content: 'Hi' }] },
        metadata: { user: 'ada', span_kind: 'LLM' },
        traceId: llm.trace_id,
        spanId: llm.span_id,
      }),
    ]);
    const [text] = await server.sql<{ input: string }>(
      'SELECT input::text FROM dataset_example_revisions ORDER BY id LIMIT 1',
    );
    expect(text?.input).toBe('{"city":"Paris","population":9007199254740993}');
    expect(
      await server.sql(
        'SELECT description, metadata FROM dataset_versions ORDER BY id DESC LIMIT 1',
      ),
    ).toEqual([{ description: 'from traces', metadata: { picked: 'by hand' } }]);
  });

  it('are read in batches, without duplicates', async () => {
    const spans: SpanRow[] = [];
    for (let n = 0; n < 120; n++) {
      spans.push(await aSpan(server, { attributes: { 'input.value': `input ${n}` } }));
    }
    const ids = spans.map(({ id }) => globalId('Span', id));
    await add([...ids, ...ids.slice(0, 5)]);
    const stored = await storedExamples(server);
    expect(stored.map(({ input }) => input)).toEqual(
      spans.map((_, n) => ({ input: `input ${n}` })),
    );
    expect(stored.map(({ spanId }) => spanId)).toEqual(spans.map(({ span_id }) => span_id));
  });

  it('are linked to the exact span, even if others share its id', async () => {
    const older = await aSpan(server, { span_id: 'same' });
    await aSpan(server, { span_id: 'same' });
    await add([globalId('Span', older.id)]);
    expect((await storedExamples(server))[0]?.traceId).toBe(older.trace_id);
  });

  it.each([
    ['no spans', [], 'BAD_USER_INPUT', 'There are no spans'],
    ['an unknown span', [globalId('Span', 99_999)], 'NOT_FOUND', globalId('Span', 99_999)],
    ['the id of another type', [globalId('Trace', 1)], 'BAD_USER_INPUT', 'is not the ID of a Span'],
    [
      'an id that no row can have',
      [globalId('Span', Number('9'.repeat(30)))],
      'BAD_USER_INPUT',
      'Span',
    ],
    ['no id', ["'; DROP TABLE spans; --"], 'BAD_USER_INPUT', 'is not the ID of a Span'],
  ])('are not added with %s', async (_, ids, code, message) => {
    const { errors } = await add(ids.length > 0 ? [globalId('Span', llm.id), ...ids] : ids);
    expect(errors?.[0]).toMatchObject({
      extensions: { code },
      message: expect.stringContaining(message),
    });
    expect(await storedExamples(server)).toEqual([]);
  });

  it('are not added to an unknown dataset', async () => {
    const { errors } = await server.gql(ADD, {
      input: { datasetId: globalId('Dataset', 99_999), spanIds: [globalId('Span', llm.id)] },
    });
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('can be previewed, with one query per page', async () => {
    const { data } = await server.gql<{ node: unknown }>(
      'query ($id: ID!) { node(id: $id) { ... on Span { asExampleRevision { input output metadata } } } }',
      { id: globalId('Span', llm.id) },
    );
    expect(data?.node).toEqual({
      asExampleRevision: {
        input: { messages: [{ role: 'user', content: 'Hello' }] },
        output: { messages: [{ role: 'assistant', content: 'Hi' }] },
        metadata: { user: 'ada', span_kind: 'LLM' },
      },
    });
    const { result, statements } = await server.countQueries(() =>
      page('asExampleRevision { input }'),
    );
    expect(result).toMatchObject([{ asExampleRevision: {} }, { asExampleRevision: {} }]);
    expect(statements.filter((text) => text.includes('payload'))).toHaveLength(1);
  });

  it('are distinguished from spans without examples, with one query per page', async () => {
    const held = async () =>
      (await page<{ id: string; containedInDataset: boolean }>('id containedInDataset'))
        .filter((span) => span.containedInDataset)
        .map(({ id }) => id);
    expect(await held()).toEqual([]);
    await add([globalId('Span', llm.id)]);
    expect(await held()).toEqual([globalId('Span', llm.id)]);
    const { statements } = await server.countQueries(held);
    expect(statements.filter((text) => text.includes('dataset_examples'))).toHaveLength(1);
    const [made] = await server.sql<{ id: number }>('SELECT id FROM dataset_examples');
    await server.gql(
      `mutation ($input: DeleteDatasetExamplesInput!) {
         deleteDatasetExamples(input: $input) { dataset { id } } }`,
      { input: { exampleIds: [globalId('DatasetExample', made!.id)] } },
    );
    expect(await held()).toEqual([]);
  });

  it('are matched by an upload with the same content', async () => {
    await add([globalId('Span', llm.id)]);
    const outcome = await store(server, {
      action: 'append',
      examples: [
        example(1, {
          input: { messages: [{ role: 'user', content: 'Hello' }] },
          output: { messages: [{ role: 'assistant', content: 'Hi' }] },
          metadata: { user: 'ada', span_kind: 'LLM' },
        }),
      ],
    });
    expect(outcome).toMatchObject({ createdCount: 0, updatedCount: 0 });
  });
});
