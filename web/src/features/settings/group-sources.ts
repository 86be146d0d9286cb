import type { GroupRow } from './api/user-groups.js';

/** Who decides on the members of a group. */
export type GroupSource = GroupRow['source'];

const SOURCES: Record<GroupSource, { label: string; note: string }> = {
  LOCAL: { label: 'Spandrel', note: 'Its members are chosen here.' },
  OIDC: {
    label: 'OpenID Connect',
    note: 'It comes from the identity provider. Change its name and members there. Changes apply when the person signs in again.',
  },
  LDAP: {
    label: 'LDAP',
    note: 'It comes from the directory. Change its name and members there. Changes apply when the person signs in again.',
  },
  SCIM: {
    label: 'SCIM',
    note: 'It comes from the service that provisions users. Change its name and members there.',
  },
};

/** Names where a group comes from. */
export function getSourceLabel(source: GroupSource): string {
  return SOURCES[source].label;
}

/** Says where a group and its members can be changed. */
export function explainSource(source: GroupSource): string {
  return SOURCES[source].note;
}
