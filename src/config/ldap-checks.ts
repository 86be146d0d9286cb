import type { LdapVariables } from './ldap-env.js';
import { DN, DN_LIST, MAPPINGS } from './ldap-values.js';

/** What is wrong with variables that are each right by themselves, a line for each mistake. */
export function ldapMistakes(v: LdapVariables, hasNamedAdmins: boolean): string[] {
  return [...missingParts(v), ...contradictions(v, hasNamedAdmins)];
}

/** What is needed and not there. */
function missingParts(v: LdapVariables): string[] {
  const needs = (name: keyof LdapVariables, because: string, accepted: string) =>
    v[name] === undefined ? [`${name} is not set${because}; set it to ${accepted}.`] : [];
  return [
    ...needs('SPANDREL_LDAP_GROUP_ROLE_MAPPINGS', ' although SPANDREL_LDAP_HOST is', MAPPINGS),
    ...(v.SPANDREL_LDAP_USER_DN_TEMPLATE
      ? []
      : needs(
          'SPANDREL_LDAP_USER_SEARCH_BASE_DNS',
          ' although SPANDREL_LDAP_HOST is',
          `${DN_LIST}, or set SPANDREL_LDAP_USER_DN_TEMPLATE`,
        )),
    ...(v.SPANDREL_LDAP_BIND_DN
      ? needs('SPANDREL_LDAP_BIND_PASSWORD', ' although SPANDREL_LDAP_BIND_DN is', 'its password')
      : []),
    ...(v.SPANDREL_LDAP_BIND_PASSWORD
      ? needs('SPANDREL_LDAP_BIND_DN', ' although SPANDREL_LDAP_BIND_PASSWORD is', DN)
      : []),
    ...(v.SPANDREL_LDAP_GROUP_SEARCH_FILTER
      ? needs(
          'SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS',
          ' although SPANDREL_LDAP_GROUP_SEARCH_FILTER is',
          DN_LIST,
        )
      : []),
  ];
}

/** What is there and does not go together. */
function contradictions(v: LdapVariables, hasNamedAdmins: boolean): string[] {
  const lines: string[] = [];
  const hasFilter = v.SPANDREL_LDAP_GROUP_SEARCH_FILTER !== undefined;
  for (const name of [
    'SPANDREL_LDAP_GROUP_SEARCH_BASE_DNS',
    'SPANDREL_LDAP_GROUP_SEARCH_FILTER_USER_ATTR',
  ] as const) {
    if (v[name] !== undefined && !hasFilter) {
      lines.push(
        `${name} is set but SPANDREL_LDAP_GROUP_SEARCH_FILTER is not; set that as well, or ` +
          `remove ${name} to read the groups from SPANDREL_LDAP_ATTR_MEMBER_OF.`,
      );
    }
  }
  if (v.SPANDREL_LDAP_USER_DN_TEMPLATE) {
    for (const name of ['SPANDREL_LDAP_BIND_DN', 'SPANDREL_LDAP_USER_SEARCH_BASE_DNS'] as const) {
      if (v[name] === undefined) continue;
      lines.push(
        `${name} is set although SPANDREL_LDAP_USER_DN_TEMPLATE makes every person bind as ` +
          `themselves; remove one of the two.`,
      );
    }
  }
  const knowsEverybody = v.SPANDREL_LDAP_GROUP_ROLE_MAPPINGS?.some(({ group }) => group === '*');
  if (v.SPANDREL_LDAP_ATTR_MEMBER_OF === null && !hasFilter && knowsEverybody === false) {
    lines.push(
      'SPANDREL_LDAP_ATTR_MEMBER_OF is empty and SPANDREL_LDAP_GROUP_SEARCH_FILTER is not set, so ' +
        'that no group is ever read; set one of them, or map "*" in SPANDREL_LDAP_GROUP_ROLE_MAPPINGS.',
    );
  }
  if (v.SPANDREL_LDAP_ATTR_EMAIL === null) lines.push(...withoutEmail(v, hasNamedAdmins));
  return lines;
}

/** People without an address are known by their unique id alone, so nobody can name them before. */
function withoutEmail(v: LdapVariables, hasNamedAdmins: boolean): string[] {
  const lines: string[] = [];
  if (!v.SPANDREL_LDAP_ATTR_UNIQUE_ID) {
    lines.push(
      'SPANDREL_LDAP_ATTR_UNIQUE_ID is not set although SPANDREL_LDAP_ATTR_EMAIL is empty; set it ' +
        'to an attribute that never changes, such as objectGUID or entryUUID.',
    );
  }
  if (!v.SPANDREL_LDAP_ALLOW_SIGN_UP) {
    lines.push(
      'SPANDREL_LDAP_ALLOW_SIGN_UP is "false" although SPANDREL_LDAP_ATTR_EMAIL is empty, so that ' +
        'nobody could ever be let in; set it to true, or set SPANDREL_LDAP_ATTR_EMAIL.',
    );
  }
  if (hasNamedAdmins) {
    lines.push(
      'SPANDREL_ADMINS is set although SPANDREL_LDAP_ATTR_EMAIL is empty, so that nobody has an ' +
        'address to be known by; remove it and map a group to ADMIN, or set SPANDREL_LDAP_ATTR_EMAIL.',
    );
  }
  return lines;
}
