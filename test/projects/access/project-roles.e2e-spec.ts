import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import {
  CREATE_DATASET,
  type CreatedDataset,
  placesOn,
  SET_PRIVACY,
  SET_ROLE,
} from './projects-with-roles.js';

const REMOVE_ROLE = `mutation ($input: RemoveProjectRoleInput!) {
  removeProjectRole(input: $input) { project { id } } }`;
const LIST_ROLES = `query ($id: ID!) { node(id: $id) { ... on Project { roleAssignments {
  id role user { username } userGroup { name } } } } }`;
const CREATE_GROUP = `mutation ($input: CreateUserGroupInput!) {
  createUserGroup(input: $input) { userGroup { id } } }`;

interface CreatedGroup {
  createUserGroup: { userGroup: { id: string } };
}

interface ListedRoles {
  node: {
    roleAssignments: {
      id: string;
      role: string;
      user: { username: string } | null;
      userGroup: { name: string } | null;
    }[];
  };
}

describe('roles per project', () => {
  let server: SecuredServer;
  const { as, admin, aPlace, anAccount, rights } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it.each([
    // Global role, role in the project, private, and what follows.
    ['VIEWER', null, false, 'reads, no writing, no managing'],
    ['MEMBER', null, false, 'reads, writes, no managing'],
    ['ADMIN', null, false, 'reads, writes, manages'],
    ['VIEWER', null, true, '404, no writing, no managing'],
    ['MEMBER', null, true, '404, no writing, no managing'],
    ['ADMIN', null, true, 'reads, writes, manages'],
    ['VIEWER', 'VIEWER', true, 'reads, no writing, no managing'],
    ['VIEWER', 'MEMBER', true, 'reads, writes, no managing'],
    ['VIEWER', 'MANAGER', true, 'reads, writes, manages'],
    ['MEMBER', 'VIEWER', true, 'reads, no writing, no managing'],
    ['MEMBER', 'MEMBER', true, 'reads, writes, no managing'],
    ['MEMBER', 'MANAGER', true, 'reads, writes, manages'],
    ['VIEWER', 'MEMBER', false, 'reads, writes, no managing'],
    ['VIEWER', 'MANAGER', false, 'reads, writes, manages'],
    ['MEMBER', 'VIEWER', false, 'reads, writes, no managing'],
    ['MEMBER', 'MANAGER', false, 'reads, writes, manages'],
  ] as const)('a %s with the role %s (private: %s): %s', async (role, own, isPrivate, expected) => {
    const place = await aPlace(isPrivate);
    const other = await aPlace(isPrivate);
    const account = await anAccount(role, own ? [[place, own]] : []);
    expect(await rights(account, place)).toBe(expected);
    // A role in one project means nothing in another.
    const without = await anAccount(role);
    expect(await rights(account, other)).toBe(await rights(without, other));
  });

  it('let a viewer of the server who is a member of one project change nothing outside of it', async () => {
    const place = await aPlace(false);
    const account = await anAccount('VIEWER', [[place, 'MEMBER']]);
    const before = await server.sql('SELECT count(*) FROM datasets');
    const shared = await as(
      account,
      'mutation { createDataset(input: { name: "for everyone" }) { dataset { id } } }',
    );
    expect(shared.errors?.[0]?.message).toBe('You cannot change that project.');
    expect(await server.sql('SELECT count(*) FROM datasets')).toEqual(before);
    const own = await as(
      account,
      `mutation ($id: ID!) { createDataset(input: { name: "for us", projectId: $id }) {
         dataset { project { id } } } }`,
      { id: place.id },
    );
    expect(own.data).toEqual({ createDataset: { dataset: { project: { id: place.id } } } });
    const label = await as(
      account,
      'mutation { createDatasetLabel(input: { name: "x", color: "#00aa55" }) { datasetLabel { id } } }',
    );
    expect(label.errors?.[0]?.message).toBe('Viewers cannot perform this action.');
  });

  it('let a viewer in a private project share nothing there, despite the role on the server', async () => {
    const place = await aPlace(true);
    const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
    const save = (account: Account, isShared: boolean) =>
      as(
        account,
        `mutation ($view: CreateSavedViewInput!, $dashboard: CreateDashboardInput!) {
           createSavedView(input: $view) { __typename }
           createDashboard(input: $dashboard) { __typename } }`,
        {
          view: { projectId: place.id, name: `${isShared}`, list: 'SPANS', query: '', isShared },
          dashboard: { projectId: place.id, name: `${isShared}`, isShared },
        },
      );
    expect((await save(viewer, true)).errors).toHaveLength(1);
    expect((await save(viewer, false)).errors).toBeUndefined();
    expect((await save(member, true)).errors).toBeUndefined();
  });

  it('decide who can change a dashboard of the project', async () => {
    const place = await aPlace(true);
    const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
    const save = (account: Account, name: string, isShared: boolean) =>
      as(
        account,
        `mutation ($input: CreateDashboardInput!) {
           createDashboard(input: $input) { dashboard { canChange } } }`,
        { input: { projectId: place.id, name, isShared } },
      );
    expect((await save(member, 'shared', true)).data).toEqual({
      createDashboard: { dashboard: { canChange: true } },
    });
    await save(viewer, 'own', false);
    const list = async (account: Account) => {
      const { data } = await as<{ node: { dashboards: object[] } }>(
        account,
        'query ($id: ID!) { node(id: $id) { ... on Project { dashboards { name canChange } } } }',
        { id: place.id },
      );
      return data!.node.dashboards;
    };
    expect(await list(member)).toEqual([{ name: 'shared', canChange: true }]);
    expect(await list(viewer)).toEqual([
      { name: 'own', canChange: true },
      { name: 'shared', canChange: false },
    ]);
  });

  describe('managers', () => {
    it('give and take roles, by address and by group, and nobody else does', async () => {
      const place = await aPlace(true);
      const [manager, member, friend] = [
        await anAccount('MEMBER', [[place, 'MANAGER']]),
        await anAccount('MEMBER', [[place, 'MEMBER']]),
        await anAccount('VIEWER'),
      ];
      const { data } = await admin<CreatedGroup>(CREATE_GROUP, {
        input: { name: 'reviewers', memberIds: [globalId('User', friend.userId)] },
      });
      const { userGroup } = data!.createUserGroup;
      const input = { projectId: place.id, userGroupId: userGroup.id, role: 'VIEWER' };
      const refused = await as(member, SET_ROLE, { input });
      expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      const given = await as(manager, SET_ROLE, { input });
      expect(given.data).toEqual({ setProjectRole: { project: { viewerRole: 'MANAGER' } } });
      expect(await rights(friend, place)).toBe('reads, no writing, no managing');

      await as(manager, SET_ROLE, {
        input: { projectId: place.id, email: friend.email.toUpperCase(), role: 'MEMBER' },
      });
      expect(await rights(friend, place)).toBe('reads, writes, no managing');
      const { data: after } = await as<ListedRoles>(manager, LIST_ROLES, { id: place.id });
      const { roleAssignments } = after!.node;
      expect(
        roleAssignments.map(({ user, userGroup: group, role }) => [
          user?.username ?? group?.name,
          role,
        ]),
      ).toEqual([
        [manager.username, 'MANAGER'],
        [member.username, 'MEMBER'],
        ['reviewers', 'VIEWER'],
        [friend.username, 'MEMBER'],
      ]);
      for (const { id } of roleAssignments.slice(2)) {
        await as(manager, REMOVE_ROLE, { input: { projectId: place.id, roleAssignmentId: id } });
      }
      expect(await rights(friend, place)).toBe('404, no writing, no managing');
    });

    it('learn nothing of users by their IDs, but may change the role of one in the project', async () => {
      const place = await aPlace(true);
      const colleague = await anAccount('MEMBER', [[place, 'VIEWER']]);
      const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
      const stranger = await server.createAccount('ADMIN');
      const setRole = async (userId: number) => {
        const id = globalId('User', userId);
        const input = { projectId: place.id, userId: id, role: 'MEMBER' };
        const { errors } = await as(manager, SET_ROLE, { input });
        return errors?.[0]?.message.replace(id, 'ID');
      };
      // Whoever exists is as unknown as somebody who does not.
      expect(await setRole(stranger.userId)).toBe('User "ID" not found.');
      expect(await setRole(999_999)).toBe('User "ID" not found.');
      expect(await setRole(colleague.userId)).toBeUndefined();
      const { data } = await as<{ node: { roleAssignments: object[] } }>(manager, LIST_ROLES, {
        id: place.id,
      });
      expect(data!.node.roleAssignments).toHaveLength(2);
      expect(JSON.stringify(data)).not.toContain(stranger.username);
    });

    it('see who has a role; members do not', async () => {
      const place = await aPlace(true);
      const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
      const { errors } = await as(member, LIST_ROLES, { id: place.id });
      expect(errors?.[0]?.message).toBe(
        'Only managers of the project can see who has a role in it.',
      );
    });

    it.each([
      ['no holder', {}, 'Give exactly one of userId, email and userGroupId.'],
      [
        'two holders',
        { email: 'a@b.example', userId: globalId('User', 1) },
        'Give exactly one of userId, email and userGroupId.',
      ],
      [
        'an unknown address',
        { email: 'nobody@example.com' },
        'User "nobody@example.com" not found.',
      ],
      [
        'the system user',
        { userId: globalId('User', 1) },
        `User "${globalId('User', 1)}" not found.`,
      ],
      [
        'an unknown group',
        { userGroupId: globalId('UserGroup', 999) },
        `Group "${globalId('UserGroup', 999)}" not found.`,
      ],
      ['the ID of something else', { userId: globalId('Span', 1) }, expect.any(String)],
      [
        'a hostile address',
        { email: "x'; DROP TABLE users; --" },
        `User "x'; DROP TABLE users; --" not found.`,
      ],
      ['a huge address', { email: 'x'.repeat(10_000) }, expect.any(String)],
    ])('get an error for %s', async (_what, holder, message) => {
      const place = await aPlace(false);
      const { errors } = await admin(SET_ROLE, {
        input: { projectId: place.id, role: 'VIEWER', ...holder },
      });
      expect(errors?.[0]?.message).toEqual(message);
    });

    it('cannot hide the default project, nor one that follows another', async () => {
      const [row] = await server.sql<{ id: number }>(
        "SELECT id FROM projects WHERE name = 'default'",
      );
      const hidden = await admin(SET_PRIVACY, {
        input: { projectId: globalId('Project', row!.id), isPrivate: true },
      });
      expect(hidden.errors?.[0]?.message).toMatch(/"default" cannot be private/);
      const place = await aPlace(true);
      const child = await aProject(server, { parent_id: place.rowId } as never);
      const follower = await admin(SET_PRIVACY, {
        input: { projectId: globalId('Project', child.id), isPrivate: true },
      });
      expect(follower.errors?.[0]?.message).toMatch(/as private as the project/);
      const outsider = await anAccount('MEMBER');
      const seen = await server.request
        .get(`/v1/projects/${globalId('Project', child.id)}`)
        .set(bearer(outsider.key));
      expect(seen.status).toBe(404);
    });

    it('cannot delete a project while datasets belong to it', async () => {
      const place = await aPlace(true);
      const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
      const { data } = await as<CreatedDataset>(manager, CREATE_DATASET, {
        input: { name: `data of ${place.name}`, projectId: place.id },
      });
      const remove = () =>
        server.request.delete(`/v1/projects/${place.id}`).set(bearer(manager.key));
      const refused = await remove();
      expect([refused.status, refused.text]).toEqual([
        409,
        `Datasets (1) or prompts (0) belong to the project "${place.name}". Delete them or move them to another project first.`,
      ]);
      await as(
        manager,
        'mutation ($id: ID!) { deleteDataset(input: { datasetId: $id }) { __typename } }',
        {
          id: data!.createDataset.dataset.id,
        },
      );
      expect((await remove()).status).toBe(204);
    });
  });

  it('get a changed role on another server within a second', async () => {
    const place = await aPlace(true);
    const account = await anAccount('MEMBER');
    expect(await rights(account, place)).toBe('404, no writing, no managing');
    // As another server writes it.
    await server.sql(
      "INSERT INTO project_roles (project_id, user_id, role) VALUES ($1, $2, 'MEMBER')",
      [place.rowId, account.userId],
    );
    const changed = await eventually('the new role', async () => {
      const now = await rights(account, place);
      return now.startsWith('reads') && now;
    });
    expect(changed).toBe('reads, writes, no managing');
  });
});
