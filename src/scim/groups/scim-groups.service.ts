import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { isUniqueViolation } from '../../kernel/errors/database-errors.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { ListQuery, ScimPage } from '../protocol/lists.js';
import { ScimError } from '../protocol/scim-error.js';
import { type GroupFields, noSuchMember } from './group-fields.js';
import type { GroupStep } from './patch-group.js';
import { type MemberRow, type ScimGroupRow, ScimGroupsQueries } from './scim-groups.queries.js';

export type { ScimGroupRow } from './scim-groups.queries.js';

/**
 * Groups, as a provisioning service creates, changes and deletes them. It sees no other groups.
 * IDs are row IDs.
 */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ScimGroupsQueries,
    private readonly access: ProjectAccessReader,
    private readonly audit: AuditService,
  ) {}

  /** @throws ScimError `invalidFilter` */
  listPage(query: ListQuery): Promise<ScimPage<ScimGroupRow>> {
    return this.queries.listPage(query);
  }

  /** Lists the members of some groups, by row ID. */
  listMembers(groupIds: readonly number[]): Promise<MemberRow[]> {
    return this.queries.listMembers(groupIds);
  }

  /** @throws NotFoundError */
  async get(id: number | null, tx?: EntityManager): Promise<ScimGroupRow> {
    const group = id === null ? null : await this.queries.find(id, tx);
    if (!group) throw new NotFoundError('Group not found.');
    return group;
  }

  /** @throws ScimError `uniqueness` if the name or external ID is taken, `invalidValue` */
  async create(
    fields: GroupFields,
    memberIds: readonly number[],
    actor: Identity,
  ): Promise<ScimGroupRow> {
    const id = await this.inTransaction(async (tx) => {
      const inserted = await this.queries.insert(fields, tx);
      await this.addMembers(inserted, memberIds, tx);
      const details = { members: memberIds.length };
      const group = { id: inserted, name: fields.displayName };
      await this.record('user_group.created', group, actor, tx, details);
      return inserted;
    });
    return this.get(id);
  }

  /** Replaces the fields and the members. @throws NotFoundError, and like `create` */
  replace(
    id: number | null,
    { displayName, externalId }: GroupFields,
    memberIds: number[],
    actor: Identity,
  ): Promise<ScimGroupRow> {
    return this.apply(
      id,
      [
        { kind: 'rename', displayName },
        { kind: 'identify', externalId },
        { kind: 'replace', memberIds },
      ],
      actor,
    );
  }

  /** Takes all steps in order, or none. @throws NotFoundError, and like `create` */
  async apply(
    id: number | null,
    steps: readonly GroupStep[],
    actor: Identity,
  ): Promise<ScimGroupRow> {
    const groupId = await this.inTransaction(async (tx) => {
      if (id !== null) await this.queries.lock(id, tx);
      const group = await this.get(id, tx);
      const fields = { displayName: group.displayName, externalId: group.externalId };
      for (const step of steps) await this.take(group.id, step, fields, tx);
      await this.queries.update(group.id, fields, tx);
      const subject = { id: group.id, name: fields.displayName };
      await this.record('user_group.changed', subject, actor, tx);
      return group.id;
    });
    return this.get(groupId);
  }

  /** Deletes a group with its roles in projects. @throws NotFoundError */
  async delete(id: number | null, actor: Identity): Promise<void> {
    await this.inTransaction(async (tx) => {
      const group = await this.get(id, tx);
      await this.queries.delete(group.id, tx);
      const subject = { id: group.id, name: group.displayName };
      await this.record('user_group.deleted', subject, actor, tx);
    });
  }

  private async take(
    id: number,
    step: GroupStep,
    fields: GroupFields,
    tx: EntityManager,
  ): Promise<void> {
    if (step.kind === 'rename') fields.displayName = step.displayName;
    else if (step.kind === 'identify') fields.externalId = step.externalId;
    else if (step.kind === 'remove') await this.queries.removeMembers(id, step.memberIds, tx);
    else {
      if (step.kind === 'replace') await this.queries.removeAllMembersBut(id, step.memberIds, tx);
      await this.addMembers(id, step.memberIds, tx);
    }
  }

  private async addMembers(
    id: number,
    memberIds: readonly number[],
    tx: EntityManager,
  ): Promise<void> {
    const [unknown] = await this.queries.addMembers(id, memberIds, tx);
    if (unknown !== undefined) throw noSuchMember(toGlobalId('User', unknown));
  }

  private async inTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      const result = await this.database.inTransaction(work);
      // Roles in projects depend on groups.
      this.access.forget();
      return result;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ScimError('uniqueness', 'A group with this displayName or externalId exists.');
    }
  }

  private async record(
    action: string,
    { id, name }: { id: number; name: string },
    actor: Identity,
    tx: EntityManager,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    const subject = { type: 'UserGroup', id, name };
    await this.audit.record({ action, actor, subject, details }, tx);
  }
}
