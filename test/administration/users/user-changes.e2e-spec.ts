import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { CREATE, DELETE, newUser, PASSWORD, PATCH, userId, UsersClient } from './operations.js';

describe('changing users over GraphQL', () => {
  let server: SecuredServer;
  let client: UsersClient;

  beforeAll(async () => {
    server = await startSecuredServer();
    client = new UsersClient(server);
  });
  afterAll(() => server.stop());

  describe('createUser', () => {
    it('stores the address in lower case and requires a new password at the first sign-in', async () => {
      const input = newUser({ email: '  Kim.Case@Example.COM ', username: ' Kim ' });
      const { data, errors } = await client.run(CREATE, input);
      expect(errors).toBeUndefined();
      expect(data!['createUser']!['user']).toEqual({
        id: expect.any(String),
        email: 'kim.case@example.com',
        username: 'Kim',
        authMethod: 'LOCAL',
        passwordNeedsReset: true,
        role: { name: 'MEMBER' },
      });
      expect(await client.login('KIM.case@example.com', PASSWORD)).toBe(204);
    });

    it('refuses a name that is taken, or an address, ignoring its case', async () => {
      const { username, email } = server.accounts.MEMBER;
      expect(await client.refusal(CREATE, newUser({ username }))).toBe('Username already exists.');
      expect(await client.refusal(CREATE, newUser({ email: email.toUpperCase() }))).toBe(
        'Email already exists.',
      );
      for (const reserved of ['admin', 'system', 'ad\u200bmin']) {
        expect(await client.refusal(CREATE, newUser({ username: reserved }))).toBe(
          'Username already exists.',
        );
      }
    });

    it('accepts names that differ from others only in case', async () => {
      const { username } = server.accounts.MEMBER;
      for (const name of ['Admin', 'SYSTEM', username.toUpperCase()]) {
        const { errors, data } = await client.run(CREATE, newUser({ username: name }));
        expect(errors).toBeUndefined();
        expect(data!['createUser']!['user']).toMatchObject({ username: name });
        expect(await client.refusal(CREATE, newUser({ username: name }))).toBe(
          'Username already exists.',
        );
      }
    });

    it('accepts users who sign in elsewhere without a password, even an empty one', async () => {
      for (const authMethod of ['OAUTH2', 'LDAP']) {
        const { errors, data } = await client.run(CREATE, newUser({ authMethod, password: '' }));
        expect(errors).toBeUndefined();
        expect(data!['createUser']!['user']).toMatchObject({
          authMethod,
          passwordNeedsReset: false,
        });
        expect(await client.refusal(CREATE, newUser({ authMethod }))).toMatch(
          /^Only local accounts/,
        );
      }
    });

    it.each([
      ['no password', { password: null }, /at least 15 characters/],
      ['a short password', { password: 'short' }, /at least 15 characters/],
      ['an invalid address', { email: 'kim' }, /email address/],
      ['an address with a line break', { email: 'kim@example.com\nbcc: x@y.z' }, /email address/],
      ['an address that is too long', { email: `${'k'.repeat(300)}@example.com` }, /email address/],
      ['an empty name', { username: ' ' }, /must not be empty/],
      ['a name with NUL', { username: 'a\0b' }, /control characters/],
      ['a name that is too long', { username: 'a'.repeat(5000) }, /at most 256 bytes/],
    ])('refuses %s', async (_, changes, text) => {
      expect(await client.refusal(CREATE, newUser(changes))).toMatch(text);
    });

    it('accepts only the three roles', async () => {
      const { errors } = await client.run(CREATE, newUser({ role: 'SYSTEM' }));
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });
  });

  describe('patchUser', () => {
    it('changes the role, which ends the sessions but keeps API keys', async () => {
      const account = await server.createAccount('VIEWER');
      const input = { userId: userId(account.userId), newRole: 'MEMBER' };
      expect((await client.run(PATCH, input)).data!['patchUser']!['user']).toMatchObject({
        role: { name: 'MEMBER' },
      });
      expect(await client.isAlive(account.cookie)).toBe(false);
      const made = await server.request
        .post('/v1/projects')
        .set(bearer(account.key))
        .send({ name: `by-${account.username}` });
      expect(made.status).toBe(200);
      expect(await client.events('user.role_changed', account.userId)).toEqual([
        { actor_id: server.accounts.ADMIN.userId, details: { from: 'VIEWER', to: 'MEMBER' } },
      ]);
    });

    it('changes the name, which ends no session', async () => {
      const account = await server.createAccount('VIEWER');
      const name = `${account.username}-renamed`;
      await client.run(PATCH, { userId: userId(account.userId), newUsername: ` ${name} ` });
      expect(await client.isAlive(account.cookie)).toBe(true);
      expect(await client.events('user.renamed', account.userId)).toHaveLength(1);
      const taken = { userId: userId(account.userId), newUsername: server.accounts.ADMIN.username };
      expect(await client.refusal(PATCH, taken)).toBe('Username already exists.');
    });

    it('sets a password that ends the sessions and must be changed', async () => {
      const account = await server.createAccount('VIEWER');
      const input = { userId: userId(account.userId), newPassword: PASSWORD };
      expect((await client.run(PATCH, input)).data!['patchUser']!['user']).toMatchObject({
        passwordNeedsReset: true,
      });
      expect(await client.isAlive(account.cookie)).toBe(false);
      expect(await client.login(account.email, PASSWORD)).toBe(204);
      expect(await client.refusal(PATCH, { ...input, newPassword: 'short' })).toMatch(
        /at least 15/,
      );
    });

    it('refuses to set passwords for users who sign in elsewhere', async () => {
      const { data } = await client.run(CREATE, newUser({ authMethod: 'OAUTH2', password: null }));
      const { id } = data!['createUser']!['user'] as { id: string };
      expect(await client.refusal(PATCH, { userId: id, newPassword: PASSWORD })).toMatch(
        /^Only local/,
      );
    });

    it('changes nothing if one of several changes is refused', async () => {
      const account = await server.createAccount('VIEWER');
      const input = { userId: userId(account.userId), newRole: 'ADMIN', newPassword: 'short' };
      expect(await client.refusal(PATCH, input)).toMatch(/at least 15/);
      expect(await client.isAlive(account.cookie)).toBe(true);
    });

    it('protects your own role and password, and the role of the default administrator', async () => {
      const own = userId(server.accounts.ADMIN.userId);
      expect(await client.refusal(PATCH, { userId: own, newRole: 'VIEWER' })).toBe(
        'You cannot change your own role.',
      );
      expect(await client.refusal(PATCH, { userId: own, newPassword: PASSWORD })).toMatch(
        /patchViewer/,
      );
      expect(await client.refusal(PATCH, { userId: userId(2), newRole: 'VIEWER' })).toBe(
        'You cannot change the role of the default administrator.',
      );
    });

    it.each([
      ['the system user', userId(1), 'User not found'],
      ['an unknown user', userId(987_654), 'User not found'],
      ['the id of another type', globalId('Project', 1), / is not the ID of a User\.$/],
      ['no id', 'fake', / is not the ID of a User\.$/],
    ])('refuses %s', async (_, id, text) => {
      expect(await client.refusal(PATCH, { userId: id, newUsername: 'new' })).toMatch(text);
    });

    it('refuses an empty change', async () => {
      expect(await client.refusal(PATCH, { userId: userId(2) })).toMatch(
        /^Change at least one field/,
      );
    });
  });

  describe('deleteUsers', () => {
    it('deletes accounts and invalidates their sessions and keys at once', async () => {
      const accounts = [await server.createAccount('MEMBER'), await server.createAccount('ADMIN')];
      const userIds = accounts.map((account) => userId(account.userId));
      expect((await client.run(DELETE, { userIds })).data).toEqual({ deleteUsers: { userIds } });
      for (const { cookie, key, userId: id } of accounts) {
        expect(await client.isAlive(cookie)).toBe(false);
        expect((await server.request.get('/v1/projects').set(bearer(key))).status).toBe(401);
        expect(await client.events('user.deleted', id)).toHaveLength(1);
      }
    });

    it("deletes nobody if one ID is unknown, the system user's, or not a user's", async () => {
      const account = await server.createAccount('MEMBER');
      for (const other of [userId(987_654), userId(1)]) {
        expect(await client.refusal(DELETE, { userIds: [userId(account.userId), other] })).toBe(
          'Some user IDs could not be found',
        );
      }
      expect(await client.refusal(DELETE, { userIds: [userId(account.userId), 'fake'] })).toMatch(
        /is not the ID of a User/,
      );
      expect(await client.isAlive(account.cookie)).toBe(true);
    });

    it('protects the default administrator and the caller', async () => {
      expect(await client.refusal(DELETE, { userIds: [userId(2)] })).toBe(
        'Cannot delete the default admin user',
      );
      expect(
        await client.refusal(DELETE, { userIds: [userId(server.accounts.ADMIN.userId)] }),
      ).toBe('You cannot delete your own account.');
    });

    it('limits the length of the list', async () => {
      const userIds = Array.from({ length: 1001 }, (_, index) => userId(index + 1000));
      expect(await client.refusal(DELETE, { userIds })).toMatch(/at most 1000 items/);
      expect(await client.refusal(DELETE, { userIds: [] })).toMatch(/at least 1 item/);
    });
  });
});
