import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../kernel/access/access.js';
import {
  type ProjectAccess,
  ProjectAccessReader,
  type ProjectRoleName,
  chooseScope,
} from '../../kernel/access/project-access.js';
import type { Role } from '../../kernel/access/roles.js';
import { inScope, unlimited } from '../../kernel/http/request-context.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { ProjectAccessQueries } from './project-access.queries.js';

/** How long an answer is used. Within this time, every server follows a change. */
const FRESH_MS = 1_000;

/** Callers to remember. */
const MAX_CALLERS = 10_000;

/** While no project is private and nobody has a role in one, only the role on the server counts. */
const ROLE_ON_SERVER: ProjectAccess = { private: [], roles: new Map(), lastKnown: 0 };

/** Finds out what callers can do in projects, at most once per second for each. */
@Injectable()
export class ProjectAccessService extends ProjectAccessReader {
  private readonly known = new LRUCache<string, Promise<ProjectAccess | null>>({
    max: MAX_CALLERS,
    ttl: FRESH_MS,
  });

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly queries: ProjectAccessQueries,
  ) {
    super();
  }

  async read({ role, userId, isSystem, key }: Identity): Promise<ProjectAccess | null> {
    if (role === 'ADMIN') return null;
    // A key that an administrator made for one project may use that project, even if it is private.
    const own = isSystem ? (key?.project?.id ?? null) : null;
    const caller = `${userId} ${own}`;
    const known = this.known.get(caller);
    if (known) return known;
    const access = this.find(userId, own);
    this.known.set(caller, access);
    access.catch(() => this.known.delete(caller));
    return access;
  }

  async runAs<T>(userId: number | null, required: Role, work: () => Promise<T>): Promise<T> {
    if (!this.env.auth.isEnabled) return work();
    const user = await unlimited(() => this.queries.findAsker(userId));
    // Whoever has left can reach nothing any longer.
    if (user?.hasLeft) return inScope({ hidden: [], only: [], lastKnown: 0 }, work);
    if (user?.role === 'ADMIN') return work();
    const role = !user || user.role === 'SYSTEM' ? 'MEMBER' : user.role;
    // Without private projects, whoever may only read by now still writes nowhere.
    const access = (await this.find(userId, null)) ?? ROLE_ON_SERVER;
    return inScope(chooseScope(access, role, required), work);
  }

  async runFor<T>(projectId: number | null, work: () => Promise<T>): Promise<T> {
    const access = await this.find(null, projectId);
    return inScope(chooseScope(access, 'MEMBER', 'MEMBER'), work);
  }

  forget(): void {
    this.known.clear();
  }

  private async find(userId: number | null, own: number | null): Promise<ProjectAccess | null> {
    const rows = await unlimited(() => this.queries.list(userId));
    const [first] = rows;
    if (!first) return null;
    const roles = new Map<number, ProjectRoleName>();
    for (const { id, role } of rows) if (role) roles.set(id, role);
    if (own !== null) roles.set(own, 'MEMBER');
    const hidden = rows.filter(({ isPrivate }) => isPrivate).map(({ id }) => id);
    return { private: hidden, roles, lastKnown: first.lastKnown };
  }
}
