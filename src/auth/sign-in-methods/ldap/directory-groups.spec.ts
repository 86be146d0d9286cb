import { useDirectoryBench } from '../../../../test/support/ldap-directory.js';
import { aPerson, GROUPS } from '../../../../test/support/ldap-people.js';
import { UnavailableError } from '../../../kernel/errors/errors.js';
import type { GroupRole } from '../../../config/ldap-env.js';
import { mapGroupsToRole } from './directory-groups.js';

const viewer: GroupRole = { group: 'cn=all,ou=groups', role: 'VIEWER' };
const admin: GroupRole = { group: 'cn=ops\\, night,ou=groups', role: 'ADMIN' };
const anybody: GroupRole = { group: '*', role: 'MEMBER' };

describe('mapGroupsToRole', () => {
  it('returns the first mapping that matches, not the highest role', () => {
    const groups = ['cn=Ops\\2C Night,OU=Groups', 'CN=All, ou=groups'];
    expect(mapGroupsToRole(groups, [viewer, admin])).toBe('VIEWER');
    expect(mapGroupsToRole(groups, [admin, viewer])).toBe('ADMIN');
  });

  it('matches every user with `*`, even without a group', () => {
    expect(mapGroupsToRole([], [viewer, anybody])).toBe('MEMBER');
    expect(mapGroupsToRole(['cn=all,ou=groups'], [viewer, anybody])).toBe('VIEWER');
    expect(mapGroupsToRole(['cn=all,ou=groups'], [anybody, viewer])).toBe('MEMBER');
  });

  it('returns null if nothing matches, as with malformed names', () => {
    expect(mapGroupsToRole(['cn=other,ou=groups'], [viewer, admin])).toBeNull();
    expect(mapGroupsToRole(['*', 'all', ''], [viewer, admin])).toBeNull();
  });
});

describe('a directory', () => {
  const { start, directory, logged } = useDirectoryBench();

  describe('a group search', () => {
    const bases = JSON.stringify([GROUPS]);
    const byUid = {
      SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: bases,
      SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(memberUid=%s)',
    };
    const byDn = {
      SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: bases,
      SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(member=%s)',
      SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: 'dn',
    };

    it.each([
      ['names', byUid],
      ['distinguished names', byDn],
      ['an attribute', { ...byUid, SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: 'uid' }],
    ])('finds members by %s', async (_, given) => {
      const asked = directory(await start(), given);
      expect(await asked.authenticate('jane', 'jane-password')).toMatchObject({ role: 'ADMIN' });
      expect(await asked.authenticate('joe', 'joe-password')).toMatchObject({ role: 'MEMBER' });
    });

    it('finds none for a user without the attribute', async () => {
      const given = { ...byUid, SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: 'employeeNumber' };
      await expect(
        directory(await start(), given).authenticate('jane', 'jane-password'),
      ).rejects.toThrow('no group with a role');
    });

    it('reads all pages', async () => {
      const server = await start();
      const many = Array.from({ length: 1200 }, (_, index) => ({
        dn: `cn=a${index},${GROUPS}`,
        attributes: { memberUid: ['ann'] },
      }));
      server.entries.push(aPerson('ann'), ...many, {
        dn: `cn=last,${GROUPS}`,
        attributes: { memberUid: ['ann'] },
      });
      const mappings = JSON.stringify([{ group_dn: `cn=last,${GROUPS}`, role: 'ADMIN' }]);
      const given = { ...byUid, SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: mappings };
      expect(await directory(server, given).authenticate('ann', 'ann-password')).toMatchObject({
        role: 'ADMIN',
      });
      const pages = server.requests.filter(
        ({ operation, dn }) => operation === 'search' && dn === GROUPS,
      );
      expect(pages).toHaveLength(3);
    });

    it('uses the names that the server returns before it truncates the search', async () => {
      const server = await start({ sizeLimit: 700 });
      const groups = Array.from({ length: 900 }, (_, index) => ({
        dn: `cn=a${index},${GROUPS}`,
        attributes: { memberUid: ['ann'] },
      }));
      server.entries.push(aPerson('ann'), ...groups);
      const mappings = JSON.stringify([{ group_dn: `cn=a650,${GROUPS}`, role: 'MEMBER' }]);
      const given = { ...byUid, SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: mappings };
      expect(await directory(server, given).authenticate('ann', 'ann-password')).toMatchObject({
        role: 'MEMBER',
      });
      expect(JSON.stringify(logged)).toContain('too many groups');
    });

    it('skips a base that fails, unless every base fails', async () => {
      const server = await start();
      const missing = 'ou=missing,dc=example,dc=com';
      const some = {
        ...byUid,
        SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: JSON.stringify([missing, GROUPS]),
      };
      expect(await directory(server, some).authenticate('jane', 'jane-password')).toMatchObject({
        role: 'ADMIN',
      });
      expect(JSON.stringify(logged)).toContain('"base":1,"reason":"result 32"');
      const none = { ...byUid, SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: JSON.stringify([missing]) };
      await expect(directory(server, none).authenticate('jane', 'jane-password')).rejects.toThrow(
        UnavailableError,
      );
    });
  });
});
