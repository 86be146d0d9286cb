import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';

/** Of several simultaneous requests, all get the handle of the first. */
const ENSURE_HANDLE = `
  INSERT INTO passkey_handles AS h (user_id, handle) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET handle = h.handle RETURNING handle`;

/** SQL of the handles of accounts, and of challenges for passkeys. */
@Injectable()
export class PasskeysQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns the handle of a user, which is the given one if there is none yet. */
  async ensureHandle(userId: number, handle: Buffer): Promise<Buffer> {
    const [row] = await this.database.query<[{ handle: Buffer }]>(ENSURE_HANDLE, [userId, handle]);
    return row.handle;
  }

  async deleteExpiredChallenges(limit: number): Promise<void> {
    await this.database.query(
      `DELETE FROM passkey_challenges WHERE hash IN (
         SELECT hash FROM passkey_challenges WHERE expires_at <= now()
         ORDER BY expires_at LIMIT $1)`,
      [limit],
    );
  }
}
