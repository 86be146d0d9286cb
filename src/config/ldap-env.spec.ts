import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, readEnv } from './env.js';

const working = {
  SPANDREL_ENABLE_AUTH: 'true',
  SPANDREL_SECRET: 'test-secret-0123456789-abcdefghijklmnop',
  SPANDREL_LDAP_HOST: 'ldap.example.com',
  SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '["ou=people,dc=example,dc=com"]',
  SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn":"*","role":"viewer"}]',
};

const ldap = (given: Record<string, string | undefined> = {}) =>
  readEnv({ ...working, ...given }).ldap;

const mistakes = (given: Record<string, string | undefined>): string[] => {
  try {
    ldap(given);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
  return [];
};

describe('the directory in the environment', () => {
  it('is null unless a host is set', () => {
    expect(readEnv({}).ldap).toBeNull();
    expect(ldap({ SPANDREL_LDAP_HOST: undefined })).toBeNull();
    expect(ldap({ SPANDREL_LDAP_HOST: ' ' })).toBeNull();
    expect(ldap({ SPANDREL_ENABLE_AUTH: 'false' })).toBeNull();
  });

  it('has secure defaults', () => {
    expect(ldap()).toMatchObject({
      servers: [{ host: 'ldap.example.com', port: 389 }],
      tls: { mode: 'starttls', verify: true },
      users: { kind: 'search', account: null, bases: ['ou=people,dc=example,dc=com'] },
      attributes: {
        email: 'mail',
        uniqueId: null,
        displayName: 'displayName',
        memberOf: 'memberOf',
      },
      groups: null,
      roles: [{ group: '*', role: 'VIEWER' }],
      isSignUpAllowed: true,
      syncsGroups: false,
    });
  });

  it('keeps the order of the servers and knows the port of each mode', () => {
    const servers = (given: Record<string, string>) => ldap(given)?.servers;
    expect(servers({ SPANDREL_LDAP_HOST: 'b.example.com, a.example.com,[::1]' })).toEqual([
      { host: 'b.example.com', port: 389 },
      { host: 'a.example.com', port: 389 },
      { host: '::1', port: 389 },
    ]);
    expect(servers({ SPANDREL_LDAP_TLS_MODE: 'LDAPS' })?.[0]?.port).toBe(636);
    expect(
      servers({ SPANDREL_LDAP_TLS_MODE: 'ldaps', SPANDREL_LDAP_PORT: '1636' })?.[0]?.port,
    ).toBe(1636);
  });

  it('normalizes the groups in the mappings and keeps their order', () => {
    const mappings = [
      { group_dn: ' CN=Users , OU=Groups ', role: 'Member' },
      { group_dn: 'cn=admins,ou=groups', role: 'ADMIN' },
      { group_dn: '*', role: 'viewer' },
    ];
    expect(ldap({ SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: JSON.stringify(mappings) })?.roles).toEqual([
      { group: 'cn=users,ou=groups', role: 'MEMBER' },
      { group: 'cn=admins,ou=groups', role: 'ADMIN' },
      { group: '*', role: 'VIEWER' },
    ]);
  });

  it('accepts the root as a search base', () => {
    expect(ldap({ SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '[""]' })?.users).toMatchObject({
      bases: [''],
    });
  });

  it('lets users bind as themselves if there is a template for their entry', () => {
    const users = ldap({
      SPANDREL_LDAP_USER_SEARCH_BASE_DNS: undefined,
      SPANDREL_LDAP_USER_DN_TEMPLATE: 'uid=%s,ou=people,dc=example,dc=com',
    })?.users;
    expect(users).toEqual({
      kind: 'direct',
      dnTemplate: 'uid=%s,ou=people,dc=example,dc=com',
      filter: null,
    });
  });

  it('distinguishes empty from not set for two attributes', () => {
    expect(ldap({ SPANDREL_LDAP_ATTR_MEMBER_OF: '' })?.attributes.memberOf).toBeNull();
    for (const none of ['', 'null', 'NULL']) {
      const env = ldap({
        SPANDREL_LDAP_ATTR_EMAIL: none,
        SPANDREL_LDAP_ATTR_UNIQUE_ID: 'entryUUID',
      });
      expect(env?.attributes.email).toBeNull();
    }
    expect(ldap({ SPANDREL_LDAP_ATTR_DISPLAY_NAME: '' })?.attributes.displayName).toBe(
      'displayName',
    );
  });

  it.each([
    ['HOST', 'ldap://ldap.example.com', 'without ldap://'],
    ['HOST', 'ldap.example.com:389', 'SPANDREL_LDAP_PORT'],
    ['HOST', 'a.example.com,,b.example.com', 'host names'],
    ['PORT', '0', 'from 1 to 65535'],
    ['PORT', 'ldap', 'from 1 to 65535'],
    ['TLS_MODE', 'tls', 'starttls, ldaps or none'],
    ['TLS_VERIFY', '0', 'true or false'],
    ['BIND_DN', 'reader', 'distinguished name'],
    ['USER_DN_TEMPLATE', 'uid=jane,dc=x', '%s'],
    ['USER_DN_TEMPLATE', '%s@example.com', 'distinguished name'],
    ['USER_SEARCH_BASE_DNS', 'ou=people', 'JSON list'],
    ['USER_SEARCH_BASE_DNS', '"ou=people"', 'JSON list'],
    ['USER_SEARCH_BASE_DNS', '[]', 'JSON list'],
    ['USER_SEARCH_BASE_DNS', '[1]', 'JSON list'],
    ['USER_SEARCH_BASE_DNS', '["people"]', 'JSON list'],
    ['USER_SEARCH_FILTER', '(uid=jane)', '%s'],
    ['USER_SEARCH_FILTER', '(uid=%s', 'expected something like (attribute=value)'],
    ['ATTR_EMAIL', 'e mail', 'name of an attribute'],
    ['ATTR_UNIQUE_ID', 'object GUID', 'name of an attribute'],
    ['ATTR_DISPLAY_NAME', 'display name', 'name of an attribute'],
    ['ATTR_MEMBER_OF', 'member of', 'name of an attribute'],
    ['GROUP_SEARCH_BASE_DNS', '{}', 'JSON list'],
    ['GROUP_SEARCH_FILTER', '(member=x)', '%s'],
    ['GROUP_SEARCH_FILTER_USER_ATTR', 'a b', 'name of an attribute'],
    ['GROUP_ROLE_MAPPINGS', 'admins=ADMIN', 'JSON list'],
    ['GROUP_ROLE_MAPPINGS', '[]', 'JSON list'],
    ['GROUP_ROLE_MAPPINGS', '[{"group_dn":"cn=a"}]', 'JSON list'],
    ['GROUP_ROLE_MAPPINGS', '[{"group_dn":"cn=a","role":"SYSTEM"}]', 'ADMIN, MEMBER and VIEWER'],
    ['GROUP_ROLE_MAPPINGS', '[{"group_dn":"admins","role":"ADMIN"}]', 'JSON list'],
    ['GROUP_ROLE_MAPPINGS', '[{"group_dn":"","role":"ADMIN"}]', 'JSON list'],
    ['GROUP_ROLE_MAPPINGS', '[{"group_dn":5,"role":"ADMIN"}]', 'JSON list'],
    ['ALLOW_SIGN_UP', 'yes', 'true or false'],
  ])('refuses SPANDREL_LDAP_%s=%s', (suffix, value, accepted) => {
    const name = `SPANDREL_LDAP_${suffix}`;
    const lines = mistakes({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${name} is "${value}"`);
    expect(lines[0]).toContain(accepted);
  });

  const noEmail = { SPANDREL_LDAP_ATTR_EMAIL: 'null', SPANDREL_LDAP_ATTR_UNIQUE_ID: 'entryUUID' };

  it.each<[string, Record<string, string | undefined>]>([
    ['SPANDREL_LDAP_USER_SEARCH_BASE_DNS', { SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '' }],
    ['SPANDREL_LDAP_GROUP_ROLE_MAPPINGS', { SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '' }],
    ['SPANDREL_LDAP_BIND_PASSWORD', { SPANDREL_LDAP_BIND_DN: 'cn=reader' }],
    ['SPANDREL_LDAP_BIND_DN', { SPANDREL_LDAP_BIND_PASSWORD: 'hunter2' }],
    ['SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS', { SPANDREL_LDAP_GROUP_SEARCH_FILTER: '(member=%s)' }],
    ['SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS', { SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: '["o=x"]' }],
    [
      'SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR',
      { SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: 'dn' },
    ],
    ['SPANDREL_LDAP_TLS_CLIENT_KEY_FILE', { SPANDREL_LDAP_TLS_CLIENT_CERT_FILE: '/x.pem' }],
    ['SPANDREL_LDAP_TLS_CLIENT_CERT_FILE', { SPANDREL_LDAP_TLS_CLIENT_KEY_FILE: '/x.pem' }],
    ['SPANDREL_LDAP_TLS_CA_CERT_FILE', { SPANDREL_LDAP_TLS_CA_CERT_FILE: '/no/such/file.pem' }],
    [
      'SPANDREL_LDAP_USER_SEARCH_BASE_DNS',
      { SPANDREL_LDAP_USER_DN_TEMPLATE: 'uid=%s,ou=people,dc=example,dc=com' },
    ],
    [
      'SPANDREL_LDAP_ATTR_MEMBER_OF',
      {
        SPANDREL_LDAP_ATTR_MEMBER_OF: '',
        SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn":"cn=a","role":"ADMIN"}]',
      },
    ],
    ['SPANDREL_LDAP_ATTR_UNIQUE_ID', { SPANDREL_LDAP_ATTR_EMAIL: '' }],
    ['SPANDREL_LDAP_ALLOW_SIGN_UP', { ...noEmail, SPANDREL_LDAP_ALLOW_SIGN_UP: 'false' }],
    ['SPANDREL_ADMINS', { ...noEmail, SPANDREL_ADMINS: 'Ada=ada@example.com' }],
  ])('names %s in one line if it contradicts the others', (name, given) => {
    const lines = mistakes(given);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} is .*(Set|Remove|remove|must)`));
    expect(lines[0]).not.toContain('hunter2');
  });

  it('refuses files that contain no certificate or key', () => {
    const directory = mkdtempSync(join(tmpdir(), 'spandrel-ldap-'));
    const file = join(directory, 'file.pem');
    writeFileSync(file, 'nothing');
    try {
      expect(mistakes({ SPANDREL_LDAP_TLS_CA_CERT_FILE: file })[0]).toContain('no certificate');
      expect(mistakes({ SPANDREL_LDAP_TLS_CA_CERT_FILE: directory })[0]).toContain('EISDIR');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
