import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';

/** SQL of recovery codes. */
@Injectable()
export class RecoveryCodesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Counts the unused codes of some users. Users without codes are left out. */
  count(
    userIds: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<{ userId: number; count: number }[]> {
    return tx.query(
      `SELECT user_id AS "userId", count(*) AS count FROM recovery_codes
       WHERE user_id = ANY($1) GROUP BY user_id`,
      [userIds],
    );
  }
}
