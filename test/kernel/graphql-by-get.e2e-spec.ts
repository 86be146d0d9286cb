import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';

const QUERY = '{ viewer { username } }';

describe('GraphQL by GET', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    server.request
      .get('/graphql')
      .query(parameters)
      .set({ ...cookieOf(server.accounts.VIEWER), ...headers });

  it('answers queries of programs, with variables and an operation name', async () => {
    const { username, key } = server.accounts.VIEWER;
    const viewer = { data: { viewer: { username } } };
    const answer = await get({ query: QUERY });
    expect([answer.status, answer.body]).toEqual([200, viewer]);
    expect(answer.type).toMatch(/json/);
    const byKey = await server.request.get('/graphql').query({ query: QUERY }).set(bearer(key));
    expect(byKey.body).toEqual(viewer);
    const named = await get({
      query: `query A { projectCount } query B($name: String!) { getProjectByName(name: $name) { name } }`,
      operationName: 'B',
      variables: JSON.stringify({ name: 'default' }),
    });
    expect(named.body).toEqual({ data: { getProjectByName: { name: 'default' } } });
  });

  it('refuses mutations with 405, and does not run them', async () => {
    const query = 'mutation { createProject(input: { name: "by get" }) { __typename } }';
    const answer = await get({ query }, cookieOf(server.accounts.ADMIN));
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    expect(answer.body.errors).toHaveLength(1);
    expect(await server.sql("SELECT FROM projects WHERE name = 'by get'")).toEqual([]);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ Origin: 'https://evil.example' }],
  ])('refuses pages of other sites: %j', async (headers) => {
    const answer = await get({ query: QUERY }, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain('Cross-Site Request Forgery');
    // A header that makes browsers ask first.
    const asked = await get({ query: QUERY }, { ...headers, 'Apollo-Require-Preflight': '1' });
    expect(asked.status).toBe(200);
  });

  it.each(['none', 'same-origin'])('answers our own pages and links: %s', async (site) => {
    expect((await get({ query: QUERY }, { 'Sec-Fetch-Site': site })).status).toBe(200);
  });

  it.each([
    ['an empty query', { query: '' }],
    ['a query that is not GraphQL', { query: '{' }],
    ['variables that are not JSON', { query: QUERY, variables: '{' }],
    ['variables that are a list', { query: QUERY, variables: '[1]' }],
    ['an unknown field', { query: '{ nothing }' }],
    [
      'too many aliases',
      { query: `{ ${Array.from({ length: 51 }, (_, i) => `a${i}: projectCount`).join(' ')} }` },
    ],
  ])('refuses %s with 400', async (_, parameters) => {
    const { status, body } = await get(parameters);
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
  });

  it('refuses strangers before it reads the query', async () => {
    for (const query of [QUERY, '{']) {
      expect((await server.request.get('/graphql').query({ query })).status).toBe(401);
    }
    expect((await server.request.put('/graphql')).status).toBe(401);
  });

  it('applies the same roles as POST', async () => {
    const { body } = await get({ query: '{ users { edges { node { id } } } }' });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('explains itself without a query', async () => {
    const answer = await get({});
    expect([answer.status, answer.type]).toEqual([200, 'text/plain']);
    expect(answer.text).toContain('GET /graphql?query=');
    const head = await server.request.head('/graphql').set(cookieOf(server.accounts.VIEWER));
    expect(head.status).toBe(200);
  });
});
