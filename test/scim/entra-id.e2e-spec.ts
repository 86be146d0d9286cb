import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { GROUP, type ScimBody, ScimClient, USER } from './scim-client.js';

let server: SecuredServer;
let scim: ScimClient;

beforeAll(async () => {
  server = await startSecuredServer();
  scim = await ScimClient.create(server);
});
afterAll(() => server.stop());

const pathOf = ({ id }: ScimBody, endpoint = 'Users') => `/${endpoint}/${encodeURIComponent(id)}`;
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The requests of https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups */
describe('Microsoft Entra ID', () => {
  const userName = 'Test_User_ab6490ee@testuser.com';
  let user: ScimBody;

  it('tests the connection with a user that does not exist', async () => {
    const filter = encodeURIComponent('userName eq "non-existent user"');
    const { status, body } = await scim.get(`/Users?filter=${filter}`);
    expect([status, body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        Resources: [],
        startIndex: 1,
        itemsPerPage: 0,
      },
    ]);
  });

  it('creates a user with an extension and roles', async () => {
    const created = await scim.send('post', '/Users', {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
      [ENTERPRISE]: { department: 'Sales' },
    });
    expect(created.status).toBe(201);
    user = created.body;
    expect(user).toMatchObject({ userName, displayName: 'givenName familyName', active: true });
  });

  it('finds the user again by name, whatever its case', async () => {
    expect(await scim.find(`userName eq "${userName.toLowerCase()}"`)).toEqual([userName]);
  });

  it('finds the user again by the work address', async () => {
    const address = 'TEST_USER_fd0ea19b@testuser.com';
    expect(await scim.find(`emails[type eq "work"].value eq "${address}"`)).toEqual([userName]);
    expect(await scim.find(`emails[type eq "home"].value eq "${address}"`)).toEqual([]);
    expect(
      await scim.find(`active eq true and emails[type eq "work"].value eq "${address}"`),
    ).toEqual([userName]);
  });

  it('changes several attributes at once, with operators in capitals', async () => {
    const { status, body } = await scim.patch(
      pathOf(user),
      {
        op: 'Replace',
        path: 'emails[type eq "work"].value',
        value: 'updatedEmail@testuser.com',
      },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Marketing' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      emails: [{ value: 'updatedEmail@testuser.com', type: 'work', primary: true }],
      name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
    });
  });

  it('changes attributes by dotted names without a path', async () => {
    const { body } = await scim.patch(pathOf(user), {
      op: 'replace',
      value: {
        displayName: 'Changed',
        'name.givenName': 'Given',
        'emails[type eq "work"].value': 'changed@testuser.com',
        [`${ENTERPRISE}:manager`]: 'x',
      },
    });
    expect(body).toMatchObject({
      displayName: 'Changed',
      name: { givenName: 'Given' },
      emails: [{ value: 'changed@testuser.com' }],
    });
  });

  it('renames a user, who keeps the address', async () => {
    const value = '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com';
    const { body } = await scim.patch(pathOf(user), { op: 'Replace', path: 'userName', value });
    expect(body).toMatchObject({ userName: value, emails: [{ value: 'changed@testuser.com' }] });
  });

  it('assigns the role of an app role', async () => {
    const { body } = await scim.patch(pathOf(user), {
      op: 'Add',
      path: 'roles[primary eq "True"].value',
      value: 'MEMBER',
    });
    expect(body['roles']).toEqual([{ value: 'MEMBER', primary: true }]);
  });

  it('deactivates a user with a text for the boolean', async () => {
    const { body } = await scim.patch(pathOf(user), {
      op: 'Replace',
      path: 'active',
      value: 'False',
    });
    expect(body['active']).toBe(false);
    const again = await scim.patch(pathOf(user), { op: 'replace', value: { active: 'True' } });
    expect(again.body['active']).toBe(true);
  });

  it('manages a group without reading its members', async () => {
    const displayName = 'displayName-c8a7';
    const group = await scim.send('post', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName,
      meta: { resourceType: 'Group' },
    });
    expect(group.status).toBe(201);
    const query = new URLSearchParams({
      excludedAttributes: 'members',
      filter: `displayName eq "${displayName}"`,
    });
    const found = await scim.get(`/Groups?${query.toString()}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ displayName }] });

    const path = pathOf(group.body, 'Groups');
    const value = [{ $ref: null, value: user.id }];
    expect((await scim.patch(path, { op: 'Add', path: 'members', value })).status).toBe(204);
    expect((await scim.get(path)).body['members']).toHaveLength(1);
    const bare = (await scim.get(`${path}?excludedAttributes=members`)).body;
    expect([bare['displayName'], 'members' in bare]).toEqual([displayName, false]);
    expect((await scim.patch(path, { op: 'Remove', path: 'members', value })).status).toBe(204);
    expect((await scim.get(path)).body['members']).toEqual([]);
    const rename = { op: 'Replace', path: 'displayName', value: '1879db59-renamed' };
    expect((await scim.patch(path, rename)).status).toBe(204);
    expect((await scim.send('delete', path)).status).toBe(204);
  });

  it('deletes a user', async () => {
    expect((await scim.send('delete', pathOf(user))).status).toBe(204);
  });
});
