import { startTestServer, type TestServer } from '../support/server.js';

describe('GraphQL limits', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const refusal = async (body: object) => {
    const response = await server.request.post('/graphql').send(body).expect(400);
    expect(response.body.data).toBeUndefined();
    const [{ message, extensions }] = response.body.errors;
    return `${extensions.code}: ${message}`;
  };

  it('allow a depth of 20, including fragments', async () => {
    const fragments = Array.from(
      { length: 12 },
      (_, i) => `fragment F${i} on Project { trace(traceId: "x") { project { ...F${i + 1} } } }`,
    );
    const query = `{ getProjectByName(name: "default") { ...F0 } }
      ${fragments.join('\n')} fragment F12 on Project { id }`;
    expect(await refusal({ query })).toMatch(/^GRAPHQL_VALIDATION_FAILED: .*depth limit of 20/);
  });

  it('allow 50 aliases, including fragments', async () => {
    const aliases = (prefix: string) =>
      Array.from({ length: 26 }, (_, i) => `${prefix}${i}: projectCount`).join(' ');
    const query = `{ ...A ...B } fragment A on Query { ${aliases('a')} }
      fragment B on Query { ${aliases('b')} }`;
    expect(await refusal({ query })).toMatch(/^GRAPHQL_VALIDATION_FAILED: .*liases limit of 50/);
  });

  it('allow 15,000 tokens, checked before anything else', async () => {
    const query = `{ ${'projectCount '.repeat(15_000)} }`;
    expect(await refusal({ query })).toMatch(/^GRAPHQL_PARSE_FAILED: .*15000 tokens/);
  });

  it('allow fragments that expand to 20,000 fields', async () => {
    const fragments = Array.from(
      { length: 12 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    const query = `{ ...F0 } ${fragments.join(' ')} fragment F12 on Query {
      projectCount datasetCount promptCount experimentCount projectsLastUpdatedAt }`;
    expect(await refusal({ query })).toMatch(/^QUERY_TOO_COMPLEX: .* too many fields/);
  });

  it('refuse queries that are only a hash', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'abc' } };
    const { body } = await server.request
      .post('/graphql')
      .send({ query: '{ projectCount }', extensions });
    expect(body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  const NAME = 'query ($name: String!) { getProjectByName(name: $name) { id } }';
  const FILTER = 'query ($f: ProjectFilter) { projects(filter: $f) { edges { cursor } } }';

  it.each([
    [NAME, { name: ['canary; canary'] }, 'Variable "$name" got an invalid value.'],
    [NAME, { name: { value: 'canary' } }, 'Variable "$name" got an invalid value.'],
    [
      FILTER,
      { f: { col: 'name', value: { a: 'canary; canary' } } },
      'Variable "$f" got an invalid value at "f.value".',
    ],
    [
      FILTER,
      { f: { col: 'canary', value: 'canary' } },
      'Variable "$f" got an invalid value at "f.col".',
    ],
    [
      FILTER,
      { f: { col: 'name', value: 'canary', x: 'canary' } },
      'Variable "$f" got an invalid value; Field "x" is not defined by type "ProjectFilter".',
    ],
    [
      FILTER,
      { f: { value: 'canary' } },
      /^Variable "\$f" got an invalid value; Field "col" of required type .* was not provided\.$/,
    ],
    [
      FILTER,
      { f: 'canary' },
      'Variable "$f" got an invalid value; Expected type "ProjectFilter" to be an object.',
    ],
    [
      '{ getProjectByName(name: ["canary"]) { id } }',
      {},
      'String cannot represent a non string value.',
    ],
    [
      '{ projects(first: "canary") { edges { cursor } } }',
      {},
      'Int cannot represent non-integer value.',
    ],
    [
      '{ projects(filter: "canary") { edges { cursor } } }',
      {},
      'Expected value of type "ProjectFilter".',
    ],
  ])('never quote the input: %s %j', async (query, variables, message) => {
    const { body } = await server.request.post('/graphql').send({ query, variables }).expect(400);
    expect(body.errors[0].message).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('report a large invalid value as fast as a small one', async () => {
    // A message that is searched again from each of its parts would take hours.
    const name = [' got invalid value  at "x"; '.repeat(200_000)];
    const startedAt = performance.now();
    await refusal({ query: NAME, variables: { name } });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});
