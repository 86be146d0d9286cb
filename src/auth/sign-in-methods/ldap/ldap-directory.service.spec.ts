import { useDirectoryBench } from '../../../../test/support/ldap-directory.js';
import { aPerson, PEOPLE, READER } from '../../../../test/support/ldap-people.js';
import { UnfitAccountError } from './directory-errors.js';

describe('LdapDirectoryService', () => {
  const { start, directory } = useDirectoryBench();

  describe('the user', () => {
    it('is found by a search and verified by a bind', async () => {
      const server = await start();
      expect(await directory(server).authenticate('jane', 'jane-password')).toEqual({
        displayName: 'JANE',
        email: 'jane@example.com',
        uniqueId: null,
        role: 'ADMIN',
        groups: ['CN=Admins, ou=groups,dc=example,dc=com'],
      });
      expect(server.requests.filter(({ operation }) => operation !== 'unbind')).toMatchObject([
        { operation: 'bind', dn: READER.dn, connection: 1 },
        { operation: 'search', dn: PEOPLE, connection: 1 },
        { operation: 'bind', dn: `uid=jane,${PEOPLE}`, connection: 2 },
      ]);
    });

    it('is unknown with a wrong password, a wrong name, or several entries', async () => {
      const server = await start();
      server.entries.push(aPerson('twin'), aPerson('twin', { dn: `uid=twin,ou=x,${PEOPLE}` }));
      const asked = directory(server);
      expect(await asked.authenticate('jane', 'joe-password')).toBeNull();
      expect(await asked.authenticate('nobody', 'jane-password')).toBeNull();
      expect(await asked.authenticate('twin', 'twin-password')).toBeNull();
      // The unknown names were also refused only after a bind.
      const binds = server.requests.filter(
        ({ operation, dn }) => operation === 'bind' && dn !== READER.dn,
      );
      expect(binds).toHaveLength(3);
      expect(binds.slice(1).every(({ dn }) => /^cn=[0-9a-f]{32},ou=people/.test(dn))).toBe(true);
    });

    it('is unknown without giving a hint, whatever the directory responds to the simulated bind', async () => {
      const server = await start();
      server.fault = ({ dn }) => (/^cn=[0-9a-f]{32}/.test(dn) ? 53 : undefined);
      expect(await directory(server).authenticate('nobody', 'x')).toBeNull();
    });

    it('is searched for in every base, and unknown if found twice', async () => {
      const other = 'ou=contractors,dc=example,dc=com';
      const bases = { SPANDREL_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([PEOPLE, other]) };
      const server = await start();
      server.entries.push(
        { dn: other, attributes: {} },
        aPerson('ann', { dn: `uid=ann,${other}` }),
        aPerson('joe', { dn: `uid=joe,${other}`, password: 'joe-password' }),
      );
      expect(await directory(server, bases).authenticate('ann', 'ann-password')).not.toBeNull();
      expect(await directory(server, bases).authenticate('joe', 'joe-password')).toBeNull();
      const overlapping = {
        SPANDREL_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([PEOPLE, 'dc=example,dc=com']),
      };
      expect(
        await directory(server, overlapping).authenticate('jane', 'jane-password'),
      ).not.toBeNull();
    });

    it('is found anonymously, or by a distinguished name', async () => {
      const anonymous = { SPANDREL_LDAP_BIND_DN: '', SPANDREL_LDAP_BIND_PASSWORD: '' };
      const open = await start({ anonymous: true });
      expect(await directory(open, anonymous).authenticate('joe', 'joe-password')).not.toBeNull();
      const closed = await start();
      const direct = {
        ...anonymous,
        SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '',
        SPANDREL_LDAP_USER_SEARCH_FILTER: '',
        SPANDREL_LDAP_USER_DN_TEMPLATE: `uid=%s,${PEOPLE}`,
      };
      const asked = directory(closed, direct);
      expect(await asked.authenticate('joe', 'joe-password')).toMatchObject({ role: 'MEMBER' });
      expect(await asked.authenticate('joe', 'jane-password')).toBeNull();
      expect(await asked.authenticate('nobody', 'x')).toBeNull();
      expect(await asked.authenticate(`joe,${PEOPLE}`, 'joe-password')).toBeNull();
      expect(closed.requests.map(({ dn }) => dn)).toContain(
        `uid=joe\\,ou\\=people\\,dc\\=example\\,dc\\=com,${PEOPLE}`,
      );
      const filtered = { ...direct, SPANDREL_LDAP_USER_SEARCH_FILTER: '(&(uid=%s)(memberOf=x))' };
      await expect(directory(closed, filtered).authenticate('joe', 'joe-password')).rejects.toThrow(
        UnfitAccountError,
      );
    });

    it.each(['*', 'jane)(uid=*', '*)(objectClass=*', 'j\\2ane', 'jane\0', '\0', '(', ')', '\\'])(
      'cannot be injected with the name %j',
      async (username) => {
        const asked = directory(await start());
        expect(await asked.authenticate(username, 'jane-password')).toBeNull();
      },
    );

    it.each([
      ['łukasz', 'pässwörd-🔑'],
      ["o'brien (ops)*\\", '*()\\\0"'],
      ['a,b+c="d"', ' spaces '],
    ])('can be named %s', async (uid, password) => {
      const server = await start();
      server.entries.push(
        aPerson(uid, {
          dn: `uid=someone,${PEOPLE}`,
          password,
          attributes: { mail: ['someone@example.com'] },
        }),
      );
      expect(await directory(server).authenticate(uid, password)).toMatchObject({
        displayName: uid.toUpperCase(),
      });
    });

    it('is never verified with an empty password or an empty name', async () => {
      const server = await start();
      const asked = directory(server);
      expect(await asked.authenticate('jane', '')).toBeNull();
      expect(await asked.authenticate('  ', 'x')).toBeNull();
      server.entries.push({ dn: '', attributes: { uid: ['ghost'] } });
      const root = { SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '[""]' };
      expect(await directory(server, root).authenticate('ghost', 'x')).toBeNull();
      expect(
        server.requests.filter(({ operation, dn }) => operation === 'bind' && dn === ''),
      ).toEqual([]);
    });
  });

  describe('the profile of a user', () => {
    const attempt = async (attributes: Record<string, string[]>, given = {}) => {
      const server = await start();
      server.entries.push(aPerson('ann', { attributes }));
      return directory(server, given).authenticate('ann', 'ann-password');
    };

    it('falls back to the login name, and drops control characters', async () => {
      expect(await attempt({ displayName: [] })).toMatchObject({ displayName: 'ann' });
      expect(await attempt({ displayName: [' Ann\0\nSmith\u2028 '] })).toMatchObject({
        displayName: 'Ann Smith',
      });
      expect(await attempt({ displayName: ['x'.repeat(5000)] })).toMatchObject({
        displayName: 'x'.repeat(200),
      });
    });

    it('has the address in lower case', async () => {
      expect(await attempt({ mail: [' Ann@Example.COM '] })).toMatchObject({
        email: 'ann@example.com',
      });
    });

    it.each([[[]], [['']], [['no address']], [['a@b\0']], [[`${'a'.repeat(300)}@x.org`]]])(
      'is refused with the addresses %j',
      async (mail) => {
        await expect(attempt({ mail })).rejects.toThrow(new UnfitAccountError('no email address'));
      },
    );

    it('needs no address if the directory has none', async () => {
      const given = { SPANDREL_LDAP_ATTR_EMAIL: 'null', SPANDREL_LDAP_ATTR_UNIQUE_ID: 'entryUUID' };
      expect(await attempt({ mail: [], entryUUID: ['A-1'] }, given)).toMatchObject({
        email: null,
        uniqueId: 'a-1',
      });
      await expect(attempt({ mail: [], entryUUID: [] }, given)).rejects.toThrow('no unique ID');
    });

    it('is refused without a role', async () => {
      await expect(attempt({ memberOf: [] })).rejects.toThrow('no group with a role');
      await expect(attempt({ memberOf: ['no name', 'cn=other'] })).rejects.toThrow(
        UnfitAccountError,
      );
      const mappings = JSON.stringify([{ group_dn: '*', role: 'VIEWER' }]);
      const everybody = { SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: mappings };
      expect(await attempt({ memberOf: [] }, everybody)).toMatchObject({ role: 'VIEWER' });
    });
  });

  it('describes itself without secrets', async () => {
    const facts = directory(await start()).describe();
    expect(facts).toContainEqual({ label: 'Encryption', value: 'none' });
    expect(facts).toContainEqual({
      label: 'User lookup',
      value: 'search (service account)',
    });
    expect(JSON.stringify(facts)).not.toContain('password');
  });
});
