import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { isDistributed, tableItself } from '../kernel/sql/distribution.js';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { UserEntity } from './user.entity.js';

/** Part of a name or address, ignoring case. */
export interface PeopleFilter {
  column: 'username' | 'email';
  part: string;
}

/** Part of a list: at most `limit` rows after the first `offset`. */
export interface Slice {
  offset: number;
  limit: number;
}

/** SQL of users. */
@Injectable()
export class UsersQueries {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  /** Lists all users, newest first, beginning with the row `cursorId` if given. */
  listPage(cursorId: number | null, limit: number): Promise<UserEntity[]> {
    const query = this.users.createQueryBuilder('u').orderBy('u.id', 'DESC').limit(limit);
    if (cursorId !== null) query.where('u.id <= :cursorId', { cursorId });
    return query.getMany();
  }

  /** Lists people, without the system user, ordered by creation. */
  listSlice(filter: PeopleFilter | null, { offset, limit }: Slice): Promise<UserEntity[]> {
    return this.people(filter).orderBy('u.id').offset(offset).limit(limit).getMany();
  }

  count(filter: PeopleFilter | null): Promise<number> {
    return this.people(filter).getCount();
  }

  /** Reads and locks rows until the transaction ends. */
  lock(ids: readonly number[], tx: EntityManager): Promise<UserEntity[]> {
    return tx
      .createQueryBuilder(UserEntity, 'u')
      .where('u.id = ANY(:ids)', { ids })
      .orderBy('u.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  /**
   * Counts the administrators among the given users and among all others. Until the transaction
   * ends, no other transaction can demote or delete an administrator.
   * @param withLocal whether to count administrators with a local password, because passwords may
   * be turned off.
   */
  async countAdministrators(
    ids: readonly number[],
    withLocal: boolean,
    tx: EntityManager,
  ): Promise<{ among: number; others: number }> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.administrators]);
    const rows = await tx.query<{ among: number; others: number }[]>(
      `SELECT count(*) FILTER (WHERE id = ANY($1)) AS among,
              count(*) FILTER (WHERE id <> ALL($1)) AS others
       FROM users WHERE role = 'ADMIN' AND deactivated_at IS NULL AND (auth_method <> 'LOCAL' OR $2)`,
      [ids, withLocal],
    );
    return rows[0]!;
  }

  /**
   * Removes deleted users from the annotations that they made. On one server, foreign keys do this; no
   * foreign key leads from distributed tables to users.
   */
  async forgetAuthors(ids: readonly number[], tx: EntityManager): Promise<void> {
    if (!isDistributed()) return;
    for (const table of ['span_annotations', 'document_annotations', 'trace_annotations']) {
      await tx.query(`UPDATE ${tableItself(table)} SET user_id = NULL WHERE user_id = ANY($1)`, [
        ids,
      ]);
    }
  }

  private people(filter: PeopleFilter | null): SelectQueryBuilder<UserEntity> {
    const query = this.users.createQueryBuilder('u').where("u.role <> 'SYSTEM'");
    if (filter?.part) {
      // Not LIKE, in which % and _ are wildcards.
      query.andWhere(`strpos(lower(u.${filter.column}), lower(:part)) > 0`, { part: filter.part });
    }
    return query;
  }
}
