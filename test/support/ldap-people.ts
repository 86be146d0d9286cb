import { readEnv } from '../../src/config/env.js';
import type { LdapEnv } from '../../src/config/ldap-env.js';
import type { LdapEntry, LdapServer } from './ldap-server.js';

/** A company of three people, with a service account and groups of both kinds. */

export const READER = { dn: 'cn=reader,dc=example,dc=com', password: 'reader-password' };
export const PEOPLE = 'ou=people,dc=example,dc=com';
export const GROUPS = 'ou=groups,dc=example,dc=com';

export function aPerson(uid: string, given: Partial<LdapEntry> = {}): LdapEntry {
  return {
    dn: `uid=${uid},${PEOPLE}`,
    password: `${uid}-password`,
    ...given,
    attributes: {
      uid: [uid],
      mail: [`${uid}@example.com`],
      displayName: [uid.toUpperCase()],
      memberOf: [`cn=everyone,${GROUPS}`],
      ...given.attributes,
    },
  };
}

export function company(): LdapEntry[] {
  return [
    { dn: 'dc=example,dc=com', attributes: {} },
    { dn: PEOPLE, attributes: {} },
    { dn: GROUPS, attributes: {} },
    { dn: READER.dn, password: READER.password, attributes: {} },
    aPerson('jane', { attributes: { memberOf: [`CN=Admins, ${GROUPS}`] } }),
    aPerson('joe'),
    {
      dn: `cn=admins,${GROUPS}`,
      attributes: { member: [`uid=jane,${PEOPLE}`], memberUid: ['jane'] },
    },
    {
      dn: `cn=everyone,${GROUPS}`,
      attributes: { member: [`uid=joe,${PEOPLE}`], memberUid: ['joe'] },
    },
  ];
}

/**
 * Returns variables for a test server. `given` overrides the defaults; an empty value unsets one.
 */
export function directoryVariables(
  server: { port: number; host?: string },
  given: Record<string, string> = {},
): Record<string, string> {
  return {
    SPANDREL_LDAP_HOST: server.host ?? '127.0.0.1',
    SPANDREL_LDAP_PORT: String(server.port),
    SPANDREL_LDAP_TLS_MODE: 'none',
    SPANDREL_LDAP_BIND_DN: READER.dn,
    SPANDREL_LDAP_BIND_PASSWORD: READER.password,
    SPANDREL_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([PEOPLE]),
    SPANDREL_LDAP_USER_SEARCH_FILTER: '(uid=%s)',
    SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: JSON.stringify([
      { group_dn: `cn=admins,${GROUPS}`, role: 'ADMIN' },
      { group_dn: `cn=everyone,${GROUPS}`, role: 'MEMBER' },
    ]),
    ...given,
  };
}

/** Returns the settings for test servers, each with its own port. */
export function directorySettings(
  servers: LdapServer | LdapServer[],
  given: Record<string, string> = {},
): LdapEnv {
  const list = [servers].flat();
  const { ldap } = readEnv({
    SPANDREL_ENABLE_AUTH: 'true',
    SPANDREL_SECRET: 'test-secret-0123456789-abcdefghijklmnop',
    ...directoryVariables({ port: 389 }, given),
  });
  if (!ldap) throw new Error('no directory is set');
  return { ...ldap, servers: list.map(({ port }) => ({ host: '127.0.0.1', port })) };
}
