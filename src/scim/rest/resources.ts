import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { MemberRow, ScimGroupRow } from '../groups/scim-groups.queries.js';
import { GROUP_SCHEMA } from '../groups/group-fields.js';
import type { MembershipRow, ScimUserRow } from '../users/scim-users.queries.js';
import { USER_SCHEMA } from '../users/user-fields.js';

/** A resource as clients see it. */
export type Resource = Record<string, unknown> & { meta: { location: string } };

/** @param base URL of the SCIM endpoints. */
export function toUserResource(
  row: ScimUserRow,
  groups: readonly MembershipRow[],
  base: string,
): Resource {
  const { externalId, userName, displayName, email, active, role } = row;
  const id = toGlobalId('User', row.id);
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(displayName !== null && { displayName }),
    ...toName(row),
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
    roles: role === null ? [] : [{ value: role, primary: true }],
    groups: groups.map(({ groupId, name }) => {
      const value = toGlobalId('UserGroup', groupId);
      return { value, display: name, $ref: toUrl(base, 'Groups', value), type: 'direct' };
    }),
    meta: toMeta('User', row, toUrl(base, 'Users', id)),
  };
}

/** @param members null if the client does not want them. */
export function toGroupResource(
  row: ScimGroupRow,
  members: readonly MemberRow[] | null,
  base: string,
): Resource {
  const { displayName, externalId } = row;
  const id = toGlobalId('UserGroup', row.id);
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members && {
      members: members.map(({ userId }) => {
        const value = toGlobalId('User', userId);
        return { value, $ref: toUrl(base, 'Users', value), type: 'User' };
      }),
    }),
    meta: toMeta('Group', row, toUrl(base, 'Groups', id)),
  };
}

function toName({ formattedName, givenName, familyName }: ScimUserRow): object {
  const name = {
    ...(formattedName !== null && { formatted: formattedName }),
    ...(givenName !== null && { givenName }),
    ...(familyName !== null && { familyName }),
  };
  return Object.keys(name).length === 0 ? {} : { name };
}

function toMeta(
  resourceType: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
  location: string,
) {
  const [created, lastModified] = [createdAt, updatedAt].map((time) =>
    new Date(time).toISOString(),
  );
  return { resourceType, created, lastModified, location };
}

/** IDs need no encoding, and clients read them from the end of a URL. */
const toUrl = (base: string, endpoint: string, id: string): string => `${base}/${endpoint}/${id}`;
