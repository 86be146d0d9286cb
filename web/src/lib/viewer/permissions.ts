/**
 * The permissions of the user. The server enforces them; the UI only hides what it would refuse.
 */
export interface Permissions {
  /** Change data: administrators and members. */
  write: boolean;
  /** Manage users, system keys, secrets and the audit log: administrators. */
  administer: boolean;
}

/**
 * Returns the permissions of a role, by its name in the API. Without a role, the user may only
 * read.
 */
export function getPermissions(role: string | undefined): Permissions {
  const administer = role === 'ADMIN' || role === 'SYSTEM';
  return { write: administer || role === 'MEMBER', administer };
}

const ROLE_LABELS: Record<string, string> = {
  SYSTEM: 'System',
  ADMIN: 'Administrator',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
};

/** Returns the label of a role. */
export function getRoleLabel(role: string): string {
  return ROLE_LABELS[role] ?? role;
}
