import { type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { placesOn, SET_ROLE } from './projects-with-roles.js';

const CREATE_GROUP = `mutation ($input: CreateUserGroupInput!) {
  createUserGroup(input: $input) { userGroup { id name source memberCount members { username } } } }`;
const PATCH_GROUP = `mutation ($input: PatchUserGroupInput!) {
  patchUserGroup(input: $input) { userGroup { name memberCount } } }`;
const DELETE_GROUPS = `mutation ($input: DeleteUserGroupsInput!) {
  deleteUserGroups(input: $input) { userGroupIds } }`;

interface CreatedGroup {
  createUserGroup: { userGroup: { id: string; name: string } };
}

describe('groups', () => {
  let server: SecuredServer;
  const { as, admin, aPlace, anAccount, rights } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('are for administrators, and managers of projects see their names', async () => {
    const place = await aPlace(false);
    const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
    const member = server.accounts.MEMBER;
    await admin(CREATE_GROUP, { input: { name: 'visible to managers' } });
    const names = await as<{ userGroups: object[] }>(
      manager,
      '{ userGroups { name memberCount } }',
    );
    expect(names.data!.userGroups).toContainEqual({ name: 'visible to managers', memberCount: 0 });
    expect((await as(manager, '{ userGroups { members { username } } }')).errors).toBeDefined();
    for (const query of [
      '{ userGroups { name } }',
      'mutation { createUserGroup(input: { name: "x" }) { userGroup { id } } }',
    ]) {
      expect((await as(member, query)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
  });

  it('are read one by one by administrators only', async () => {
    const created = await admin<CreatedGroup>(CREATE_GROUP, { input: { name: 'read alone' } });
    const { id } = created.data!.createUserGroup.userGroup;
    const query = 'query ($id: ID!) { node(id: $id) { ... on UserGroup { name members { id } } } }';
    expect((await admin(query, { id })).data).toEqual({
      node: { name: 'read alone', members: [] },
    });
    const refused = await as(server.accounts.MEMBER, query, { id });
    expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it('are renamed, filled and deleted; their roles end with them', async () => {
    const place = await aPlace(true);
    const account = await anAccount('MEMBER');
    const created = await admin<CreatedGroup>(CREATE_GROUP, { input: { name: '  team one ' } });
    const { id, ...group } = created.data!.createUserGroup.userGroup;
    expect(group).toEqual({ name: 'team one', source: 'LOCAL', memberCount: 0, members: [] });
    await admin(SET_ROLE, { input: { projectId: place.id, userGroupId: id, role: 'MEMBER' } });
    const patched = await admin(PATCH_GROUP, {
      input: { userGroupId: id, name: 'team two', memberIds: [globalId('User', account.userId)] },
    });
    expect(patched.data).toEqual({
      patchUserGroup: { userGroup: { name: 'team two', memberCount: 1 } },
    });
    expect(await rights(account, place)).toBe('reads, writes, no managing');
    await admin(DELETE_GROUPS, { input: { userGroupIds: [id] } });
    expect(await rights(account, place)).toBe('404, no writing, no managing');
  });

  it.each([
    [
      'a taken name',
      { name: 'taken' },
      'A group named "taken" already exists. Choose another name.',
    ],
    ['an empty name', { name: ' ' }, expect.stringMatching(/must not be empty/)],
    [
      'an unknown user',
      { name: 'new', memberIds: [globalId('User', 99_999)] },
      'One of the users does not exist.',
    ],
    ['a name with NUL', { name: 'a\0b' }, expect.any(String)],
  ])('refuse %s', async (_what, input, message) => {
    await admin(CREATE_GROUP, { input: { name: 'taken' } });
    const { errors } = await admin(CREATE_GROUP, { input });
    expect(errors?.[0]?.message).toEqual(message);
  });

  it('refuses to change groups that come from elsewhere', async () => {
    const [row] = await server.sql<{ id: number }>(
      `INSERT INTO user_groups (name, source, external_id) VALUES ('staff', 'OIDC', 'idp:staff') RETURNING id`,
    );
    const { errors } = await admin(PATCH_GROUP, {
      input: { userGroupId: globalId('UserGroup', row!.id), name: 'mine' },
    });
    expect(errors?.[0]?.message).toBe(
      'The group "staff" comes from its identity provider. Change its name and members there.',
    );
  });
});
