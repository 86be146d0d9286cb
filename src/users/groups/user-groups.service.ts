import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../kernel/errors/database-errors.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { isStorable, MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import { USER_GROUP_TYPE, UserGroupEntity, UserGroupMemberEntity } from './user-group.entity.js';
import { type NamedGroup, type SyncedSource, UserGroupsQueries } from './user-groups.queries.js';

export { USER_GROUP_TYPE } from './user-group.entity.js';

/** The fields of a group that administrators edit. Absent fields stay unchanged. */
export interface UserGroupChanges {
  name?: string | undefined;
  /** Row IDs of all its users. */
  memberIds?: readonly number[] | undefined;
}

/** Groups of one user that a source may name. */
const MAX_SYNCED = 500;

/** Lists, creates, changes and deletes groups. All IDs are row IDs. */
@Injectable()
export class UserGroupsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: UserGroupsQueries,
    private readonly audit: AuditService,
    private readonly access: ProjectAccessReader,
  ) {}

  /** Lists all groups, by name. */
  list(): Promise<UserGroupEntity[]> {
    return this.database.manager.find(UserGroupEntity, { order: { name: 'ASC', id: 'ASC' } });
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<UserGroupEntity[]> {
    return this.database.manager.findBy(UserGroupEntity, { id: In([...ids]) });
  }

  /** Lists the users of each group, by row ID. */
  async listMemberIds(groupIds: readonly number[]): Promise<number[][]> {
    const rows = await this.database.manager.find(UserGroupMemberEntity, {
      where: { groupId: In([...groupIds]) },
      order: { userId: 'ASC' },
    });
    const byGroup = Map.groupBy(rows, ({ groupId }) => groupId);
    return groupIds.map((id) => (byGroup.get(id) ?? []).map(({ userId }) => userId));
  }

  /**
   * Creates a group whose members are decided here.
   * @throws ConflictError if the name is taken, NotFoundError for an unknown user.
   */
  async create(name: string, memberIds: readonly number[], actor: Identity) {
    return this.write(name, async (tx) => {
      const { identifiers } = await tx.insert(UserGroupEntity, { name, source: 'LOCAL' });
      const id = Number(identifiers[0]?.['id']);
      await this.replaceMembers(tx, id, memberIds);
      await this.record(tx, 'user_group.created', { id, name }, actor, {
        members: memberIds.length,
      });
      return id;
    });
  }

  /**
   * Renames a group, or replaces its members.
   * @throws NotFoundError for an unknown group or user, ForbiddenError for a group that comes from
   * elsewhere, ConflictError if the name is taken.
   */
  async update(id: number, { name, memberIds }: UserGroupChanges, actor: Identity) {
    return this.write(name ?? '', async (tx) => {
      const group = await this.lock(tx, id);
      assertLocal(group);
      if (name !== undefined) {
        await tx.update(UserGroupEntity, { id }, { name, updatedAt: () => 'now()' });
      }
      if (memberIds) await this.replaceMembers(tx, id, memberIds);
      const details = { ...(memberIds && { members: memberIds.length }) };
      await this.record(tx, 'user_group.changed', { id, name: name ?? group.name }, actor, details);
      return id;
    });
  }

  /** Deletes groups with their roles, or none. @throws NotFoundError */
  async delete(ids: readonly number[], actor: Identity): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
        const group = await this.lock(tx, id);
        await tx.delete(UserGroupEntity, { id });
        await this.record(tx, 'user_group.deleted', group, actor);
      }
    });
    this.access.forget();
  }

  /**
   * Makes a user a member of exactly these groups of a source, as the source says when the user signs in.
   * Creates unknown groups.
   */
  async syncMemberships(
    tx: EntityManager,
    userId: number,
    source: SyncedSource,
    groups: readonly NamedGroup[],
  ): Promise<void> {
    const wanted = [...new Map(groups.map((group) => [group.externalId, group])).values()]
      .filter(
        ({ externalId }) =>
          isStorable(externalId) && Buffer.byteLength(externalId) <= MAX_NAME_BYTES,
      )
      .toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1))
      .slice(0, MAX_SYNCED);
    await this.queries.addMissing(tx, source, wanted);
    await this.queries.joinOnly(
      tx,
      userId,
      source,
      wanted.map(({ externalId }) => externalId),
    );
    this.access.forget();
  }

  private async lock(tx: EntityManager, id: number): Promise<UserGroupEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const group = await tx.findOne(UserGroupEntity, { where: { id }, lock });
    if (!group) throw new NotFoundError(`Group "${toGlobalId(USER_GROUP_TYPE, id)}" not found.`);
    return group;
  }

  private async replaceMembers(
    tx: EntityManager,
    groupId: number,
    memberIds: readonly number[],
  ): Promise<void> {
    await tx.delete(UserGroupMemberEntity, { groupId });
    const rows = [...new Set(memberIds)].map((userId) => ({ groupId, userId }));
    if (rows.length > 0) await tx.insert(UserGroupMemberEntity, rows);
  }

  private async write(
    name: string,
    work: (tx: EntityManager) => Promise<number>,
  ): Promise<UserGroupEntity> {
    try {
      const id = await this.database.inTransaction(work);
      this.access.forget();
      return await this.database.manager.findOneByOrFail(UserGroupEntity, { id });
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(`A group named "${name}" already exists. Choose another name.`);
      }
      if (isForeignKeyViolation(error)) throw new NotFoundError('One of the users does not exist.');
      throw error;
    }
  }

  private record(
    tx: EntityManager,
    action: string,
    { id, name }: { id: number; name: string },
    actor: Identity,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(
      { action, actor, subject: { type: USER_GROUP_TYPE, id, name }, details },
      tx,
    );
  }
}

const ELSEWHERE = {
  OIDC: 'its identity provider',
  LDAP: 'its directory',
  SCIM: 'the service that provisions it',
} as const;

function assertLocal({ name, source }: UserGroupEntity): void {
  if (source === 'LOCAL') return;
  throw new ForbiddenError(
    `The group "${name}" comes from ${ELSEWHERE[source]}. Change its name and members there.`,
  );
}
