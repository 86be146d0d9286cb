import { z } from 'zod';
import { canonicalizeDn } from './distinguished-name.js';
import {
  parseSearchFilter,
  SearchFilterError,
  type SearchFilterTemplate,
} from './search-filter.js';
import { ROLE_CHOICES, ROLES } from '../kernel/access/roles.js';
import { host, text } from './variables.js';

/** The accepted values of the directory variables, with their descriptions for errors. */

export const HOSTS =
  'host names or IP addresses separated by commas, without ldap:// or a port ' +
  '(see SPANDREL_LDAP_PORT), such as ldap1.example.com,ldap2.example.com';
export const DN = 'a distinguished name, such as cn=reader,dc=example,dc=com';
export const DN_LIST =
  'a JSON list of distinguished names, such as ["ou=people,dc=example,dc=com"]';
const DN_TEMPLATE =
  'a distinguished name with %s for the user name, such as uid=%s,ou=people,dc=example,dc=com';
const ATTRIBUTE = 'the name of an attribute, such as mail';
export const MAPPINGS =
  'a JSON list such as [{"group_dn":"cn=admins,ou=groups,dc=example,dc=com","role":"ADMIN"},' +
  `{"group_dn":"*","role":"VIEWER"}] with the roles ${new Intl.ListFormat('en-GB').format(ROLE_CHOICES)}`;
const FILTER = 'a search filter with %s in place of the user name, such as (uid=%s)';

/** A value that `read` parses, or refuses by returning undefined. */
const readBy = <Value>(accepted: string, read: (given: string) => Value | undefined) =>
  text(accepted).transform((given, context) => {
    const value = read(given);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: accepted });
    return z.NEVER;
  });

export const hosts = readBy(HOSTS, (given) => {
  const names = given.split(',').map((name) => name.trim().replace(/^\[(.*)\]$/, '$1'));
  return names.every((name) => host.safeParse(name).success) ? names : undefined;
});

export const dn = readBy(DN, (given) => (canonicalizeDn(given) ? given : undefined));

export const dnTemplate = readBy(DN_TEMPLATE, (given) =>
  given.includes('%s') && canonicalizeDn(given.replaceAll('%s', 'x')) ? given : undefined,
);

/** The root, `""`, is a valid name here. */
export const dnList = readBy(DN_LIST, (given) => {
  const list = z.array(z.string()).min(1).safeParse(parsedJson(given)).data;
  return list?.every((item) => canonicalizeDn(item) !== null) ? list : undefined;
});

export const filter = text(FILTER).transform((given, context): SearchFilterTemplate => {
  let reason = '';
  try {
    const template = parseSearchFilter(given);
    if (template.places > 0) return template;
  } catch (error) {
    if (!(error instanceof SearchFilterError)) throw error;
    reason = ` (${error.message})`;
  }
  context.addIssue({ code: 'custom', message: `${FILTER}${reason}` });
  return z.NEVER;
});

export const attribute = text(ATTRIBUTE).regex(
  /^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)+)(?:;[a-z0-9-]+)*$/i,
  ATTRIBUTE,
);

/** `fallback` if it is not set; null if it is empty. */
export const attributeOrNone = (fallback: string) =>
  readBy(`${ATTRIBUTE}, or empty for none`, (given) => {
    if (given === '') return null;
    return attribute.safeParse(given).data;
  }).default(fallback);

export const email = readBy(`${ATTRIBUTE}, or empty or null for none`, (given) => {
  if (given === '' || given.toLowerCase() === 'null') return null;
  return attribute.safeParse(given).data;
}).default('mail');

const mapping = z.object({
  group_dn: z.string().trim(),
  role: z.string().trim().toUpperCase().pipe(z.enum(ROLES)),
});

export const roleMappings = readBy(MAPPINGS, (given) => {
  const list = z.array(mapping).min(1).safeParse(parsedJson(given)).data;
  const roles = list?.map(({ group_dn: name, role }) => ({
    group: name === '*' ? name : (canonicalizeDn(name) ?? ''),
    role,
  }));
  return roles?.every(({ group }) => group !== '') ? roles : undefined;
});

function parsedJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
