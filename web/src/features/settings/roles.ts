/** The roles people have, the least powerful first. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN'] as const;

export type Role = (typeof ROLES)[number];

const METHOD_LABEL = { LOCAL: 'Password', OAUTH2: 'Provider', LDAP: 'LDAP' } as const;

/** How people sign in, as the server names it. */
export type AuthMethod = keyof typeof METHOD_LABEL;

/** What a way of signing in is called. */
export function methodLabel(method: AuthMethod): string {
  return METHOD_LABEL[method];
}

/** One thing that can be done here, and the roles that may. */
export interface Ability {
  text: string;
  roles: readonly Role[];
}

const EVERYBODY = ROLES;
const WRITERS = ['MEMBER', 'ADMIN'] as const;
const ADMINISTRATORS = ['ADMIN'] as const;

/** What each role may do, in groups. */
export const ABILITIES: readonly { title: string; abilities: readonly Ability[] }[] = [
  {
    title: 'Traces',
    abilities: [
      { text: 'Look at projects, traces, spans and sessions', roles: EVERYBODY },
      { text: 'Send traces', roles: WRITERS },
      { text: 'Create, edit, clear and delete projects', roles: WRITERS },
      { text: 'Change and delete projects over the REST API', roles: ADMINISTRATORS },
      { text: 'Delete traces and sessions, and move traces to another project', roles: WRITERS },
    ],
  },
  {
    title: 'One’s own account',
    abilities: [
      { text: 'Change name and password, end sessions', roles: EVERYBODY },
      { text: 'Create and delete personal API keys', roles: EVERYBODY },
    ],
  },
  {
    title: 'The place',
    abilities: [
      { text: 'See the names of secrets', roles: EVERYBODY },
      { text: 'Add, replace and delete secrets', roles: ADMINISTRATORS },
      { text: 'Add and delete people, give roles, reset passwords', roles: ADMINISTRATORS },
      { text: 'Create and delete system API keys, delete anybody’s keys', roles: ADMINISTRATORS },
      { text: 'End anybody’s sessions', roles: ADMINISTRATORS },
      { text: 'Read and export the audit log', roles: ADMINISTRATORS },
    ],
  },
];

/** E-mail address of the administrator that every server is born with. */
const BUILT_IN_ADMIN = 'admin@localhost';

interface Account {
  id: string;
  email: string | null;
}

/** Whether it is the administrator every server is born with, who can neither go nor lose the role. */
export function isBuiltIn(user: Account): boolean {
  return user.email === BUILT_IN_ADMIN;
}

/** Why the role of a user stays as it is; undefined when it can be changed. */
export function roleIsFixed(user: Account, viewerId: string | undefined): string | undefined {
  if (user.id === viewerId) return 'Nobody changes their own role. Ask another administrator.';
  if (isBuiltIn(user)) return 'The built-in administrator stays one, so that there is always one.';
  return undefined;
}

/** Why a user cannot be deleted here; undefined when they can. */
export function deletionIsRefused(user: Account, viewerId: string | undefined): string | undefined {
  if (user.id === viewerId) return 'Nobody deletes their own account. Ask another administrator.';
  if (isBuiltIn(user)) return 'The built-in administrator cannot be deleted.';
  return undefined;
}
