import type { graphql } from '../../graphql.js';

/**
 * The permissions of the user. The server enforces them; the UI only hides what it would refuse.
 */
export interface Permissions {
  /** Change data: administrators and members, in a project also its managers. */
  write: boolean;
  /**
   * Manage users, system keys, secrets and the audit log: administrators. In a project, manage its
   * settings: its managers, too.
   */
  administer: boolean;
}

/**
 * Returns the permissions of a role on the server or in a project, by its name in the API. Without a
 * role, the user may only read.
 */
export function getPermissions(role: string | undefined): Permissions {
  const administer = role === 'ADMIN' || role === 'SYSTEM' || role === 'MANAGER';
  return { write: administer || role === 'MEMBER', administer };
}

/** Returns what both allow. */
export function intersect(one: Permissions, other: Permissions): Permissions {
  return {
    write: one.write && other.write,
    administer: one.administer && other.administer,
  };
}

/** A role that users can have. */
export type Role = ReturnType<typeof graphql.scalar<'UserRoleInput'>>;

const ROLE_LABELS: Record<
  Role | ReturnType<typeof graphql.scalar<'ProjectRole'>> | 'SYSTEM',
  string
> = {
  SYSTEM: 'System',
  ADMIN: 'Administrator',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
  MANAGER: 'Manager',
};

/** Returns the label of a role. */
export function getRoleLabel(role: string): string {
  return (ROLE_LABELS as Record<string, string>)[role] ?? role;
}
