import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FIELDS = `id name annotatorKind label score explanation metadata source identifier createdAt
  updatedAt user { id }`;

/** How the schema names a kind of target. */
const KINDS = [
  {
    noun: 'span',
    type: 'Span',
    id: 'spanId',
    create: 'createSpanAnnotations',
    input: 'CreateSpanAnnotationInput',
    patch: 'patchSpanAnnotations',
    remove: 'deleteSpanAnnotations',
    list: 'spanAnnotations',
    field: 'spanAnnotations',
    target: 'span',
  },
  {
    noun: 'trace',
    type: 'Trace',
    id: 'traceId',
    create: 'createTraceAnnotations',
    input: 'CreateTraceAnnotationInput',
    patch: 'patchTraceAnnotations',
    remove: 'deleteTraceAnnotations',
    list: 'traceAnnotations',
    field: 'traceAnnotations',
    target: 'trace',
  },
  {
    noun: 'document',
    type: 'Span',
    id: 'spanId',
    create: 'createDocumentAnnotations',
    input: 'CreateDocumentAnnotationInput',
    patch: 'patchDocumentAnnotations',
    remove: 'deleteDocumentAnnotations',
    list: 'documentAnnotations',
    field: 'documentEvaluations',
    target: 'span',
  },
];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(KINDS)('annotations of a $noun over GraphQL', (kind) => {
  const { noun, type, id, list, field, target } = kind;
  let targetId: string;

  beforeEach(async () => {
    await emptyDatabase(server);
    const payload = { retrieval: { documents: [{}, {}] } };
    const row = noun === 'trace' ? await aTrace(server) : await aSpan(server, { payload });
    targetId = globalId(type, row.id);
  });

  const item = (given: object = {}) => ({
    [id]: targetId,
    name: 'quality',
    annotatorKind: 'HUMAN',
    source: 'APP',
    metadata: {},
    ...(noun === 'document' && { documentPosition: 1 }),
    ...given,
  });
  const mutate = (name: string, inputType: string, input: unknown) =>
    server.gql<Record<string, Record<string, Record<string, unknown>[]>>>(
      `mutation ($input: ${inputType}) { ${name}(input: $input) {
         ${list} { ${FIELDS} ${id} ${target} { id } } query { projectCount } } }`,
      { input },
    );
  const create = (...items: unknown[]) => mutate(kind.create, `[${kind.input}!]!`, items);
  const created = async (...items: unknown[]) => {
    const { data, errors } = await create(...items);
    expect(errors).toBeUndefined();
    return data![kind.create]![list]!;
  };
  const read = async () => {
    const { data } = await server.gql<{ node: Record<string, Record<string, unknown>[]> }>(
      `query ($id: ID!) { node(id: $id) { ... on ${type} { ${field} { ${FIELDS} } } } }`,
      { id: targetId },
    );
    return data!.node[field]!;
  };

  it('are stored, with their target, and read with it', async () => {
    const given = { label: 'good', score: 0, explanation: 'why', metadata: { a: [1] } };
    const [first] = await created(item(given));
    expect(first).toEqual({
      id: expect.any(String),
      name: 'quality',
      annotatorKind: 'HUMAN',
      ...given,
      source: 'APP',
      identifier: '',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      user: null,
      [id]: targetId,
      [target]: { id: targetId },
    });
    expect(await read()).toEqual([expect.objectContaining({ id: first!['id'], ...given })]);
  });

  it('are replaced by one with the same name and identifier', async () => {
    const [first] = await created(item({ score: 1, label: 'good' }));
    const again = await created(item({ score: 2 }), item({ identifier: 'x' }));
    expect(again[0]).toMatchObject({ id: first!['id'], score: 2, label: null });
    expect(await read()).toHaveLength(2);
  });

  it('are changed field by field', async () => {
    const [first] = await created(item({ score: 1, label: 'good', metadata: { a: 1 } }));
    const annotationId = first!['id'];
    const { data } = await mutate(kind.patch, '[PatchAnnotationInput!]!', [
      { annotationId, score: null, explanation: 'late', name: null },
    ]);
    expect(data![kind.patch]![list]).toEqual([
      { ...first, score: null, explanation: 'late', updatedAt: expect.any(String) },
    ]);
    await created(item({ name: 'tone' }));
    const { errors } = await mutate(kind.patch, '[PatchAnnotationInput!]!', [
      { annotationId, label: 'bad' },
      { annotationId, name: 'tone' },
    ]);
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT' } });
    expect((await read()).map(({ name, label }) => [name, label])).toEqual([
      ['quality', 'good'],
      ['tone', null],
    ]);
  });

  it('are deleted, all or none', async () => {
    const [first, second] = await created(item(), item({ name: 'tone' }));
    const gone = globalId(
      noun === 'span'
        ? 'SpanAnnotation'
        : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Annotation`,
      999_999,
    );
    const failed = await mutate(kind.remove, 'DeleteAnnotationsInput!', {
      annotationIds: [first!['id'], gone],
    });
    expect(failed.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    expect(await read()).toHaveLength(2);
    const { data } = await mutate(kind.remove, 'DeleteAnnotationsInput!', {
      annotationIds: [second!['id'], first!['id']],
    });
    expect(data![kind.remove]![list]!.map(({ name }) => name)).toEqual(['tone', 'quality']);
    expect(await read()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['an unknown target', { [id]: globalId(type, 999_999) }, 'NOT_FOUND'],
    ['the ID of something else', { [id]: globalId('Project', 1) }, 'BAD_USER_INPUT'],
    ['a text as ID', { [id]: 'x' }, 'BAD_USER_INPUT'],
    ['NUL in the name', { name: 'a\0' }, 'BAD_USER_INPUT'],
    ['a long name', { name: 'x'.repeat(1025) }, 'BAD_USER_INPUT'],
    ['a long label', { label: 'x'.repeat(1025) }, 'BAD_USER_INPUT'],
    ['a lone surrogate in the identifier', { identifier: '\ud800' }, 'BAD_USER_INPUT'],
    ['a list as metadata', { metadata: [] }, 'BAD_USER_INPUT'],
    ['an unknown kind', { annotatorKind: 'ROBOT' }, 'BAD_USER_INPUT'],
    ['a text as score', { score: 'high' }, 'BAD_USER_INPUT'],
    ['the name of notes', { name: 'note' }, 'BAD_REQUEST'],
    ...(noun === 'document'
      ? ([
          ['a document that is not there', { documentPosition: 2 }, 'UNPROCESSABLE'],
          ['a negative position', { documentPosition: -1 }, 'UNPROCESSABLE'],
        ] as [string, object, string][])
      : []),
  ])('are refused with %s', async (_, given, code) => {
    const { errors } = await create(item(), item(given));
    expect(errors?.[0]?.extensions.code).toBe(code);
    expect(await read()).toEqual([]);
  });

  it.each(['1e400', '-1e400', '9'.repeat(400)])(
    'are refused with a literal score beyond doubles',
    async (score) => {
      const position = noun === 'document' ? 'documentPosition: 1,' : '';
      const { errors } = await server.gql(
        `mutation { ${kind.create}(input: [{ ${id}: "${targetId}", ${position} name: "quality",
           annotatorKind: HUMAN, source: APP, metadata: {}, score: ${score} }]) { __typename } }`,
      );
      expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      expect(await read()).toEqual([]);
    },
  );
});

describe('annotations of a session over GraphQL', () => {
  let projectSessionId: string;

  beforeEach(async () => {
    await emptyDatabase(server);
    projectSessionId = globalId('ProjectSession', (await aSession(server)).id);
  });

  const change = (name: string, inputType: string, input: unknown) =>
    server.gql<Record<string, { projectSessionAnnotation: Record<string, unknown> }>>(
      `mutation ($input: ${inputType}) { ${name}(input: $input) {
         projectSessionAnnotation { ${FIELDS} projectSessionId projectSession { id } } } }`,
      { input },
    );
  const create = (given: object = {}) =>
    change('createProjectSessionAnnotations', 'CreateProjectSessionAnnotationInput!', {
      projectSessionId,
      name: 'mood',
      ...given,
    });
  const read = async () => {
    const { data } = await server.gql<{ node: { sessionAnnotations: object[] } }>(
      `query ($id: ID!) { node(id: $id) { ... on ProjectSession {
         sessionAnnotations { id name label score metadata explanation } } } }`,
      { id: projectSessionId },
    );
    return data!.node.sessionAnnotations;
  };

  it('are added once', async () => {
    const { data } = await create({ label: 'happy' });
    expect(data!['createProjectSessionAnnotations']!.projectSessionAnnotation).toMatchObject({
      name: 'mood',
      label: 'happy',
      annotatorKind: 'HUMAN',
      source: 'APP',
      metadata: {},
      projectSessionId,
      projectSession: { id: projectSessionId },
    });
    const { errors } = await create({ label: 'sad' });
    expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect((await create({ label: 'sad', identifier: 'second' })).errors).toBeUndefined();
    expect(await read()).toHaveLength(2);
  });

  it('are replaced and deleted by their ID', async () => {
    const { data } = await create({ label: 'happy', score: 1, metadata: { a: 1 } });
    const { id } = data!['createProjectSessionAnnotations']!.projectSessionAnnotation;
    const input = { id, name: 'tone', score: 0 };
    await change('updateProjectSessionAnnotations', 'UpdateAnnotationInput!', input);
    expect(await read()).toEqual([
      { id, name: 'tone', label: null, score: 0, metadata: {}, explanation: null },
    ]);
    const removal = `mutation ($id: ID!) { deleteProjectSessionAnnotation(id: $id) {
      projectSessionAnnotation { name } } }`;
    expect((await server.gql(removal, { id })).data).toEqual({
      deleteProjectSessionAnnotation: { projectSessionAnnotation: { name: 'tone' } },
    });
    expect((await server.gql(removal, { id })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await read()).toEqual([]);
  });

  it.each<[object, string]>([
    [{ name: 'note' }, 'BAD_REQUEST'],
    [{ projectSessionId: globalId('ProjectSession', 999_999) }, 'NOT_FOUND'],
    [{ projectSessionId: globalId('Span', 1) }, 'BAD_USER_INPUT'],
    [{ name: 'a\0' }, 'BAD_USER_INPUT'],
  ])('are refused with %j', async (given, code) => {
    expect((await create(given)).errors?.[0]?.extensions.code).toBe(code);
    expect(await read()).toEqual([]);
  });
});
