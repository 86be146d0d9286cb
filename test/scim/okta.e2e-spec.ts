import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { ERROR, GROUP, LIST, PATCH_OP, type ScimBody, ScimClient, USER } from './scim-client.js';

let server: SecuredServer;
let scim: ScimClient;

beforeAll(async () => {
  server = await startSecuredServer();
  scim = await ScimClient.create(server);
});
afterAll(() => server.stop());

const pathOf = ({ id }: ScimBody, endpoint = 'Users') => `/${endpoint}/${encodeURIComponent(id)}`;

/** The requests of https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/ */
describe('Okta', () => {
  const userName = 'test.user@okta.local';
  let user: ScimBody;

  it('looks for the user before it creates one', async () => {
    const query = new URLSearchParams({
      filter: `userName eq "${userName}"`,
      startIndex: '1',
      count: '100',
    });
    const { body } = await scim.get(`/Users?${query.toString()}`);
    expect(body).toMatchObject({ totalResults: 0, startIndex: 1, Resources: [] });
  });

  it('creates a user with a locale, groups and a password', async () => {
    const { status, body } = await scim.send('post', '/Users', {
      schemas: [USER],
      userName,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    expect([status, body['userName'], body['displayName']]).toEqual([201, userName, 'Test User']);
    expect(JSON.stringify(body)).not.toContain('1mz050nq');
    user = body;
  });

  it('replaces the profile with PUT, and sends back what it has read', async () => {
    const { body: current } = await scim.get(pathOf(user));
    const { status, body } = await scim.send('put', pathOf(user), {
      ...current,
      name: { givenName: 'Another', middleName: '', familyName: 'User' },
      displayName: 'Another User',
    });
    expect([status, body.id, body['displayName']]).toEqual([200, user.id, 'Another User']);
  });

  it('replaces the whole profile as the guide shows it', async () => {
    const { status, body } = await scim.send('put', pathOf(user), {
      schemas: [USER],
      id: user.id,
      userName,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: user.id,
        userName,
        name: { givenName: 'Another', familyName: 'User' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        active: true,
        groups: [],
      }),
    ]);
  });

  it('synchronizes a password, which is ignored', async () => {
    const sync = { op: 'replace', value: { password: '1mz050nq' } };
    expect((await scim.patch(pathOf(user), sync)).status).toBe(200);
    const login = { email: userName, password: '1mz050nq' };
    expect((await server.request.post('/auth/login').send(login)).status).toBe(401);
  });

  it('imports users page by page', async () => {
    const { body } = await scim.get('/Users?startIndex=1&count=100');
    const total = body['totalResults'] as number;
    expect(body).toMatchObject({ startIndex: 1, itemsPerPage: total });
    const next = (await scim.get('/Users?startIndex=101&count=100')).body;
    expect(next).toMatchObject({ startIndex: 101, totalResults: total, Resources: [] });
  });

  it('deactivates and activates a user without a path', async () => {
    const send = async (active: boolean) =>
      (
        await scim.send('patch', pathOf(user), {
          schemas: [PATCH_OP],
          Operations: [{ op: 'replace', value: { active } }],
        })
      ).body['active'];
    expect(await send(false)).toBe(false);
    expect(await send(true)).toBe(true);
  });

  it('pushes a group, renames it with its id, and replaces its members', async () => {
    const { body: group } = await scim.send('post', '/Groups', {
      schemas: [GROUP],
      displayName: 'Test SCIMv2',
      members: [{ value: user.id, display: userName }],
    });
    const path = pathOf(group, 'Groups');
    const rename = { op: 'replace', value: { id: group.id, displayName: 'Test SCIMv20' } };
    expect((await scim.patch(path, rename)).status).toBe(204);
    const other = await scim.createUser();
    await scim.patch(
      path,
      { op: 'remove', path: `members[value eq "${user.id}"]` },
      { op: 'add', path: 'members', value: [{ value: other.id, display: 'x' }] },
    );
    const { body } = await scim.get(path);
    expect(body).toMatchObject({ displayName: 'Test SCIMv20', members: [{ value: other.id }] });
  });

  it('renames a group and replaces its members with PUT', async () => {
    const group = await scim.createGroup('By PUT', [user.id]);
    const other = await scim.createUser();
    const { status, body } = await scim.send('put', pathOf(group, 'Groups'), {
      schemas: [GROUP],
      id: group.id,
      displayName: 'By PUT, renamed',
      members: [{ value: other.id, display: 'x' }],
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        displayName: 'By PUT, renamed',
        members: [expect.objectContaining({ value: other.id })],
      }),
    ]);
  });
});

/**
 * The steps of the tests that Okta demands of integrations, in their order:
 * https://developer.okta.com/standards/SCIM/SCIMFiles/Okta-SCIM-20-SPEC-Test.json
 */
describe("Okta's required tests", () => {
  const userName = 'Runscope300yxz@atko.com';
  const create = () =>
    scim.send('post', '/Users', {
      schemas: [USER],
      userName,
      name: { givenName: 'Runscope', familyName: 'Ivory' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Runscope Ivory',
      active: true,
    });
  const search = (name: string) => scim.get(`/Users?filter=userName%20eq%20%22${name}%22`);

  it('list a user with a name, an address and an activity', async () => {
    const first = await scim.createUser();
    const listed = await scim.get(`/Users?count=1&startIndex=1&filter=id%20eq%20%22${first.id}%22`);
    expect(listed.body).toMatchObject({ schemas: [LIST], itemsPerPage: 1, startIndex: 1 });
    expect(listed.body['Resources']).toEqual([(await scim.get(pathOf(first))).body]);
    expect(first).toMatchObject({
      name: { familyName: expect.any(String), givenName: expect.any(String) },
      active: true,
      emails: [{ value: expect.stringContaining('@') }],
    });
  });

  it('find nobody by an unknown name or id', async () => {
    expect((await search(userName)).body).toMatchObject({ schemas: [LIST], totalResults: 0 });
    for (const id of ['00000000000000000000', '00919288221112222']) {
      const { status, body } = await scim.get(`/Users/${id}`);
      expect([status, body]).toEqual([
        404,
        { schemas: [ERROR], status: '404', detail: expect.stringMatching(/./) },
      ]);
    }
  });

  it('create a user once, and find it in capitals', async () => {
    const { status, body } = await create();
    expect([status, body['userName'], body['active']]).toEqual([201, userName, true]);
    expect(body['name']).toEqual({ givenName: 'Runscope', familyName: 'Ivory' });
    expect((await scim.get(pathOf(body))).body).toEqual(body);
    expect((await create()).status).toBe(409);
    expect((await search(userName.toUpperCase())).body).toMatchObject({ totalResults: 1 });
  });

  it('list groups, and refuse a wrong token', async () => {
    expect((await scim.get('/Groups')).body).toMatchObject({ schemas: [LIST] });
    const { status, body } = await scim.send('get', '/Users', undefined, 'non-token');
    expect([status, body['status'], body['schemas']]).toEqual([401, '401', [ERROR]]);
  });
});
