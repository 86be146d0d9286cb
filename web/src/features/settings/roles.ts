import { formatPlural } from '../../lib/format/numbers.js';
import type { Role } from '../../lib/viewer/permissions.js';

const RANKS: Record<Role, number> = { VIEWER: 0, MEMBER: 1, ADMIN: 2 };

/** The roles of users, least powerful first. */
export const ROLES: readonly Role[] = (Object.keys(RANKS) as Role[]).toSorted(
  (one, other) => RANKS[one] - RANKS[other],
);

/** The second factors of a user, as far as administrators see them. */
interface SecondFactors {
  authenticatorAddedAt: string | null;
  passkeys: readonly unknown[];
}

/** Whether there is something to reset. */
export function hasSecondFactor(factors: SecondFactors | null): boolean {
  return factors !== null && describeSecondFactor(factors) !== 'none';
}

/** Describes the second factors of a user in words. */
export function describeSecondFactor({ authenticatorAddedAt, passkeys }: SecondFactors): string {
  const parts = [
    ...(authenticatorAddedAt === null ? [] : ['authenticator app']),
    ...(passkeys.length === 0 ? [] : [formatPlural(passkeys.length, 'passkey')]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** Describes what keeps a user from working; undefined if nothing does. */
export function describeState(user: {
  isActive: boolean;
  passwordNeedsReset: boolean;
}): string | undefined {
  if (!user.isActive) return 'deactivated';
  return user.passwordNeedsReset ? 'password must be changed' : undefined;
}

/** A permission, and the roles that have it. */
export interface Ability {
  text: string;
  roles: readonly Role[];
}

const EVERYBODY = ROLES;
const WRITERS = ['MEMBER', 'ADMIN'] as const;
const ADMINISTRATORS = ['ADMIN'] as const;

/** The permissions of each role, in groups. */
export const ABILITIES: readonly { title: string; abilities: readonly Ability[] }[] = [
  {
    title: 'Traces',
    abilities: [
      { text: 'View projects, traces, spans and sessions', roles: EVERYBODY },
      { text: 'Send traces', roles: WRITERS },
      { text: 'Create, edit, clear and delete projects', roles: WRITERS },
      { text: 'Change and delete projects with the REST API', roles: ADMINISTRATORS },
      { text: 'View models and their prices', roles: EVERYBODY },
      { text: 'Create, edit and delete custom models, recalculate costs', roles: WRITERS },
      { text: 'Delete traces and sessions, and move traces to another project', roles: WRITERS },
    ],
  },
  {
    title: 'Your account',
    abilities: [
      { text: 'Change your name, password and second factor, end your sessions', roles: EVERYBODY },
      { text: 'Create and delete your API keys', roles: EVERYBODY },
    ],
  },
  {
    title: 'Server',
    abilities: [
      { text: 'See the names of secrets with the GraphQL API', roles: EVERYBODY },
      { text: 'List, add, replace and delete secrets', roles: ADMINISTRATORS },
      { text: 'See custom model providers and use their models', roles: EVERYBODY },
      { text: 'Create, change and delete custom model providers', roles: ADMINISTRATORS },
      {
        text: 'Add and delete users, change roles, reset passwords and second factors',
        roles: ADMINISTRATORS,
      },
      { text: 'Make projects private, give roles in them, create groups', roles: ADMINISTRATORS },
      { text: 'Create and delete system API keys, delete any user’s keys', roles: ADMINISTRATORS },
      { text: 'End any user’s sessions', roles: ADMINISTRATORS },
      { text: 'Read and export the audit log', roles: ADMINISTRATORS },
    ],
  },
];

/** Email address of the administrator that every server starts with. */
const BUILT_IN_ADMIN = 'admin@localhost';

interface Account {
  id: string;
  email: string | null;
}

/**
 * Whether this is the administrator that every server starts with, who cannot be deleted or
 * demoted.
 */
export function isBuiltIn(user: Account): boolean {
  return user.email === BUILT_IN_ADMIN;
}

/** Returns the reason a user’s role cannot be changed, or undefined if it can. */
export function explainFixedRole(user: Account, viewerId: string | undefined): string | undefined {
  if (user.id === viewerId) return 'You cannot change your own role. Ask another administrator.';
  if (isBuiltIn(user)) return 'The built-in administrator always keeps this role.';
  return undefined;
}

/** Returns the reason a user cannot be deleted, or undefined if they can. */
export function explainRefusedDeletion(
  user: Account,
  viewerId: string | undefined,
): string | undefined {
  if (user.id === viewerId) return 'You cannot delete your own account. Ask another administrator.';
  if (isBuiltIn(user)) return 'The built-in administrator cannot be deleted.';
  return undefined;
}
