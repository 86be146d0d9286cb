import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { ATTEMPT_SECONDS } from './login-state.js';

const DELETED_AT_ONCE = 100;

/** Remembers states that have returned, so that no server accepts one twice. */
@Injectable()
export class UsedStateQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Marks a state as used. Returns false if it was already used. */
  async use(hash: Buffer): Promise<boolean> {
    await this.deleteExpired();
    const rows: unknown[] = await this.database.query(
      `INSERT INTO oauth2_used_states (hash, expires_at)
       VALUES ($1, now() + make_interval(secs => $2)) ON CONFLICT DO NOTHING RETURNING 1`,
      [hash, ATTEMPT_SECONDS],
    );
    return rows.length === 1;
  }

  /** An expired state is refused anyway, so its row is not needed. */
  private async deleteExpired(): Promise<void> {
    await this.database.query(
      `DELETE FROM oauth2_used_states WHERE hash IN (
         SELECT hash FROM oauth2_used_states WHERE expires_at < now()
         ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [DELETED_AT_ONCE],
    );
  }
}
