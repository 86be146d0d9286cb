import { aSession } from '../support/factories/session.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const KINDS = [
  { type: 'Span', id: 'spanId', list: 'spanAnnotations' },
  { type: 'Trace', id: 'traceId', list: 'traceAnnotations' },
  { type: 'ProjectSession', id: 'projectSessionId', list: 'projectSessionAnnotations' },
];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(KINDS)('notes about a $type over GraphQL', ({ type, id, list }) => {
  let targetId: string;

  beforeEach(async () => {
    const factory = { Span: aSpan, Trace: aTrace, ProjectSession: aSession }[type]!;
    targetId = globalId(type, (await factory(server)).id);
  });

  const create = (...notes: object[]) =>
    server.gql<Record<string, Record<string, Record<string, unknown>[]>>>(
      `mutation ($input: [Create${type}NotesInput!]!) { create${type}Notes(input: $input) {
         ${list} { id name explanation identifier source annotatorKind } } }`,
      { input: notes.map((note) => ({ [id]: targetId, ...note })) },
    );
  const remove = (...annotationIds: unknown[]) =>
    server.gql(
      `mutation ($input: DeleteAnnotationsInput!) { delete${type}Notes(input: $input) {
         ${list} { explanation } } }`,
      { input: { annotationIds } },
    );

  it('are added, replaced by identifier, and deleted', async () => {
    const { data } = await create(
      { note: ' Look! ' },
      { note: 'Look!' },
      { note: 'a', identifier: 'x' },
    );
    const notes = data![`create${type}Notes`]![list]!;
    expect(notes).toEqual([
      {
        id: expect.any(String),
        name: 'note',
        explanation: 'Look!',
        identifier: expect.stringContaining('-note:'),
        source: 'APP',
        annotatorKind: 'HUMAN',
      },
      expect.objectContaining({ explanation: 'Look!' }),
      expect.objectContaining({ explanation: 'a', identifier: 'x' }),
    ]);
    expect(new Set(notes.map((note) => note['id'])).size).toBe(3);
    const again = await create({ note: 'b', identifier: 'x' });
    expect(again.data![`create${type}Notes`]![list]).toEqual([
      expect.objectContaining({ id: notes[2]!['id'], explanation: 'b' }),
    ]);
    const removed = await remove(notes[2]!['id'], notes[0]!['id']);
    expect(removed.data).toEqual({
      [`delete${type}Notes`]: { [list]: [{ explanation: 'b' }, { explanation: 'Look!' }] },
    });
    expect((await remove(notes[0]!['id'])).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('keep their name', async () => {
    const { data } = await create({ note: 'a' });
    const [{ id: noteId }] = data![`create${type}Notes`]![list] as [{ id: string }];
    const rename =
      type === 'ProjectSession'
        ? 'updateProjectSessionAnnotations(input: { id: $id, name: "quality" })'
        : `patch${type}Annotations(input: [{ annotationId: $id, name: "quality" }])`;
    const { errors } = await server.gql(`mutation ($id: ID!) { ${rename} { __typename } }`, {
      id: noteId,
    });
    expect(errors?.[0]).toMatchObject({
      message: 'A note cannot be renamed.',
      extensions: { code: 'BAD_REQUEST' },
    });
  });

  it('are refused without a text or a target', async () => {
    const codes = [
      await create({ note: ' \n ' }),
      await create({ note: 'x', [id]: globalId(type, 999_999) }),
      await create({ note: 'x', [id]: globalId('Project', 1) }),
      await create({ note: 'x', identifier: 'x'.repeat(1025) }),
    ].map(({ errors }) => errors?.[0]?.extensions.code);
    expect(codes).toEqual(['UNPROCESSABLE', 'NOT_FOUND', 'BAD_USER_INPUT', 'BAD_USER_INPUT']);
  });
});

describe('annotations and notes of a span over GraphQL', () => {
  let spanId: string;

  beforeEach(async () => {
    spanId = globalId('Span', (await aSpan(server)).id);
    const annotation = (name: string, source: string) => ({
      spanId,
      name,
      source,
      annotatorKind: 'CODE',
      metadata: {},
    });
    await server.gql(
      'mutation ($input: [CreateSpanAnnotationInput!]!) { createSpanAnnotations(input: $input) { __typename } }',
      { input: [annotation('b', 'API'), annotation('a', 'APP'), annotation('c', 'API')] },
    );
    await server.gql(
      'mutation ($input: CreateSpanNoteInput!) { createSpanNote(input: $input) { __typename } }',
      { input: { spanId, note: 'Look!' } },
    );
  });

  const names = async (args: string) => {
    const { data, errors } = await server.gql<{
      node: { spanAnnotations: { name: string }[]; spanNotes: object[] };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Span {
         spanAnnotations${args} { name } spanNotes { name explanation } } } }`,
      { id: spanId },
    );
    return errors ?? data!.node.spanAnnotations.map(({ name }) => name);
  };

  it('are sorted and filtered', async () => {
    expect(await names('')).toEqual(['b', 'a', 'c', 'note']);
    expect(await names('(sort: { col: name, dir: desc })')).toEqual(['note', 'c', 'b', 'a']);
    expect(await names('(sort: { col: createdAt, dir: desc })')).toEqual(['note', 'c', 'a', 'b']);
    expect(await names('(filter: { exclude: { names: ["note", "b"] } })')).toEqual(['a', 'c']);
    expect(
      await names('(filter: { include: { sources: [API] }, exclude: { names: ["b"] } })'),
    ).toEqual(['c']);
    expect(await names('(filter: { include: { userIds: [null] } })')).toHaveLength(4);
    expect(await names('(filter: { include: { userIds: ["VXNlcjo3"] } })')).toEqual([]);
  });

  it.each(['{}', '{ include: { names: [] } }', '{ exclude: { userIds: ["x"] } }'])(
    'refuse the filter %s',
    async (filter) => {
      expect(await names(`(filter: ${filter})`)).toEqual([
        expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } }),
      ]);
    },
  );

  it('have global IDs', async () => {
    const { data } = await server.gql<{ node: { spanNotes: { id: string }[] } }>(
      'query ($id: ID!) { node(id: $id) { ... on Span { spanNotes { id } } } }',
      { id: spanId },
    );
    const { id } = data!.node.spanNotes[0]!;
    const found = await server.gql(
      'query ($id: ID!) { node(id: $id) { ... on Annotation { name } } }',
      { id },
    );
    expect(found.data).toEqual({ node: { name: 'note' } });
  });

  it('need one query for a whole page of spans', async () => {
    for (let at = 0; at < 5; at++) await aSpan(server, { project_id: 1 });
    const count = async (fields: string) => {
      const { statements } = await server.countQueries(() =>
        server.gql(
          `{ getProjectByName(name: "default") { spans(first: 100) { edges { node { ${fields} } } } } }`,
        ),
      );
      return statements.length;
    };
    const [without, withAnnotations] = [
      await count('id'),
      await count(
        'id spanAnnotations { name user { id } } spanNotes { id } documentEvaluations { id }',
      ),
    ];
    expect(withAnnotations - without).toBe(2);
  });
});
