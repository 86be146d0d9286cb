import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { type ScimBody, ScimClient } from './scim-client.js';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

/** Services compare what they read with what they sent, and send again what differs. */
describe('a service that reads back what it has written', () => {
  let server: SecuredServer;
  let scim: ScimClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
  });
  afterAll(() => server.stop());

  const pathOf = ({ id }: ScimBody) => `/Users/${encodeURIComponent(id)}`;
  const change = async (user: ScimBody, ...operations: object[]) =>
    (await scim.patch(pathOf(user), ...operations)).body;

  it('gets the formatted name beside another displayName, whatever comes last', async () => {
    const name = { formatted: 'Ada King Lovelace', givenName: 'Ada', familyName: 'Lovelace' };
    const user = await scim.createUser({ displayName: 'Lovelace, Ada', name });
    expect(user).toMatchObject({ displayName: 'Lovelace, Ada', name });
    const changed = await change(
      user,
      { op: 'replace', path: 'displayName', value: 'King, Ada' },
      { op: 'replace', path: 'name.formatted', value: 'Ada King' },
    );
    expect(changed).toMatchObject({ displayName: 'King, Ada', name: { formatted: 'Ada King' } });
    const put = await scim.send('put', pathOf(user), changed);
    expect(put.body).toMatchObject({ displayName: 'King, Ada', name: { formatted: 'Ada King' } });
  });

  it('gets no attribute that it has removed, while others still see a name', async () => {
    const user = await scim.createUser({ displayName: 'Removed', roles: ['MEMBER'] });
    const removed = await change(
      user,
      ...['displayName', 'name', 'roles'].map((path) => ({ op: 'remove', path })),
    );
    expect(removed).not.toHaveProperty('displayName');
    expect(removed).not.toHaveProperty('name');
    expect(removed['roles']).toEqual([]);
    const rows = await server.sql(
      'SELECT u.username, u.role FROM users u JOIN scim_users s ON s.user_id = u.id WHERE s.user_name = $1',
      [user['userName']],
    );
    expect(rows).toEqual([{ username: 'Removed', role: 'VIEWER' }]);
  });

  it('gets the role VIEWER only if it was assigned, and others always', async () => {
    const user = await scim.createUser();
    expect(user['roles']).toEqual([]);
    const viewer = await change(user, { op: 'add', path: 'roles', value: [{ value: 'VIEWER' }] });
    expect(viewer['roles']).toEqual([{ value: 'VIEWER', primary: true }]);
    const unassigned = await change(user, { op: 'remove', path: 'roles' });
    expect(unassigned['roles']).toEqual([]);
    const patch = 'mutation ($input: PatchUserInput!) { patchUser(input: $input) { user { id } } }';
    const input = { userId: user.id, newRole: 'MEMBER' };
    const { errors } = await server.gqlAs(cookieOf(server.accounts.ADMIN), patch, { input });
    expect(errors).toBeUndefined();
    const { body } = await scim.get(pathOf(user));
    expect(body['roles']).toEqual([{ value: 'MEMBER', primary: true }]);
    // A service that says nothing about roles leaves them alone.
    const put = await scim.send('put', pathOf(user), { ...body, roles: undefined });
    expect(put.body['roles']).toEqual([{ value: 'MEMBER', primary: true }]);
  });

  it('gets the address in its own case, until somebody else changes it', async () => {
    const value = `Grace.${Date.now()}@Example.com`;
    const user = await scim.createUser({ emails: [{ value }] });
    expect(user['emails']).toEqual([{ value, type: 'work', primary: true }]);
    await server.sql('UPDATE users SET email = $2 WHERE email = $1', [
      value.toLowerCase(),
      'hopper@example.com',
    ]);
    const { body } = await scim.get(pathOf(user));
    expect(body['emails']).toEqual([{ value: 'hopper@example.com', type: 'work', primary: true }]);
  });

  it('keeps the address under which people sign in when one of another type is added', async () => {
    const user = await scim.createUser();
    const home = { value: 'at.home@example.com', type: 'home' };
    const added = await change(user, { op: 'add', path: 'emails', value: [home] });
    expect(added['emails']).toEqual(user['emails']);
    const ignored = { op: 'replace', path: 'emails[type eq "home"].value', value: home.value };
    expect((await change(user, ignored))['emails']).toEqual(user['emails']);
    const value = [{ ...home, primary: true }];
    const primary = await change(user, { op: 'add', path: 'emails', value });
    expect(primary['emails']).toEqual([{ value: home.value, type: 'work', primary: true }]);
  });

  it('searches with POST as with GET (RFC 7644, 3.4.3)', async () => {
    const user = await scim.createUser();
    const search = {
      schemas: [SEARCH],
      filter: `userName eq "${user['userName'] as string}"`,
      attributes: ['userName'],
      startIndex: 1,
      count: 10,
    };
    const { status, body, headers } = await scim.send('post', '/Users/.search', search);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        totalResults: 1,
        Resources: [
          {
            schemas: user['schemas'],
            id: user.id,
            userName: user['userName'],
            meta: user['meta'],
          },
        ],
      }),
    ]);
    expect(headers['content-type']).toMatch(/^application\/scim\+json/);
    const excluded = { schemas: [SEARCH], excludedAttributes: ['members'], count: 0 };
    expect((await scim.send('post', '/Groups/.search', excluded)).status).toBe(200);
    const wrong = await scim.send('post', '/Users/.search', { ...search, schemas: [] });
    expect([wrong.status, wrong.body['scimType']]).toEqual([400, 'invalidValue']);
  });
});
