/** What the person at this page may do; the server decides, this only hides what would be refused. */
export interface Permissions {
  /** Change data: administrators and members. */
  write: boolean;
  /** Users, system keys, secrets, the audit log: administrators. */
  administer: boolean;
}

/** What a role allows, by the name the server gives it; nobody in particular may only look. */
export function permissionsOf(role: string | undefined): Permissions {
  const administer = role === 'ADMIN' || role === 'SYSTEM';
  return { write: administer || role === 'MEMBER', administer };
}

const ROLE_LABELS: Record<string, string> = {
  SYSTEM: 'System',
  ADMIN: 'Administrator',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
};

/** What a role is called. */
export function roleLabel(role: string): string {
  return ROLE_LABELS[role] ?? role;
}
