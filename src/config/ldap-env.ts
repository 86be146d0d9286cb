import { z } from 'zod';
import { parseSearchFilter, type SearchFilterTemplate } from './search-filter.js';
import type { Role } from '../kernel/access/roles.js';
import { findLdapMistakes } from './ldap-checks.js';
import { type DirectoryTls, readDirectoryTls } from './ldap-tls.js';
import {
  attribute,
  attributeOrNone,
  dn,
  dnList,
  dnTemplate,
  email,
  filter,
  hosts,
  roleMappings,
} from './ldap-values.js';
import { ConfigurationError, flag, text, wholeNumber } from './variables.js';

/** Sign-in with an LDAP directory; `SPANDREL_LDAP_HOST` turns it on. */

/** The role of the users in a group; `*` matches every user. */
export interface GroupRole {
  /** In canonical form. */
  group: string;
  role: Role;
}

/** The ways to find a user's entry. */
export type UserLookup =
  /** Search with a service account or anonymously, then test the user's password. */
  | {
      kind: 'search';
      account: { dn: string; password: string } | null;
      bases: string[];
      filter: SearchFilterTemplate;
    }
  /** Derive the entry's name from the user name, and read the entry as that user. */
  | { kind: 'direct'; dnTemplate: string; filter: SearchFilterTemplate | null };

/** The directory's settings; null in `Env` if none is configured. */
export interface LdapEnv {
  /** In the order in which they are tried. */
  servers: { host: string; port: number }[];
  tls: DirectoryTls;
  users: UserLookup;
  /** Null: the attribute is not read. Without `email`, users have no address. */
  attributes: {
    email: string | null;
    uniqueId: string | null;
    displayName: string;
    memberOf: string | null;
  };
  /** Null: groups are read from `memberOf`. `userAttribute` null: `%s` is the user name. */
  groups: { bases: string[]; filter: SearchFilterTemplate; userAttribute: string | null } | null;
  /** The first match determines a user's role. */
  roles: GroupRole[];
  isSignUpAllowed: boolean;
  /** Whether users join the groups here that they have in the directory. */
  syncsGroups: boolean;
}

const PEM_FILE = 'the path of a PEM file';

const ACTIVE_DIRECTORY_USERS = parseSearchFilter('(&(objectClass=user)(sAMAccountName=%s))');

/** Variables for which an empty value means "none" instead of "the default". */
export const LDAP_VARIABLES_THAT_MAY_BE_EMPTY: readonly string[] = [
  'SPANDREL_LDAP_ATTR_EMAIL',
  'SPANDREL_LDAP_ATTR_MEMBER_OF',
];

export const ldapVariables = {
  SPANDREL_LDAP_HOST: hosts.optional(),
  // 0: the default port of the mode.
  SPANDREL_LDAP_PORT: wholeNumber(0, 1, 65535),
  SPANDREL_LDAP_TLS_MODE: text('starttls, ldaps or none')
    .toLowerCase()
    .pipe(z.enum(['starttls', 'ldaps', 'none'], { error: 'starttls, ldaps or none' }))
    .default('starttls'),
  SPANDREL_LDAP_TLS_VERIFY: flag(true),
  SPANDREL_LDAP_TLS_CA_CERT_FILE: text(PEM_FILE).optional(),
  SPANDREL_LDAP_TLS_CLIENT_CERT_FILE: text(PEM_FILE).optional(),
  SPANDREL_LDAP_TLS_CLIENT_KEY_FILE: text(PEM_FILE).optional(),
  SPANDREL_LDAP_BIND_DN: dn.optional(),
  SPANDREL_LDAP_BIND_PASSWORD: text('a password').optional(),
  SPANDREL_LDAP_USER_DN_TEMPLATE: dnTemplate.optional(),
  SPANDREL_LDAP_USER_SEARCH_BASE_DNS: dnList.optional(),
  SPANDREL_LDAP_USER_SEARCH_FILTER: filter.optional(),
  SPANDREL_LDAP_ATTR_EMAIL: email,
  SPANDREL_LDAP_ATTR_UNIQUE_ID: attribute.optional(),
  SPANDREL_LDAP_ATTR_DISPLAY_NAME: attribute.default('displayName'),
  SPANDREL_LDAP_ATTR_MEMBER_OF: attributeOrNone('memberOf'),
  SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS: dnList.optional(),
  SPANDREL_LDAP_GROUP_SEARCH_FILTER: filter.optional(),
  SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR: attribute.optional(),
  SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: roleMappings.optional(),
  SPANDREL_LDAP_ALLOW_SIGN_UP: flag(true),
  SPANDREL_LDAP_SYNC_GROUPS: flag(false),
};

