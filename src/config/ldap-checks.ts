import type { LdapVariables } from './ldap-env.js';
import { DN, DN_LIST, MAPPINGS } from './ldap-values.js';

/** Returns one line for each mistake in variables that are valid on their own. */
export function findLdapMistakes(v: LdapVariables, hasNamedAdmins: boolean): string[] {
  return [...findMissingParts(v), ...findContradictions(v, hasNamedAdmins)];
}

/** Required variables that are not set. */
function findMissingParts(v: LdapVariables): string[] {
  const needs = (name: keyof LdapVariables, because: string, accepted: string) =>
    v[name] === undefined ? [`${name} is not set${because}. Set it to ${accepted}.`] : [];
  return [
    ...needs('SPANDREL_LDAP_GROUP_ROLE_MAPPINGS', ', but SPANDREL_LDAP_HOST is', MAPPINGS),
    ...(v.SPANDREL_LDAP_USER_DN_TEMPLATE
      ? []
      : needs(
          'SPANDREL_LDAP_USER_SEARCH_BASE_DNS',
          ', but SPANDREL_LDAP_HOST is',
          `${DN_LIST}, or set SPANDREL_LDAP_USER_DN_TEMPLATE`,
        )),
    ...(v.SPANDREL_LDAP_BIND_DN
      ? needs('SPANDREL_LDAP_BIND_PASSWORD', ', but SPANDREL_LDAP_BIND_DN is', 'its password')
      : []),
    ...(v.SPANDREL_LDAP_BIND_PASSWORD
      ? needs('SPANDREL_LDAP_BIND_DN', ', but SPANDREL_LDAP_BIND_PASSWORD is', DN)
      : []),
    ...(v.SPANDREL_LDAP_GROUP_SEARCH_FILTER
      ? needs(
          'SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS',
          ', but SPANDREL_LDAP_GROUP_SEARCH_FILTER is',
          DN_LIST,
        )
      : []),
  ];
}

/** Variables that are set but contradict each other. */
function findContradictions(v: LdapVariables, hasNamedAdmins: boolean): string[] {
  const lines: string[] = [];
  const hasFilter = v.SPANDREL_LDAP_GROUP_SEARCH_FILTER !== undefined;
  for (const name of [
    'SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS',
    'SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR',
  ] as const) {
    if (v[name] !== undefined && !hasFilter) {
      lines.push(
        `${name} is set, but SPANDREL_LDAP_GROUP_SEARCH_FILTER is not. Set that too, or ` +
          `remove ${name} to read the groups from SPANDREL_LDAP_ATTR_MEMBER_OF.`,
      );
    }
  }
  if (v.SPANDREL_LDAP_USER_DN_TEMPLATE) {
    for (const name of ['SPANDREL_LDAP_BIND_DN', 'SPANDREL_LDAP_USER_SEARCH_BASE_DNS'] as const) {
      if (v[name] === undefined) continue;
      lines.push(
        `${name} is set, but SPANDREL_LDAP_USER_DN_TEMPLATE makes users bind as themselves. ` +
          `Remove one of the two.`,
      );
    }
  }
  const knowsEverybody = v.SPANDREL_LDAP_GROUP_ROLE_MAPPINGS?.some(({ group }) => group === '*');
  if (v.SPANDREL_LDAP_ATTR_MEMBER_OF === null && !hasFilter && knowsEverybody === false) {
    lines.push(
      'SPANDREL_LDAP_ATTR_MEMBER_OF is empty and SPANDREL_LDAP_GROUP_SEARCH_FILTER is not set, so ' +
        'no group is ever read. Set one of them, or map "*" in SPANDREL_LDAP_GROUP_ROLE_MAPPINGS.',
    );
  }
  if (v.SPANDREL_LDAP_ATTR_EMAIL === null) lines.push(...withoutEmail(v, hasNamedAdmins));
  return lines;
}

/** Users without an address have only a unique ID, so accounts cannot be created in advance. */
function withoutEmail(v: LdapVariables, hasNamedAdmins: boolean): string[] {
  const lines: string[] = [];
  if (!v.SPANDREL_LDAP_ATTR_UNIQUE_ID) {
    lines.push(
      'SPANDREL_LDAP_ATTR_UNIQUE_ID is not set, but SPANDREL_LDAP_ATTR_EMAIL is empty. Set it ' +
        'to an attribute that never changes, such as objectGUID or entryUUID.',
    );
  }
  if (!v.SPANDREL_LDAP_ALLOW_SIGN_UP) {
    lines.push(
      'SPANDREL_LDAP_ALLOW_SIGN_UP is "false" and SPANDREL_LDAP_ATTR_EMAIL is empty, so nobody could ' +
        'ever sign in. Set it to true, or set SPANDREL_LDAP_ATTR_EMAIL.',
    );
  }
  if (hasNamedAdmins) {
    lines.push(
      'SPANDREL_ADMINS is set, but SPANDREL_LDAP_ATTR_EMAIL is empty, so users cannot be identified by ' +
        'their address. Remove it and map a group to ADMIN, or set SPANDREL_LDAP_ATTR_EMAIL.',
    );
  }
  return lines;
}
