import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { ERROR, GROUP, LIST, type ScimBody, ScimClient } from './scim-client.js';

describe('SCIM groups', () => {
  let server: SecuredServer;
  let scim: ScimClient;
  let ada: string;
  let bob: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    scim = await ScimClient.create(server);
    ada = (await scim.createUser()).id;
    bob = (await scim.createUser()).id;
  });
  afterAll(() => server.stop());

  const pathOf = ({ id }: ScimBody) => `/Groups/${encodeURIComponent(id)}`;
  const membersOf = async (group: ScimBody) =>
    ((await scim.get(pathOf(group))).body['members'] as { value: string }[]).map(
      ({ value }) => value,
    );
  const group = (memberIds: string[] = []) =>
    scim.createGroup(`g-${Math.random().toString(36).slice(2)}`, memberIds);

  it('are created with 201, their members and their location', async () => {
    const { status, body, headers } = await scim.send('post', '/Groups', {
      schemas: [GROUP],
      displayName: 'Engineers',
      externalId: 'g-1',
      members: [{ value: ada, display: 'ignored', type: 'User' }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: [GROUP],
      id: expect.any(String),
      externalId: 'g-1',
      displayName: 'Engineers',
      members: [
        {
          value: ada,
          type: 'User',
          $ref: `${server.url}/scim/v2/Users/${ada}`,
        },
      ],
      meta: expect.objectContaining({ resourceType: 'Group', location: headers['location'] }),
    });
    const user = await scim.get(`/Users/${encodeURIComponent(ada)}`);
    expect(user.body['groups']).toEqual([
      {
        value: body.id,
        display: 'Engineers',
        type: 'direct',
        $ref: headers['location'],
      },
    ]);
    const again = { schemas: [GROUP], displayName: 'Engineers' };
    const conflict = await scim.send('post', '/Groups', again);
    expect([conflict.status, conflict.body['scimType']]).toEqual([409, 'uniqueness']);
    const sameId = { schemas: [GROUP], displayName: 'Others', externalId: 'g-1' };
    expect((await scim.send('post', '/Groups', sameId)).status).toBe(409);
  });

  it('are the groups that get roles in projects', async () => {
    const { id } = await group([ada]);
    const { data } = await server.gqlAs<{ userGroups: { id: string }[] }>(
      cookieOf(server.accounts.ADMIN),
      '{ userGroups { id } }',
    );
    expect(data!.userGroups.map((found) => found.id)).toContain(id);
  });

  it('do not include groups of other sources', async () => {
    const [row] = await server.sql<{ id: number }>(
      "INSERT INTO user_groups (name, source) VALUES ('By hand', 'LOCAL') RETURNING id",
    );
    const id = Buffer.from(`UserGroup:${row!.id}`).toString('base64');
    expect((await scim.get(`/Groups/${id}`)).status).toBe(404);
    expect((await scim.send('delete', `/Groups/${id}`)).status).toBe(404);
    expect(await server.sql('SELECT 1 FROM user_groups WHERE id = $1', [row!.id])).toHaveLength(1);
    // Another source may have a group of the same name.
    expect((await scim.createGroup('By hand')).id).not.toBe(id);
  });

  it('get and lose members one by one', async () => {
    const made = await group([ada]);
    const add = { op: 'add', path: 'members', value: [{ value: bob }, { value: ada }] };
    expect((await scim.patch(pathOf(made), add)).status).toBe(204);
    expect(await membersOf(made)).toEqual([ada, bob]);
    const remove = { op: 'remove', path: `members[value eq "${ada}"]` };
    expect((await scim.patch(pathOf(made), remove)).status).toBe(204);
    expect(await membersOf(made)).toEqual([bob]);
    expect((await scim.patch(pathOf(made), remove)).status).toBe(204);
    await scim.patch(pathOf(made), { op: 'replace', path: 'members', value: [{ value: ada }] });
    expect(await membersOf(made)).toEqual([ada]);
    await scim.patch(pathOf(made), { op: 'remove', path: 'members' });
    expect(await membersOf(made)).toEqual([]);
  });

  it('are renamed, and keep their id and members', async () => {
    const made = await group([ada]);
    const rename = { op: 'replace', path: 'displayName', value: 'New name' };
    const { status, body } = await scim.send(
      'patch',
      `${pathOf(made)}?attributes=displayName,members`,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [rename],
      },
    );
    expect([status, body.id, body['displayName']]).toEqual([200, made.id, 'New name']);
    expect(await membersOf(made)).toEqual([ada]);
  });

  it('are replaced with PUT', async () => {
    const made = await group([ada]);
    const { status, body } = await scim.send('put', pathOf(made), {
      schemas: [GROUP],
      displayName: 'Replaced',
      members: [{ value: bob }],
    });
    expect([status, body.id, body['displayName']]).toEqual([200, made.id, 'Replaced']);
    expect(await membersOf(made)).toEqual([bob]);
  });

  it.each([
    ['an unknown member', { op: 'add', path: 'members', value: [{ value: 'VXNlcjo5OTk5OTk=' }] }],
    ['a member that is no user', { op: 'add', path: 'members', value: [{ value: 'x' }] }],
    ['the system user', { op: 'add', path: 'members', value: [{ value: 'VXNlcjox' }] }],
    ['no name', { op: 'remove', path: 'displayName' }],
    ['adding by a filter', { op: 'add', path: 'members[value eq "x"]', value: [] }],
    ['removing by another filter', { op: 'remove', path: 'members[display eq "x"]' }],
    ['another id', { op: 'replace', path: 'id', value: 'x' }],
  ])('refuse %s, and stay as they are', async (_, operation) => {
    const made = await group([ada]);
    const rename = { op: 'replace', path: 'displayName', value: 'must not stay' };
    const { status, body } = await scim.patch(pathOf(made), rename, operation);
    expect([status, body['schemas']]).toEqual([400, [ERROR]]);
    expect((await scim.get(pathOf(made))).body).toEqual(made);
  });

  it('are listed, filtered, and returned without their members', async () => {
    const made = await group([ada, bob]);
    const name = made['displayName'] as string;
    const query = async (filter: string, more = '') =>
      (await scim.get(`/Groups?filter=${encodeURIComponent(filter)}${more}`)).body;
    const found = await query(`displayName eq "${name.toUpperCase()}"`);
    expect(found).toMatchObject({ schemas: [LIST], totalResults: 1, Resources: [made] });
    const bare = await query(`displayName eq "${name}"`, '&excludedAttributes=members');
    expect((bare['Resources'] as object[])[0]).not.toHaveProperty('members');
    const both = `displayName eq "${name}" and members.value eq "${ada}"`;
    expect(await query(both)).toMatchObject({ totalResults: 1 });
    const carol = (await scim.createUser()).id;
    const filter = `displayName eq "${name}" and members[value eq "${carol}"]`;
    expect(await query(filter)).toMatchObject({ totalResults: 0 });
  });

  it('are deleted with 204, and their users stay', async () => {
    const made = await group([ada]);
    expect((await scim.send('delete', pathOf(made))).status).toBe(204);
    expect((await scim.get(pathOf(made))).status).toBe(404);
    expect((await scim.get(`/Users/${encodeURIComponent(ada)}`)).status).toBe(200);
  });

  it('lose users that are deleted', async () => {
    const { id } = await scim.createUser();
    const made = await group([ada, id]);
    await scim.send('delete', `/Users/${encodeURIComponent(id)}`);
    expect(await membersOf(made)).toEqual([ada]);
  });
});
