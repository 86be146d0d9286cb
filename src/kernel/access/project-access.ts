import type { ProjectScope } from '../http/request-context.js';
import type { Identity } from './access.js';
import { type Role, ROLES } from './roles.js';

/** The roles in a project, each with all rights of those before it. */
export const PROJECT_ROLES = ['VIEWER', 'MEMBER', 'MANAGER'] as const;
export type ProjectRoleName = (typeof PROJECT_ROLES)[number];

/** Access to projects beyond that of a role on the server, or below it. */
export interface ProjectAccess {
  /** Row IDs of the private projects. */
  private: readonly number[];
  /** Their roles in projects by row ID, private or not. The highest one, if groups give several. */
  roles: ReadonlyMap<number, ProjectRoleName>;
  /** Row ID of the last project before which all private projects are listed. */
  lastKnown: number;
}

/** Finds out what callers can do in projects. The feature `projects` provides it. */
export abstract class ProjectAccessReader {
  /** @returns null for administrators, and while no project is private and nobody has a role in one. */
  abstract read(identity: Identity): Promise<ProjectAccess | null>;

  /** Returns what a caller may do in a project, by its row ID; null if they cannot see it. */
  async findRoleIn(caller: Identity, projectId: number): Promise<ProjectRoleName | null> {
    return findRoleIn(await this.read(caller), caller.role, projectId);
  }

  /**
   * Does in the background what a user has asked for, limited to the projects in which the user still has
   * the rights of a role.
   */
  abstract runAs<T>(userId: number | null, required: Role, work: () => Promise<T>): Promise<T>;

  /**
   * Does in the background what a project has set up, limited to that project and those that are not private.
   * @param projectId null for what belongs to no project.
   */
  abstract runFor<T>(projectId: number | null, work: () => Promise<T>): Promise<T>;

  /** Forgets what is known, because it has changed. Other servers follow within a second. */
  abstract forget(): void;
}

/** The role in a project that counts as much as a role on the server. */
function projectRoleOf(role: Role): ProjectRoleName {
  return role === 'ADMIN' ? 'MANAGER' : role;
}

/** Returns whether a role in a project, if there is one, includes the rights of a role on the server. */
export function reaches(role: ProjectRoleName | undefined, required: Role): boolean {
  const needed = PROJECT_ROLES.indexOf(projectRoleOf(required));
  return role !== undefined && PROJECT_ROLES.indexOf(role) >= needed;
}

/** Returns whether somebody has the rights of a role on the server in at least one project. */
export function reachesSomewhere(access: ProjectAccess | null, required: Role): boolean {
  return [...(access?.roles.values() ?? [])].some((role) => reaches(role, required));
}

/** Scopes of an answer by role and required role. They can have thousands of projects. */
const chosen = new WeakMap<ProjectAccess, Map<string, ProjectScope | undefined>>();

/**
 * Returns the projects in which a caller can do what requires a role on the server; undefined for
 * everything. In private projects, only the role in the project counts.
 */
export function chooseScope(
  access: ProjectAccess | null,
  own: Role,
  required: Role,
): ProjectScope | undefined {
  if (!access) return undefined;
  const scopes = chosen.get(access) ?? new Map<string, ProjectScope | undefined>();
  chosen.set(access, scopes);
  const asked = `${own} ${required}`;
  if (!scopes.has(asked)) scopes.set(asked, findScope(access, own, required));
  return scopes.get(asked);
}

function findScope(access: ProjectAccess, own: Role, required: Role): ProjectScope | undefined {
  if (ROLES.indexOf(own) < ROLES.indexOf(required)) {
    const within = [...access.roles].filter(([, role]) => reaches(role, required));
    return { hidden: [], only: within.map(([id]) => id), lastKnown: 0 };
  }
  const hidden = access.private.filter((id) => !reaches(access.roles.get(id), required));
  return hidden.length === 0 ? undefined : { hidden, only: null, lastKnown: access.lastKnown };
}

/** Returns whether somebody can do less in projects than before: a role is gone, or a project is hidden from them. */
export function hasLessAccess(before: ProjectAccess | null, now: ProjectAccess | null): boolean {
  if (!now) return false;
  const roles = [...(before?.roles ?? [])];
  const known = new Set(before?.private);
  // Later projects may just have begun to exist in a hidden one. Before, nothing was hidden.
  const last = before?.lastKnown ?? Infinity;
  return (
    roles.some(([id, role]) => rank(now.roles.get(id)) < rank(role)) ||
    now.private.some((id) => id <= last && !known.has(id) && !now.roles.has(id))
  );
}

/** -1 without a role. */
function rank(role: ProjectRoleName | undefined): number {
  return role === undefined ? -1 : PROJECT_ROLES.indexOf(role);
}

/**
 * Returns what a caller is in a project.
 * @param project the project that decides: for one with traces of experiments, evaluators or rules, that
 * of the dataset or rule.
 * @returns null if the caller cannot see it.
 */
export function findRoleIn(
  access: ProjectAccess | null,
  own: Role,
  project: number,
): ProjectRoleName | null {
  const role = access?.roles.get(project) ?? null;
  if (access?.private.includes(project)) return role;
  const general = projectRoleOf(own);
  if (role === null) return general;
  return PROJECT_ROLES.indexOf(role) > PROJECT_ROLES.indexOf(general) ? role : general;
}
