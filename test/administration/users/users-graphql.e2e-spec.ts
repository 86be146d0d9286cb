import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_ADMIN_SECRET,
} from '../../support/accounts.js';
import { startTestServer } from '../../support/server.js';
import { CREATE, DELETE, newUser, PASSWORD, PATCH, userId, UsersClient } from './operations.js';

describe('users over GraphQL', () => {
  let server: SecuredServer;
  let client: UsersClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    client = new UsersClient(server);
  });
  afterAll(() => server.stop());

  describe('access', () => {
    const everyone = () => ({
      member: cookieOf(server.accounts.MEMBER),
      'member key': bearer(server.accounts.MEMBER.key),
      viewer: cookieOf(server.accounts.VIEWER),
      'viewer key': bearer(server.accounts.VIEWER.key),
      'system key': bearer(server.systemKey),
    });

    it('lets only administrators and the admin secret administer users', async () => {
      for (const [who, headers] of Object.entries(everyone())) {
        for (const [query, input] of [
          [CREATE, newUser()],
          [PATCH, { userId: userId(2), newUsername: 'x' }],
          [DELETE, { userIds: [userId(9999)] }],
        ] as const) {
          const text = await client.refusal(query, input, headers);
          const isViewer = who.startsWith('viewer');
          expect(text).toBe(
            isViewer
              ? 'Viewers cannot perform this action.'
              : 'Only admin can perform this action.',
          );
        }
        const { errors } = await server.gqlAs(headers, '{ users { edges { node { id } } } }');
        expect(errors?.[0]?.message).toBe('Only admin can perform this action.');
      }
      for (const headers of [
        client.admin,
        bearer(server.accounts.ADMIN.key),
        bearer(TEST_ADMIN_SECRET),
      ]) {
        expect((await client.run(CREATE, newUser(), headers)).errors).toBeUndefined();
      }
    });

    it('shows a user to that user and administrators', async () => {
      const { MEMBER, VIEWER } = server.accounts;
      const see = async (id: number, headers: Record<string, string>) => {
        const query = `{ node(id: "${userId(id)}") { ... on User { username sessions { id } } } }`;
        const { data, errors } = await server.gqlAs<{ node: { username: string } }>(headers, query);
        return errors?.[0]?.message ?? data?.node.username;
      };
      expect(await see(MEMBER.userId, cookieOf(MEMBER))).toBe(MEMBER.username);
      expect(await see(MEMBER.userId, client.admin)).toBe(MEMBER.username);
      expect(await see(VIEWER.userId, cookieOf(MEMBER))).toBe(
        'Only admin can perform this action.',
      );
      expect(await see(1, cookieOf(MEMBER))).toBe('Only admin can perform this action.');
      expect(await see(999_999, client.admin)).toMatch(/^Node .* not found\.$/);
    });

    it('shows roles to everyone', async () => {
      const { data } = await server.gqlAs(
        cookieOf(server.accounts.VIEWER),
        '{ userRoles { name } }',
      );
      expect(data).toEqual({
        userRoles: [{ name: 'ADMIN' }, { name: 'MEMBER' }, { name: 'VIEWER' }],
      });
    });
  });

  describe('users', () => {
    const list = async (args: string) => {
      const { data } = await server.gqlAs<{ users: { edges: { node: { username: string } }[] } }>(
        client.admin,
        `{ users${args} { edges { node { username email role { name } } } pageInfo { hasNextPage } } }`,
      );
      return data!.users.edges.map(({ node }) => node.username);
    };

    it('are listed in pages, without the system user', async () => {
      expect((await list('(first: 2)'))[0]).toBe('admin');
      const all = await list('(first: 1000)');
      expect(all).not.toContain('system');
      expect(all).toContain(server.accounts.VIEWER.username);
      expect(await list('(last: 1)')).toEqual([all.at(-1)]);
    });

    it('are filtered by a literal part of name or address, ignoring case', async () => {
      const { username, email } = server.accounts.MEMBER;
      const named = (col: string, value: string) =>
        list(`(filter: { col: ${col}, value: ${JSON.stringify(value)} })`);
      expect(await named('username', username.toUpperCase())).toEqual([username]);
      expect(await named('email', email.slice(2, -2).toUpperCase())).toEqual([username]);
      expect(await named('username', '%')).toEqual([]);
      expect(await named('email', 'system@localhost')).toEqual([]);
      expect(await named('username', '\0')).toEqual([]);
    });

    it('are listed page by page if there are ten thousand', async () => {
      await server.sql(
        `INSERT INTO users (username, email, role, auth_method, password_hash)
         SELECT 'many-' || n, 'many-' || n || '@example.com', 'VIEWER', 'LOCAL', '!'
         FROM generate_series(1, 10000) n`,
      );
      const first = await list('');
      const later = await list('(first: 50, after: "Y29ubmVjdGlvbjo5MDAw")');
      await server.sql("DELETE FROM users WHERE username LIKE 'many-%'");
      expect(first).toHaveLength(50);
      expect(later).toHaveLength(50);
      expect(first.filter((name) => later.includes(name))).toEqual([]);
    });
  });

  it('never lose the last administrator, even if two are demoted at once', async () => {
    const alone = await startSecuredServer();
    try {
      const { ADMIN } = alone.accounts;
      const second = await alone.createAccount('ADMIN');
      await alone.sql("UPDATE users SET role = 'VIEWER' WHERE id = 2");
      const demote = (who: typeof ADMIN, other: typeof ADMIN) =>
        alone.gqlAs(cookieOf(who), PATCH, {
          input: { userId: userId(other.userId), newRole: 'VIEWER' },
        });
      await Promise.all([demote(ADMIN, second), demote(second, ADMIN)]);
      const left = await alone.sql<{ id: number }>("SELECT id FROM users WHERE role = 'ADMIN'");
      expect(left).toHaveLength(1);
      const input = { userIds: [userId(left[0]!.id)] };
      const { errors } = await alone.gqlAs(bearer(TEST_ADMIN_SECRET), DELETE, { input });
      expect(errors?.[0]?.message).toBe('The last administrator cannot be deleted or demoted.');
    } finally {
      await alone.stop();
    }
  });
});

describe('users over GraphQL without authentication', () => {
  it('are hidden, and nobody can administer them', async () => {
    const server = await startTestServer();
    try {
      expect((await server.gql('{ viewer { id } }')).data).toEqual({ viewer: null });
      for (const operation of [
        '{ users { edges { node { id } } } }',
        `mutation { deleteUsers(input: { userIds: [] }) { userIds } }`,
        `mutation { createUser(input: { email: "a@b.c", username: "a", role: ADMIN, password: "${PASSWORD}" })
           { user { id } } }`,
        `mutation { patchUser(input: { userId: "${userId(2)}", newUsername: "x" }) { user { id } } }`,
      ]) {
        const { errors } = await server.gql(operation);
        expect(errors?.[0]?.message).toBe('Only admin can perform this action.');
      }
      const own = await server.gql(
        'mutation { patchViewer(input: { newUsername: "x" }) { user { id } } }',
      );
      expect(own.errors?.[0]?.message).toMatch(/^Authentication is off/);
    } finally {
      await server.stop();
    }
  });
});
