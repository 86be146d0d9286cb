import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { anEditedDataset, ADD, DELETE, exampleId, given } from './edited-dataset.js';
import { example, store, storedExamples } from '../merging/merging.js';

describe('examples that are added over GraphQL', () => {
  const edited = anEditedDataset();

  it('create one version with all examples', async () => {
    const answer = await edited.run(ADD, {
      datasetId: edited.datasetId,
      examples: [given(4, { externalId: 'd' }), given(5)],
      datasetVersionDescription: 'two more',
      datasetVersionMetadata: { ticket: 7 },
    });
    expect(answer).toEqual({
      data: {
        addExamplesToDataset: {
          dataset: { id: edited.datasetId, name: 'capitals' },
          query: { __typename: 'Query' },
        },
      },
    });
    expect(await edited.newestVersion()).toEqual({
      description: 'two more',
      metadata: { ticket: 7 },
      examples: 5,
      created: 2,
      updated: 0,
      deleted: 0,
    });
    expect((await storedExamples(edited.server)).slice(3)).toEqual([
      expect.objectContaining({ externalId: 'd', output: { answer: 4 }, isLive: true }),
      expect.objectContaining({ externalId: null, output: { answer: 5 }, isLive: true }),
    ]);
  });

  it('may equal existing examples and each other', async () => {
    await edited.run(ADD, { datasetId: edited.datasetId, examples: [given(1), given(1)] });
    expect((await storedExamples(edited.server)).map(({ output }) => output)).toEqual(
      [1, 2, 3, 1, 1].map((answer) => ({ answer })),
    );
  });

  it('are matched by later uploads like uploaded ones', async () => {
    await edited.run(ADD, { datasetId: edited.datasetId, examples: [given(4)] });
    const outcome = await store(edited.server, { action: 'append', examples: [example(4)] });
    expect(outcome).toMatchObject({ createdCount: 0, updatedCount: 0 });
  });

  it('restore a deleted example with the same id', async () => {
    await edited.run(DELETE, { exampleIds: [exampleId(edited.a)] });
    await edited.run(ADD, {
      datasetId: edited.datasetId,
      examples: [given(9, { externalId: 'a' })],
    });
    expect((await storedExamples(edited.server))[0]).toMatchObject({
      id: edited.a,
      isLive: true,
      output: { answer: 9 },
      splits: [],
    });
  });

  it('link to the named span', async () => {
    const span = await aSpan(edited.server, { span_id: 'same' });
    await aSpan(edited.server, { span_id: 'same' });
    await edited.run(ADD, {
      datasetId: edited.datasetId,
      examples: [given(4, { spanId: globalId('Span', span.id) }), given(5, { spanId: null })],
    });
    const links = (await storedExamples(edited.server)).slice(3);
    expect(links.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
      [span.trace_id, 'same'],
      [null, null],
    ]);
  });

  it('keep numbers and keys exactly', async () => {
    const body = JSON.stringify({ query: ADD, variables: {} }).replace(
      '{}',
      `{"input":{"datasetId":"${edited.datasetId}","examples":[{"metadata":{},"output":{},
        "input":{"z":9007199254740993,"__proto__":[{"a":-18446744073709551615}],"a":1.5}}]}}`,
    );
    const { body: answer } = await edited.server.request
      .post('/graphql')
      .set('content-type', 'application/json')
      .send(body);
    expect(answer.errors).toBeUndefined();
    const [row] = await edited.server.sql<{ input: string }>(
      'SELECT input::text FROM dataset_example_revisions ORDER BY id DESC LIMIT 1',
    );
    expect(row?.input).toBe(
      '{"z":9007199254740993,"__proto__":[{"a":-18446744073709551615}],"a":1.5}',
    );
  });

  it('lose what PostgreSQL cannot store', async () => {
    await edited.run(ADD, {
      datasetId: edited.datasetId,
      examples: [given(4, { input: { 'k\0': 'a\0b\ud800' } })],
    });
    expect((await storedExamples(edited.server))[3]?.input).toEqual({
      'k\uFFFD': 'a\uFFFDb\uFFFD',
    });
  });

  it.each([
    ['a stable id that is taken', { externalId: 'b' }, 'CONFLICT', 'Example "b" already exists'],
    [
      'the id of an example',
      { externalId: exampleId(1) },
      'BAD_USER_INPUT',
      'is the global ID of an example',
    ],
    ['an id with a NUL', { externalId: 'a\0' }, 'UNPROCESSABLE', 'cannot be stored'],
    [
      'an id that is too long',
      { externalId: 'x'.repeat(3_000) },
      'UNPROCESSABLE',
      'longer than 2000 bytes',
    ],
    ['an unknown span', { spanId: globalId('Span', 99_999) }, 'NOT_FOUND', 'not found'],
    [
      'the id of another type for a span',
      { spanId: globalId('Trace', 1) },
      'BAD_USER_INPUT',
      'is not the ID of a Span',
    ],
    ['a list for an input', { input: [1] }, 'BAD_USER_INPUT', 'example 1: input must be an object'],
    ['a text for an output', { output: '{}' }, 'BAD_USER_INPUT', 'output must be an object'],
    ['a number for metadata', { metadata: 3 }, 'BAD_USER_INPUT', 'metadata must be an object'],
    [
      'too many levels',
      { input: { a: JSON.parse('['.repeat(150) + ']'.repeat(150)) } },
      'BAD_USER_INPUT',
      'nested levels',
    ],
  ])('are refused with %s', async (_, more, code, message) => {
    await edited.expectRefusal(
      ADD,
      { datasetId: edited.datasetId, examples: [given(4, more)] },
      code,
      message,
    );
  });

  it('are refused as a whole', async () => {
    const twice = [given(4, { externalId: 'd' }), given(5, { externalId: 'd' })];
    await edited.expectRefusal(
      ADD,
      { datasetId: edited.datasetId, examples: twice },
      'CONFLICT',
      'Two examples have the ID "d"',
    );
    await edited.expectRefusal(
      ADD,
      { datasetId: edited.datasetId, examples: [] },
      'BAD_USER_INPUT',
      'There are no examples',
    );
    const nobody = globalId('Dataset', 99_999);
    await edited.expectRefusal(
      ADD,
      { datasetId: nobody, examples: [given(4)] },
      'NOT_FOUND',
      'No dataset',
    );
    await edited.expectRefusal(
      ADD,
      { datasetId: 'capitals', examples: [given(4)] },
      'BAD_USER_INPUT',
      'Dataset',
    );
    for (const datasetVersionMetadata of [[1], 'text', 3]) {
      const input = { datasetId: edited.datasetId, examples: [given(4)], datasetVersionMetadata };
      await edited.expectRefusal(ADD, input, 'BAD_USER_INPUT', 'valid dictionary');
    }
  });
});
