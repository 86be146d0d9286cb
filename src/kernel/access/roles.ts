/** A viewer reads, a member also writes, and an admin also manages users and settings. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
