import { canonicalizeDn } from '../../../config/distinguished-name.js';
import type { Role } from '../../../kernel/access/roles.js';
import type { GroupRole, LdapEnv } from '../../../config/ldap-env.js';
import type { DirectoryConnection, DirectoryEntry } from './directory-connection.js';
import { DirectoryResultError } from './directory-errors.js';

/** A pseudo-attribute for the entry's distinguished name. */
const OWN_DN = 'dn';

type GroupSearch = NonNullable<LdapEnv['groups']>;

/** The groups of a user as the directory spells them, and the bases that could not be read. */
export interface FoundGroups {
  names: string[];
  /** A search base that failed or could not be read to the end. */
  warnings: { base: number; reason: string }[];
}

/**
 * Searches all bases for the groups of a user. Skips a base that fails.
 * @throws DirectoryResultError if every base fails, because the groups are then unknown.
 */
export async function searchGroups(
  directory: DirectoryConnection,
  search: GroupSearch,
  person: { username: string; entry: DirectoryEntry },
): Promise<FoundGroups> {
  const found: FoundGroups = { names: [], warnings: [] };
  const value = readMemberValue(search, person);
  if (value === undefined) return found;
  let failure: DirectoryResultError | undefined;
  let searched = 0;
  for (const [index, base] of search.bases.entries()) {
    try {
      const { names, isPartial } = await directory.searchNames(base, search.filter.fill(value));
      searched += 1;
      found.names.push(...names);
      if (isPartial) found.warnings.push({ base: index + 1, reason: 'too many groups' });
    } catch (error) {
      if (!(error instanceof DirectoryResultError)) throw error;
      failure = error;
      found.warnings.push({ base: index + 1, reason: error.message });
    }
  }
  if (failure && searched === 0) throw failure;
  return found;
}

/** Returns the value by which groups refer to the user; undefined if the entry does not have it. */
function readMemberValue(
  { userAttribute }: GroupSearch,
  { username, entry }: { username: string; entry: DirectoryEntry },
): string | undefined {
  if (userAttribute === null) return username;
  if (userAttribute.toLowerCase() === OWN_DN) return entry.dn;
  return entry.values(userAttribute)[0]?.toString('utf8');
}

/** Lists the attributes of a user's entry that the group search needs. */
export function listGroupAttributes({ groups, attributes }: LdapEnv): string[] {
  if (!groups) return attributes.memberOf === null ? [] : [attributes.memberOf];
  const { userAttribute } = groups;
  return userAttribute === null || userAttribute.toLowerCase() === OWN_DN ? [] : [userAttribute];
}

/**
 * Returns the role of the first mapping that matches, or null. A malformed group name matches none.
 */
export function mapGroupsToRole(groups: string[], mappings: GroupRole[]): Role | null {
  const names = new Set(groups.map(canonicalizeDn));
  return mappings.find(({ group }) => group === '*' || names.has(group))?.role ?? null;
}
