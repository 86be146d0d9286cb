import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_ADMIN_SECRET,
} from '../support/accounts.js';
import { startTestServer } from '../support/server.js';
import { ERROR, GROUP, LIST, ScimClient, USER } from './scim-client.js';

describe('SCIM', () => {
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
  });
  afterAll(() => server.stop());

  describe('7644, 4: discovery', () => {
    it('describes what the server supports', async () => {
      const { status, body } = await scim.get('/ServiceProviderConfig');
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          patch: { supported: true },
          bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
          filter: { supported: true, maxResults: 200 },
          changePassword: { supported: false },
          sort: { supported: false },
          etag: { supported: false },
          authenticationSchemes: [expect.objectContaining({ type: 'oauthbearertoken' })],
        }),
      ]);
    });

    it.each([
      ['ResourceTypes', ['User', 'Group']],
      ['Schemas', [USER, GROUP]],
    ])('lists %s, and returns each', async (endpoint, ids) => {
      const { body } = await scim.get(`/${endpoint}`);
      const resources = body['Resources'] as { id: string; meta: { location: string } }[];
      expect(body).toMatchObject({ schemas: [LIST], totalResults: ids.length });
      expect(resources.map(({ id }) => id)).toEqual(ids);
      for (const resource of resources) {
        const one = await scim.get(`/${endpoint}/${resource.id}`);
        expect([one.status, one.body]).toEqual([200, resource]);
        expect(resource.meta.location).toBe(`${server.url}/scim/v2/${endpoint}/${resource.id}`);
      }
      expect((await scim.get(`/${endpoint}/nonsense`)).status).toBe(404);
      expect((await scim.get(`/${endpoint}?filter=id%20pr`)).status).toBe(403);
    });

    it('names every attribute of a user in its schema', async () => {
      const user = await scim.createUser({ externalId: 'e', displayName: 'D' });
      const { body } = await scim.get(`/Schemas/${USER}`);
      const names = (body['attributes'] as { name: string }[]).map(({ name }) => name);
      const own = Object.keys(user).filter((name) => !['schemas', 'id', 'meta'].includes(name));
      expect(own.toSorted()).toEqual(names.toSorted());
    });
  });

  it.each(['/nothing', '/Users/x/y'])('responds to %s with 404', async (path) => {
    const { status, body } = await scim.get(path);
    expect([status, body['schemas'], body['status']]).toEqual([404, [ERROR], '404']);
    const posted = await scim.send('post', path, {});
    expect([posted.status, posted.body['schemas']]).toEqual([404, [ERROR]]);
  });

  it.each([
    ['get', '/'],
    ['get', '/Me'],
    ['post', '/Bulk'],
    ['post', '/.search'],
  ] as const)('responds to %s %s with 501, because it is not supported', async (method, path) => {
    const { status, body } = await scim.send(method, path, method === 'post' ? {} : undefined);
    expect([status, body['schemas'], body['status']]).toEqual([501, [ERROR], '501']);
  });

  it.each([
    ['put', '/ServiceProviderConfig', 'GET'],
    ['delete', '/Schemas', 'GET'],
    ['patch', '/Users', 'GET, POST'],
    ['post', '/Groups/x', 'DELETE, GET, PATCH, PUT'],
  ] as const)(
    'responds to %s %s with 405, and says what is allowed',
    async (method, path, allow) => {
      const { status, body, headers } = await scim.send(method, path, {});
      expect([status, body['schemas'], headers['allow']]).toEqual([405, [ERROR], allow]);
    },
  );

  describe('7644, 2: authentication', () => {
    it('refuses everything but its own tokens, in the form of SCIM', async () => {
      const { ADMIN } = server.accounts;
      const access = ADMIN.cookie.split('; ')[0]!.split('=')[1]!;
      const tokens = [null, 'x', ADMIN.key, server.systemKey, TEST_ADMIN_SECRET, access];
      for (const token of [...tokens, `${scim.token.slice(0, -1)}!`]) {
        const { status, body, headers } = await scim.send('get', '/Users', undefined, token);
        expect([status, body['schemas'], body['status']]).toEqual([401, [ERROR], '401']);
        expect(headers['www-authenticate']).toBe('Bearer realm="Spandrel SCIM"');
      }
      const byCookie = await server.request.get('/scim/v2/Users').set(cookieOf(ADMIN));
      expect(byCookie.status).toBe(401);
    });

    it('does not let its tokens in anywhere else', async () => {
      const headers = bearer(scim.token);
      expect((await server.request.get('/v1/projects').set(headers)).status).toBe(401);
      expect((await server.request.get('/v1/users').set(headers)).status).toBe(401);
      expect((await server.request.post('/v1/traces').set(headers)).status).toBe(401);
      const graphql = await server.request
        .post('/graphql')
        .set(headers)
        .send({ query: '{ viewer { id } }' });
      expect(graphql.status).toBe(401);
    });

    it('ends with the token', async () => {
      const own = await ScimClient.create(server);
      expect((await own.get('/Users')).status).toBe(200);
      const admin = cookieOf(server.accounts.ADMIN);
      const listed = await server.gqlAs<{ scimTokens: Record<string, string>[] }>(
        admin,
        '{ scimTokens { id name prefix lastUsedAt } }',
      );
      const [newest] = listed.data!.scimTokens;
      expect(newest).toEqual({
        id: expect.any(String),
        name: 'Test',
        prefix: own.token.slice(0, 12),
        lastUsedAt: expect.stringMatching(/^20/),
      });
      const remove =
        'mutation ($input: DeleteScimTokenInput!) { deleteScimToken(input: $input) { scimTokenId } }';
      const input = { id: newest!['id'] };
      expect((await server.gqlAs(admin, remove, { input })).errors).toBeUndefined();
      expect((await own.get('/Users')).status).toBe(401);
      const again = await server.gqlAs(admin, remove, { input });
      expect(again.errors?.[0]?.message).toBe('Token not found.');
    });

    it('stores tokens as hashes', async () => {
      const rows = await server.sql<{ token_hash: Buffer }>('SELECT token_hash FROM scim_tokens');
      for (const row of rows) expect(row.token_hash).toHaveLength(32);
    });
  });

  it('records the service as the actor', async () => {
    const { id } = await scim.createUser();
    const rowId = Buffer.from(id, 'base64').toString().split(':')[1];
    const [event] = await server.sql(
      "SELECT actor_name, credential FROM audit_events WHERE action = 'user.created' AND subject_id = $1",
      [rowId],
    );
    expect(event).toEqual({ actor_name: 'SCIM: Test', credential: 'scim-token' });
  });
});

describe('SCIM without authentication', () => {
  it('is closed', async () => {
    const server = await startTestServer();
    expect((await server.request.get('/scim/v2/Users')).status).toBe(404);
    await server.stop();
  });
});

describe('SCIM with rate limits', () => {
  it('refuses an address that guesses tokens', async () => {
    const server = await startSecuredServer({ SPANDREL_DISABLE_RATE_LIMIT: 'false' });
    const scim = await ScimClient.create(server);
    const statuses: number[] = [];
    for (let count = 0; count < 102; count++) {
      statuses.push((await scim.send('get', '/Users', undefined, 'x')).status);
    }
    expect(statuses.slice(0, 100)).toEqual(Array<number>(100).fill(401));
    const { status, body, headers } = await scim.get('/Users');
    expect([status, body['schemas']]).toEqual([429, [ERROR]]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await server.stop();
  });
});
