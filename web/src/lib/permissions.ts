/** A role as the server names it. */
export type RoleName = 'SYSTEM' | 'ADMIN' | 'MEMBER' | 'VIEWER';

/** What the person at this page may do; the server decides, this only hides what would be refused. */
export interface Permissions {
  /** Change data: administrators and members. */
  write: boolean;
  /** Users, system keys, secrets, the audit log: administrators. */
  administer: boolean;
}

/** What a role allows; nobody in particular may only look. */
export function permissionsOf(role: RoleName | undefined): Permissions {
  const administer = role === 'ADMIN' || role === 'SYSTEM';
  return { write: administer || role === 'MEMBER', administer };
}

const ROLE_LABELS = {
  SYSTEM: 'System',
  ADMIN: 'Administrator',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
} satisfies Record<RoleName, string>;

/** What a role is called. */
export function roleLabel(role: RoleName): string {
  return ROLE_LABELS[role];
}
