import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';

const VIEWER_KEYS = '{ viewer { username apiKeyCount apiKeys { name user { username } } } }';
const NODE_KEYS =
  'query ($id: ID!) { node(id: $id) { ... on User { apiKeyCount apiKeys { name } } } }';
const ALL_KEYS = '{ users { edges { node { username apiKeyCount apiKeys { name } } } } }';

interface KeysOf {
  username: string;
  apiKeyCount: number;
  apiKeys: { name: string; user: { username: string } }[];
}

const gid = (id: number) => Buffer.from(`User:${id}`).toString('base64');

describe('the keys of a user over GraphQL', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('are shown to that user, newest first', async () => {
    const account = await server.createAccount('VIEWER');
    await server.createKey(account.userId, { scope: 'read' });
    const { data } = await server.gqlAs<{ viewer: KeysOf }>(cookieOf(account), VIEWER_KEYS);
    const key = { name: 'test', user: { username: account.username } };
    expect(data?.viewer).toEqual({
      username: account.username,
      apiKeyCount: 2,
      apiKeys: [key, key],
    });
  });

  it('do not exist for the system user', async () => {
    for (const headers of [bearer(server.systemKey), bearer(server.adminSecret)]) {
      const { data } = await server.gqlAs<{ viewer: KeysOf }>(headers, VIEWER_KEYS);
      expect(data?.viewer).toEqual({ username: 'system', apiKeyCount: 0, apiKeys: [] });
    }
  });

  it('are shown only to administrators', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    const id = gid(MEMBER.userId);
    for (const headers of [cookieOf(ADMIN), bearer(ADMIN.key), bearer(server.adminSecret)]) {
      const { data } = await server.gqlAs(headers, NODE_KEYS, { id });
      expect(data).toEqual({ node: { apiKeyCount: 1, apiKeys: [{ name: 'test' }] } });
    }
    for (const headers of [cookieOf(VIEWER), bearer(server.systemKey)]) {
      const { errors } = await server.gqlAs(headers, NODE_KEYS, { id });
      expect(errors?.[0]?.message).toBe('Only admin can perform this action.');
    }
  });

  it('are not reachable through fields that are open to all', async () => {
    const { ADMIN, VIEWER } = server.accounts;
    const secrets = [{ key: 'A', value: 'x' }];
    await server.request.put('/v1/secrets').set(cookieOf(ADMIN)).send({ secrets }).expect(200);
    for (const field of ['apiKeyCount', 'apiKeys { name }']) {
      const query = `{ secrets { edges { node { user { ${field} } } } } }`;
      const refused = await server.gqlAs(cookieOf(VIEWER), query);
      expect(refused.errors?.[0]?.message).toBe('Only admin can perform this action.');
      expect((await server.gqlAs(cookieOf(ADMIN), query)).errors).toBeUndefined();
    }
  });

  it('do not bypass a required password change', async () => {
    const account = await server.createAccount('MEMBER');
    await server.createKey(account.userId, { projectId: 1 });
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [
      account.userId,
    ]);
    const query =
      '{ viewer { apiKeys { project { name spans(first: 1) { edges { cursor } } } } } }';
    const { errors } = await server.gqlAs(cookieOf(account), query);
    expect(errors?.[0]?.message).toContain('Change your password');
  });

  it('need the same number of queries however many users there are', async () => {
    const headers = cookieOf(server.accounts.ADMIN);
    const count = async () => {
      const read = () => server.gqlAs(headers, ALL_KEYS);
      const { result, statements } = await server.countQueries(read);
      expect(result.errors).toBeUndefined();
      return statements.length;
    };
    const few = await count();
    for (let i = 0; i < 10; i++) await server.createAccount('MEMBER');
    expect(await count()).toBe(few);
  });
});
