import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/database-writer.js';
import type { EntityManager } from 'typeorm';
import { holdLock } from '../../database/advisory-locks.js';
import { UserEntity } from '../../users/user.entity.js';

/** SQL of changes to users. */
@Injectable()
export class UserChangesQueries {
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
    await holdLock(tx, 'administrators');
    const rows = await tx.query<{ among: number; others: number }[]>(
      `SELECT count(*) FILTER (WHERE id = ANY($1)) AS among,
              count(*) FILTER (WHERE id <> ALL($1)) AS others
       FROM users WHERE role = 'ADMIN' AND deactivated_at IS NULL AND (password_hash IS NULL OR $2)`,
      [ids, withLocal],
    );
    return rows[0]!;
  }

  /**
   * Removes deleted users from the annotations that they made. On one server, foreign keys do this; no
   * foreign key leads from distributed tables to users.
   */
  async forgetAuthors(ids: readonly number[], tx: Transaction): Promise<void> {
    if (tx.distribution.hasForeignKeys) return;
    for (const table of ['span_annotations', 'document_annotations', 'trace_annotations']) {
      await tx.query(
        `UPDATE ${tx.distribution.tableItself(table)} SET user_id = NULL WHERE user_id = ANY($1)`,
        [ids],
      );
    }
  }
}
