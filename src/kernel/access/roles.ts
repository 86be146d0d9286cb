/** A viewer reads, a member also writes, and an admin also manages users and settings. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** The roles for people who choose one, most powerful first. */
export const ROLE_CHOICES = ROLES.toReversed();

/** Whether a role has the rights of another one. */
export function includesRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}
