import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const FIELDS = `... on AnnotationConfigBase { id name description annotationType optimizationDirection }
  ... on CategoricalAnnotationConfig { values { label score } }
  ... on ContinuousAnnotationConfig { lowerBound upperBound }
  ... on FreeformAnnotationConfig { threshold lowerBound upperBound }`;

const CATEGORICAL = {
  name: 'correctness',
  description: 'Is the answer right?',
  optimizationDirection: 'MAXIMIZE',
  values: [{ label: 'right', score: 1.5 }, { label: 'wrong' }],
};
const CONTINUOUS = {
  name: 'tone',
  optimizationDirection: 'NONE',
  lowerBound: -1,
  upperBound: 1e300,
};
const FREEFORM = { name: 'comment', optimizationDirection: 'MINIMIZE', threshold: 0.25 };

const idOf = ({ id }: { id: number }) => globalId('CategoricalAnnotationConfig', id);
const projectId = ({ id }: { id: number }) => globalId('Project', id);
const UNKNOWN = globalId('FreeformAnnotationConfig', 999_999);

describe('annotation configs in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  async function mutate(name: string, type: string, input: unknown, selection: string) {
    const { data, errors } = await server.gql<Record<string, object>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input },
    );
    const [error] = errors ?? [];
    return { data: data?.[name], code: error?.extensions.code, message: error?.message };
  }
  const create = (annotationConfig: object) =>
    mutate(
      'createAnnotationConfig',
      'CreateAnnotationConfigInput',
      { annotationConfig },
      `annotationConfig { ${FIELDS} } query { annotationConfigs { edges { cursor } } }`,
    );
  const update = (id: string, annotationConfig: object) =>
    mutate(
      'updateAnnotationConfig',
      'UpdateAnnotationConfigInput',
      { id, annotationConfig },
      `annotationConfig { ${FIELDS} } query { __typename }`,
    );
  const remove = (ids: string[]) =>
    mutate(
      'deleteAnnotationConfigs',
      'DeleteAnnotationConfigsInput',
      { ids },
      `annotationConfigs { ${FIELDS} } query { __typename }`,
    );
  const assign = (verb: 'add' | 'remove', pairs: object[]) => {
    const name =
      verb === 'add' ? 'AddAnnotationConfigToProject' : 'RemoveAnnotationConfigFromProject';
    return mutate(
      `${verb}${name.slice(verb.length)}`,
      `[${name}Input!]`,
      pairs,
      `project { name annotationConfigs { edges { node { ... on AnnotationConfigBase { name } } } } }
       query { __typename }`,
    );
  };
  const namesIn = (connection: { edges: { node: { name: string } }[] }) =>
    connection.edges.map(({ node }) => node.name);

  it('are created with the fields of their type', async () => {
    expect((await create({ categorical: CATEGORICAL })).data).toEqual({
      annotationConfig: {
        ...CATEGORICAL,
        id: expect.any(String),
        annotationType: 'CATEGORICAL',
        values: [
          { label: 'right', score: 1.5 },
          { label: 'wrong', score: null },
        ],
      },
      query: { annotationConfigs: { edges: [expect.anything(), expect.anything()] } },
    });
    expect((await create({ continuous: CONTINUOUS })).data).toMatchObject({
      annotationConfig: { ...CONTINUOUS, annotationType: 'CONTINUOUS', description: null },
    });
    expect((await create({ freeform: FREEFORM })).data).toMatchObject({
      annotationConfig: {
        ...FREEFORM,
        annotationType: 'FREEFORM',
        lowerBound: null,
        upperBound: null,
      },
    });
    expect((await create({ freeform: { name: 'bare' } })).data).toMatchObject({
      annotationConfig: { optimizationDirection: null, threshold: null },
    });
  });

  it('have names and labels without surrounding white space', async () => {
    const config = { ...CATEGORICAL, name: ' x ', values: [{ label: ' a ' }] };
    expect((await create({ categorical: config })).data).toMatchObject({
      annotationConfig: { name: 'x', values: [{ label: 'a' }] },
    });
  });

  it('are listed oldest first, in pages from both ends', async () => {
    for (const name of ['z', 'a']) await anAnnotationConfig(server, { name });
    const query = `query ($first: Int, $last: Int, $after: String) {
      annotationConfigs(first: $first, last: $last, after: $after) {
        edges { cursor node { __typename ... on AnnotationConfigBase { name } } }
        pageInfo { hasNextPage endCursor } } }`;
    const page = async (variables: object) => {
      const { data } = await server.gql<{ annotationConfigs: never }>(query, { ...variables });
      return data!.annotationConfigs as {
        edges: { cursor: string; node: { name: string } }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
    };
    expect(namesIn(await page({}))).toEqual(['user_feedback', 'z', 'a']);
    const first = await page({ first: 2 });
    expect([namesIn(first), first.pageInfo.hasNextPage]).toEqual([['user_feedback', 'z'], true]);
    expect(namesIn(await page({ after: first.pageInfo.endCursor }))).toEqual(['a']);
    expect(namesIn(await page({ last: 1 }))).toEqual(['a']);
  });

  it('are nodes by the ID of their current type', async () => {
    const config = await anAnnotationConfig(server, { name: 'quality' });
    const query = `query ($id: ID!) { node(id: $id) { __typename ${FIELDS} } }`;
    const found = await server.gql(query, { id: idOf(config) });
    expect(found.data).toMatchObject({
      node: { __typename: 'CategoricalAnnotationConfig', name: 'quality' },
    });
    for (const id of [globalId('FreeformAnnotationConfig', config.id), UNKNOWN]) {
      expect((await server.gql(query, { id })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });

  it('are replaced as a whole, including the type', async () => {
    const config = await anAnnotationConfig(server, { description: 'old' });
    const { data } = await update(globalId('FreeformAnnotationConfig', config.id), {
      continuous: CONTINUOUS,
    });
    expect(data).toMatchObject({
      annotationConfig: {
        ...CONTINUOUS,
        id: globalId('ContinuousAnnotationConfig', config.id),
        description: null,
      },
    });
  });

  it('are deleted all together or not at all', async () => {
    const [a, b] = [
      await anAnnotationConfig(server, { name: 'a' }),
      await anAnnotationConfig(server, { name: 'b' }),
    ];
    expect(await remove([idOf(a), UNKNOWN])).toMatchObject({
      code: 'NOT_FOUND',
      message: `Annotation config "${UNKNOWN}" not found.`,
    });
    const { data } = await remove([idOf(b), idOf(a), idOf(b)]);
    expect(data).toMatchObject({ annotationConfigs: [{ name: 'b' }, { name: 'a' }] });
    expect(await server.sql('SELECT name FROM annotation_configs')).toEqual([
      { name: 'user_feedback' },
    ]);
  });

  it('belong to projects', async () => {
    const [p, q] = [await aProject(server, { name: 'p' }), await aProject(server, { name: 'q' })];
    const [a, b] = [
      await anAnnotationConfig(server, { name: 'a' }),
      await anAnnotationConfig(server, { name: 'b' }),
    ];
    const pairs = [
      { projectId: projectId(p), annotationConfigId: idOf(b) },
      { projectId: projectId(p), annotationConfigId: idOf(a) },
      { projectId: projectId(q), annotationConfigId: idOf(a) },
    ];
    const nodes = (...names: string[]) => ({ edges: names.map((name) => ({ node: { name } })) });
    for (let time = 0; time < 2; time++) {
      expect((await assign('add', [...pairs, pairs[0]!])).data).toMatchObject({
        project: { name: 'p', annotationConfigs: nodes('a', 'b') },
      });
    }
    const { data } = await server.gql(
      `{ getProjectByName(name: "p") {
           some: annotationConfigs(names: ["b", "c", "\\u0000"]) { edges { node { ... on AnnotationConfigBase { name } } } }
           last: annotationConfigs(last: 1) { edges { node { ... on AnnotationConfigBase { name } } } }
           none: annotationConfigs(names: []) { edges { cursor } } }
         annotationConfigs(last: 2) { edges { node { ... on AnnotationConfigBase {
           name projectCount projects(first: 1) { edges { node { name } } pageInfo { hasNextPage } } } } } } }`,
    );
    expect(data).toEqual({
      getProjectByName: { some: nodes('b'), last: nodes('b'), none: { edges: [] } },
      annotationConfigs: {
        edges: [
          {
            node: {
              name: 'a',
              projectCount: 2,
              projects: { ...nodes('p'), pageInfo: { hasNextPage: true } },
            },
          },
          {
            node: {
              name: 'b',
              projectCount: 1,
              projects: { ...nodes('p'), pageInfo: { hasNextPage: false } },
            },
          },
        ],
      },
    });
    for (let time = 0; time < 2; time++) {
      expect((await assign('remove', pairs.slice(0, 1))).data).toMatchObject({
        project: { annotationConfigs: nodes('a') },
      });
    }
  });

  it('change no project if a project or config does not exist', async () => {
    const project = await aProject(server);
    const config = await anAnnotationConfig(server, { name: 'quality' });
    const valid = { projectId: projectId(project), annotationConfigId: idOf(config) };
    const refusals: [object[], string, string][] = [
      [[], 'BAD_USER_INPUT', 'must not be empty'],
      [[valid, { ...valid, annotationConfigId: UNKNOWN }], 'NOT_FOUND', 'Annotation config'],
      [[valid, { ...valid, projectId: globalId('Project', 999_999) }], 'NOT_FOUND', 'Project'],
      [[valid, { ...valid, projectId: 'x' }], 'BAD_USER_INPUT', 'not the ID of a Project'],
      [[valid, { ...valid, annotationConfigId: 'quality' }], 'BAD_USER_INPUT', 'not the ID'],
      [[valid, { ...valid, annotationConfigId: projectId(project) }], 'BAD_REQUEST', 'not the ID'],
    ];
    for (const [pairs, code, fragment] of refusals) {
      for (const verb of ['add', 'remove'] as const) {
        const answer = await assign(verb, pairs);
        expect(answer).toMatchObject({ code, message: expect.stringContaining(fragment) });
      }
    }
    expect(await server.sql('SELECT FROM project_annotation_configs')).toEqual([]);
  });

  it.each([
    ['CONFLICT', { freeform: { name: 'note' } }],
    ['CONFLICT', { freeform: { name: ' note ' } }],
    ['CONFLICT', { freeform: { name: 'taken' } }],
    ['BAD_REQUEST', { categorical: { ...CATEGORICAL, values: [] } }],
    ['BAD_REQUEST', { categorical: { ...CATEGORICAL, values: [{ label: ' ' }] } }],
    ['BAD_REQUEST', { categorical: { ...CATEGORICAL, values: [{ label: 'a' }, { label: 'a ' }] } }],
    ['BAD_REQUEST', { continuous: { ...CONTINUOUS, upperBound: -1 } }],
    ['BAD_USER_INPUT', { freeform: { name: ' ' } }],
    ['BAD_USER_INPUT', { freeform: { name: 'a\0b' } }],
    ['BAD_USER_INPUT', { freeform: { name: 'é'.repeat(513) } }],
    ['BAD_USER_INPUT', { freeform: { name: 'x', description: '\ud800' } }],
    ['BAD_USER_INPUT', { categorical: { ...CATEGORICAL, values: [{ label: 'a\0' }] } }],
    ['BAD_USER_INPUT', {}],
    ['BAD_USER_INPUT', { freeform: FREEFORM, continuous: CONTINUOUS }],
    ['BAD_USER_INPUT', { freeform: null }],
    ['BAD_USER_INPUT', { categorical: CONTINUOUS }],
    ['BAD_USER_INPUT', { continuous: { ...CONTINUOUS, optimizationDirection: 'UP' } }],
    ['BAD_USER_INPUT', { continuous: { ...CONTINUOUS, lowerBound: 'low' } }],
  ])('answer %s for %j', async (code, config) => {
    const { id } = await anAnnotationConfig(server, { name: 'taken' });
    const other = await anAnnotationConfig(server);
    expect((await create(config)).code).toBe(code);
    expect((await update(idOf(other), config)).code).toBe(code);
    expect(await server.sql('SELECT FROM annotation_configs')).toHaveLength(3);
    expect(id).toBeGreaterThan(1);
  });

  it.each([
    ['quality', 'BAD_USER_INPUT'],
    [globalId('Span', 1), 'BAD_REQUEST'],
    [UNKNOWN, 'NOT_FOUND'],
  ])('are not changed or deleted by the ID %s', async (id, code) => {
    await anAnnotationConfig(server, { name: 'quality' });
    expect((await update(id, { freeform: FREEFORM })).code).toBe(code);
    expect((await remove([id])).code).toBe(code);
  });

  it('are loaded with as many queries for many projects as for one', async () => {
    const projects = [];
    for (let at = 0; at < 12; at++) projects.push(await aProject(server));
    for (let at = 0; at < 3; at++) await anAnnotationConfig(server, { projects });
    const query = (first: number) => `{ projects(first: ${first}) { edges { node {
      annotationConfigs { edges { node { ... on AnnotationConfigBase {
        name projectCount projects(first: 2) { edges { node { name } } } } } } }
      last: annotationConfigs(last: 1) { edges { cursor } } } } } }`;
    const two = await server.countQueries(() => server.gql(query(2)));
    const all = await server.countQueries(() => server.gql(query(13)));
    expect(all.result.errors).toBeUndefined();
    expect(all.statements).toHaveLength(two.statements.length);
  });
});
