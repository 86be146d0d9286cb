import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import { ConflictError, DomainError, NotFoundError } from '../kernel/errors/errors.js';
import { findRowId, requireRowId } from '../kernel/ids/global-id.js';
import { AuditService } from '../audit/audit.service.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { PROJECT_TYPE, ProjectsService } from '../projects/projects.service.js';
import {
  RetentionPoliciesQueries,
  type RetentionPolicyContent,
} from './retention-policies.queries.js';
import type { RetentionPolicyEntity } from './retention-policy.entity.js';
import { findNextRun } from './retention-schedule.js';

export type { RetentionPolicyContent } from './retention-policies.queries.js';
export type { RetentionPolicyEntity } from './retention-policy.entity.js';

/** Type name in the global ID of a policy. */
export const RETENTION_POLICY_TYPE = 'ProjectTraceRetentionPolicy';

/**
 * Row ID in the second global ID of the default policy. Published clients use it.
 */
const DEFAULT_ROW = 0;

/** Global IDs of projects that begin and cease to follow a policy. */
export interface ProjectChanges {
  added: readonly string[];
  removed: readonly string[];
}

/** Lists and changes policies, and says which projects follow them. */
@Injectable()
export class RetentionPoliciesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: RetentionPoliciesQueries,
    private readonly projects: ProjectsService,
    private readonly audit: AuditService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Sets how long the default policy keeps traces, unless people have changed it. */
  async applySettings(): Promise<void> {
    await this.queries.setDefaultDays(this.env.defaultRetentionDays);
  }

  findByIds(ids: readonly number[]): Promise<RetentionPolicyEntity[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError, DomainError BAD_USER_INPUT if it is no global ID of a policy. */
  async get(globalId: string): Promise<RetentionPolicyEntity> {
    const policy = await this.findByRow(requireRowId(globalId, RETENTION_POLICY_TYPE));
    if (!policy) throw notFound(globalId);
    return policy;
  }

  /** Finds the policy that projects without one of their own follow. */
  findDefault(): Promise<RetentionPolicyEntity> {
    return this.queries.findDefault();
  }

  /** The default first, then the others by name. */
  listSlice(slice: { offset: number; limit: number }): Promise<RetentionPolicyEntity[]> {
    return this.queries.listSlice(slice);
  }

  count(): Promise<number> {
    return this.queries.count();
  }

  /** Finds the policy that each project follows; undefined for unknown projects. */
  async listByProject(
    projectIds: readonly number[],
  ): Promise<(RetentionPolicyEntity | undefined)[]> {
    const rows = await this.queries.listByProject(projectIds);
    const byProject = new Map(rows.map((row) => [row.projectId, row]));
    return projectIds.map((id) => byProject.get(id));
  }

  /** Lists row IDs of the projects that follow each policy, oldest first. */
  async listProjectIds(
    policyIds: readonly number[],
    slice: { offset: number; limit: number | null } = { offset: 0, limit: null },
  ): Promise<number[][]> {
    const rows = await this.queries.listProjects(policyIds, slice);
    const byPolicy = Map.groupBy(rows, ({ policyId }) => policyId);
    return policyIds.map((id) => (byPolicy.get(id) ?? []).map(({ projectId }) => projectId));
  }

  /** Counts the projects that follow each policy. */
  async countProjects(policyIds: readonly number[]): Promise<number[]> {
    const rows = await this.queries.countProjects(policyIds);
    const counts = new Map(rows.map(({ policyId, count }) => [policyId, count]));
    return policyIds.map((id) => counts.get(id) ?? 0);
  }

  /**
   * Creates a policy that projects follow from now on.
   * @throws ConflictError if another one has this name, NotFoundError for an unknown project.
   */
  async create(
    content: RetentionPolicyContent,
    projectIds: readonly string[],
    actor: Identity,
  ): Promise<RetentionPolicyEntity> {
    const added = await this.findProjects(projectIds);
    return this.write(content.name, async (tx) => {
      const policy = await this.queries.insert(tx, content, nextRunOf(content));
      await this.queries.assign(tx, policy.id, added);
      await this.record('retention_policy.created', policy, actor, tx);
      return policy;
    });
  }

  /**
   * Changes a policy and which projects follow it. A project that is removed follows the default.
   * @throws NotFoundError; ConflictError if another one has this name; DomainError BAD_USER_INPUT if
   * the default is renamed, or if projects are removed from it.
   */
  async patch(
    globalId: string,
    changes: Partial<RetentionPolicyContent>,
    { added, removed }: ProjectChanges,
    actor: Identity,
  ): Promise<RetentionPolicyEntity> {
    const policy = await this.get(globalId);
    const content = { ...contentOf(policy), ...changes };
    if (policy.isDefault && content.name !== policy.name) {
      throw new DomainError('BAD_USER_INPUT', 'The default policy cannot be renamed.');
    }
    if (policy.isDefault && removed.length > 0) {
      throw new DomainError(
        'BAD_USER_INPUT',
        'Projects cannot be removed from the default policy. Add them to another one.',
      );
    }
    const [toAdd, toRemove] = [await this.findProjects(added), await this.findProjects(removed)];
    return this.write(content.name, async (tx) => {
      const changed = await this.queries.update(tx, policy.id, content, nextRunOf(content));
      if (!changed) throw notFound(globalId);
      await this.queries.release(tx, toRemove, policy.id);
      if (policy.isDefault) await this.queries.release(tx, toAdd, null);
      else await this.queries.assign(tx, policy.id, toAdd);
      await this.record('retention_policy.changed', changed, actor, tx);
      return changed;
    });
  }

  /**
   * Deletes a policy. Its projects follow the default then.
   * @throws NotFoundError, DomainError BAD_USER_INPUT for the default policy.
   */
  async delete(globalId: string, actor: Identity): Promise<RetentionPolicyEntity> {
    const policy = await this.get(globalId);
    if (policy.isDefault) {
      throw new DomainError('BAD_USER_INPUT', 'The default policy cannot be deleted.');
    }
    await this.database.inTransaction(async (tx) => {
      await this.queries.delete(tx, policy.id);
      await this.record('retention_policy.deleted', policy, actor, tx);
    });
    return policy;
  }

  /**
   * Lets a project follow a policy; null, like a global ID of the default one, for that.
   * @param projectIdentifier global ID or name.
   * @param policyGlobalId if this is no global ID of a policy, there is none.
   * @returns row IDs; null for the default policy.
   * @throws NotFoundError if the project or policy does not exist.
   */
  async assign(
    projectIdentifier: string,
    policyGlobalId: string | null,
  ): Promise<{ projectId: number; policyId: number | null }> {
    const { id: projectId } = await this.projects.resolve(projectIdentifier);
    const policy = policyGlobalId === null ? null : await this.find(policyGlobalId);
    const policyId = policy && !policy.isDefault ? policy.id : null;
    await this.write('', async (tx) => {
      if (policyId !== null) await this.queries.assign(tx, policyId, [projectId]);
      else await this.queries.release(tx, [projectId], null);
    });
    return { projectId, policyId };
  }

  private async find(globalId: string): Promise<RetentionPolicyEntity> {
    const id = findRowId(globalId, RETENTION_POLICY_TYPE);
    const policy = id === null ? undefined : await this.findByRow(id);
    if (!policy) throw notFound(globalId);
    return policy;
  }

  private async findByRow(id: number): Promise<RetentionPolicyEntity | undefined> {
    if (id === DEFAULT_ROW) return this.queries.findDefault();
    const [policy] = await this.queries.findByIds([id]);
    return policy;
  }

  private async findProjects(globalIds: readonly string[]): Promise<number[]> {
    const ids = [...new Set(globalIds)].map((id) => requireRowId(id, PROJECT_TYPE));
    const known = new Set((await this.projects.findByIds(ids)).map(({ id }) => id));
    const missing = globalIds.find((id) => !known.has(requireRowId(id, PROJECT_TYPE)));
    if (missing !== undefined) throw new NotFoundError(`Project "${missing}" not found.`);
    return ids;
  }

  private async write<T>(name: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.inTransaction(work);
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(`A policy named "${name}" already exists. Choose another name.`);
      }
      // Deleted after it was looked up.
      if (isForeignKeyViolation(error)) {
        throw new NotFoundError('The project or policy no longer exists.');
      }
      throw error;
    }
  }

  private record(
    action: string,
    policy: RetentionPolicyEntity,
    actor: Identity,
    tx: EntityManager,
  ): Promise<void> {
    const { id, name, cronExpression, maxDays, maxCount, maxBytes, maxTextDays } = policy;
    const subject = { type: 'retention_policy', id, name };
    const details = { cronExpression, maxDays, maxCount, maxBytes, maxTextDays };
    return this.audit.record({ action, actor, subject, details }, tx);
  }
}

function contentOf(policy: RetentionPolicyEntity): RetentionPolicyContent {
  const { name, cronExpression, maxDays, maxCount, maxBytes, maxTextDays, keeps } = policy;
  return { name, cronExpression, maxDays, maxCount, maxBytes, maxTextDays, keeps };
}

function nextRunOf({ cronExpression }: RetentionPolicyContent): Date {
  return findNextRun(cronExpression, new Date());
}

function notFound(globalId: string): NotFoundError {
  return new NotFoundError(`Retention policy "${globalId}" not found.`);
}
