import { startTestServer, type TestServer } from '../support/server.js';

describe('limits of GraphQL', () => {
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

  it('count the depth of 20 through fragments', async () => {
    const fragments = Array.from(
      { length: 12 },
      (_, i) => `fragment F${i} on Project { trace(traceId: "x") { project { ...F${i + 1} } } }`,
    );
    const query = `{ getProjectByName(name: "default") { ...F0 } }
      ${fragments.join('\n')} fragment F12 on Project { id }`;
    expect(await refusal({ query })).toMatch(/^GRAPHQL_VALIDATION_FAILED: .*depth limit of 20/);
  });

  it('count the 50 aliases through fragments', async () => {
    const aliases = (prefix: string) =>
      Array.from({ length: 26 }, (_, i) => `${prefix}${i}: projectCount`).join(' ');
    const query = `{ ...A ...B } fragment A on Query { ${aliases('a')} }
      fragment B on Query { ${aliases('b')} }`;
    expect(await refusal({ query })).toMatch(/^GRAPHQL_VALIDATION_FAILED: .*liases limit of 50/);
  });

  it.each([
    ['first', '{ projects(first: 1000) { ...F } }'],
    ['last', '{ projects(last: 1000) { ...F } }'],
    ['a default', 'query ($n: Int = 1000) { projects(first: $n) { ...F } }'],
  ])('count pages asked for by %s', async (_, operation) => {
    const fragment =
      'fragment F on ProjectConnection { edges { node { spans(first: 500) { edges { node { id } } } } } }';
    expect(await refusal({ query: `${operation} ${fragment}` })).toMatch(/^QUERY_TOO_COMPLEX: /);
  });

  it('refuse queries that are named by a hash only', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'abc' } };
    const { body } = await server.request
      .post('/graphql')
      .send({ query: '{ projectCount }', extensions });
    expect(body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  const CANARY = 'canary; at "x"; Canary';

  it.each([
    [
      'a variable',
      'query ($p: String) { projects(filter: $p) { edges { cursor } } }',
      { p: [CANARY] },
    ],
    [
      'its member',
      'query ($f: ProjectFilter) { projects(filter: $f) { edges { cursor } } }',
      { f: { value: { a: CANARY } } },
    ],
    [
      'an unknown member',
      'query ($f: ProjectFilter) { projects(filter: $f) { edges { cursor } } }',
      { f: { x: CANARY } },
    ],
    ['a list', `{ getProjectByName(name: ["canary"]) { id } }`, {}],
    ['a text', `{ projects(first: "canary") { edges { cursor } } }`, {}],
    ['a text for an object', `{ projects(filter: "canary") { edges { cursor } } }`, {}],
  ])('never quotes what was sent: %s', async (_, query, variables) => {
    const { body } = await server.request.post('/graphql').send({ query, variables }).expect(400);
    expect(body.errors).not.toHaveLength(0);
    expect(JSON.stringify(body).toLowerCase()).not.toContain('canary');
  });
});
