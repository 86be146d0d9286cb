import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { UserEntity } from '../../users/user.entity.js';
import type { TokenClaims } from '../sessions/session-tokens.service.js';

/**
 * A user has one row, so a new link invalidates the previous one. But not at once: pressing the button twice sends one
 * email, whose link works.
 */
const ISSUE = `
  INSERT INTO password_reset_tokens AS t (user_id, token_hash, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET
    token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now()
    WHERE t.created_at <= now() - interval '1 second'
  RETURNING t.id`;

@Injectable()
export class PasswordResetQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** @returns the row ID; null if the user got a link less than a second ago. */
  async insertToken(userId: number, hash: Buffer, expiresAt: Date): Promise<number | null> {
    const rows: { id: number }[] = await this.database.query(ISSUE, [userId, hash, expiresAt]);
    return rows[0]?.id ?? null;
  }

  /**
   * Returns the user of a token. Other requests with the same token wait until the transaction
   * ends.
   */
  async claim({ id, hash }: TokenClaims, tx: EntityManager): Promise<UserEntity | null> {
    const rows = await tx.query<{ userId: number }[]>(
      `SELECT user_id AS "userId" FROM password_reset_tokens
       WHERE id = $1 AND token_hash = $2 AND expires_at > now() FOR UPDATE`,
      [id, hash],
    );
    return rows[0] ? tx.findOneBy(UserEntity, { id: rows[0].userId }) : null;
  }
}
