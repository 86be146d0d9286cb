/** What a user may do: a viewer reads, a member also writes, an admin also runs the place. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
