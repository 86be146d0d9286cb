import { formatPlural } from '../../lib/format/numbers.js';
import type { AssignedRole, Assignment } from './api/project-access.js';

/** The roles in a project, each with all rights of those before it. */
export const PROJECT_ROLES: readonly { role: AssignedRole; label: string; rights: string }[] = [
  { role: 'VIEWER', label: 'Viewer', rights: 'Reads' },
  { role: 'MEMBER', label: 'Member', rights: 'Reads, annotates, sends and deletes data' },
  { role: 'MANAGER', label: 'Manager', rights: 'Also changes settings and access' },
];

/** Says what a role allows. */
export function describeRights(role: AssignedRole): string {
  return PROJECT_ROLES.find((one) => one.role === role)?.rights ?? '';
}

/** Counts who has a role, such as “2 people and 1 group”. */
export function countHolders(assignments: readonly Pick<Assignment, 'user'>[]): string {
  const people = assignments.filter(({ user }) => user !== null).length;
  const groups = assignments.length - people;
  const parts = [
    ...(people > 0 ? [formatPlural(people, 'person', 'people')] : []),
    ...(groups > 0 ? [formatPlural(groups, 'group')] : []),
  ];
  return parts.join(' and ');
}