export type LdapVariables = z.infer<z.ZodObject<typeof ldapVariables>>;

/**
 * Returns the directory's settings, or null if no host is set.
 * @param hasNamedAdmins whether `SPANDREL_ADMINS` is set, which identifies users by their address.
 * @throws ConfigurationError with one line for each contradiction.
 */
export function readLdap(v: LdapVariables, hasNamedAdmins: boolean): LdapEnv | null {
  if (!v.SPANDREL_LDAP_HOST) return null;
  const mistakes = findLdapMistakes(v, hasNamedAdmins);
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.join('\n'));
  const port = v.SPANDREL_LDAP_PORT || (v.SPANDREL_LDAP_TLS_MODE === 'ldaps' ? 636 : 389);
  return {
    servers: v.SPANDREL_LDAP_HOST.map((name) => ({ host: name, port })),
    tls: readDirectoryTls({
      mode: v.SPANDREL_LDAP_TLS_MODE,
      verify: v.SPANDREL_LDAP_TLS_VERIFY,
      caFile: v.SPANDREL_LDAP_TLS_CA_CERT_FILE,
      certFile: v.SPANDREL_LDAP_TLS_CLIENT_CERT_FILE,
      keyFile: v.SPANDREL_LDAP_TLS_CLIENT_KEY_FILE,
    }),
    users: userLookup(v),
    attributes: {
      email: v.SPANDREL_LDAP_ATTR_EMAIL,
      uniqueId: v.SPANDREL_LDAP_ATTR_UNIQUE_ID ?? null,
      displayName: v.SPANDREL_LDAP_ATTR_DISPLAY_NAME,
      memberOf: v.SPANDREL_LDAP_ATTR_MEMBER_OF,
    },
    groups: v.SPANDREL_LDAP_GROUP_SEARCH_FILTER
      ? {
          bases: v.SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS ?? [],
          filter: v.SPANDREL_LDAP_GROUP_SEARCH_FILTER,
          userAttribute: v.SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR ?? null,
        }
      : null,
    roles: v.SPANDREL_LDAP_GROUP_ROLE_MAPPINGS ?? [],
    isSignUpAllowed: v.SPANDREL_LDAP_ALLOW_SIGN_UP,
    syncsGroups: v.SPANDREL_LDAP_SYNC_GROUPS,
  };
}

function userLookup(v: LdapVariables): UserLookup {
  const filter = v.SPANDREL_LDAP_USER_SEARCH_FILTER;
  const dnTemplate = v.SPANDREL_LDAP_USER_DN_TEMPLATE;
  if (dnTemplate) return { kind: 'direct', dnTemplate, filter: filter ?? null };
  return {
    kind: 'search',
    account: v.SPANDREL_LDAP_BIND_DN
      ? { dn: v.SPANDREL_LDAP_BIND_DN, password: v.SPANDREL_LDAP_BIND_PASSWORD ?? '' }
      : null,
    bases: v.SPANDREL_LDAP_USER_SEARCH_BASE_DNS ?? [],
    filter: filter ?? ACTIVE_DIRECTORY_USERS,
  };
}
