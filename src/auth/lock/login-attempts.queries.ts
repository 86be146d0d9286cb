import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';

const LOCK_SECONDS = 300;

/** How long a reservation lasts if its server crashes. No attempt takes that long. */
const STALE_RESERVATION_SECONDS = 90;

/** When failures expire, counted from the last one. */
const FORGOTTEN_SECONDS = 900;

/**
 * A single statement on one row, so PostgreSQL decides which request comes first. The count
 * restarts after a lock has ended or failures have expired.
 */
const RESERVE = `
  INSERT INTO login_attempts AS a (key, reserved) VALUES ($1, 1)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN a.locked_until <= now() OR a.updated_at < now() - $3 * interval '1 s'
                    THEN 0 ELSE a.failures END,
    reserved = CASE WHEN a.reserved_at < now() - $4 * interval '1 s' THEN 0 ELSE a.reserved END + 1,
    reserved_at = now(),
    locked_until = NULL,
    updated_at = now()
  WHERE (a.locked_until IS NULL OR a.locked_until <= now())
    AND CASE WHEN a.locked_until <= now() OR a.updated_at < now() - $3 * interval '1 s'
             THEN 0 ELSE a.failures END
      + CASE WHEN a.reserved_at < now() - $4 * interval '1 s' THEN 0 ELSE a.reserved END < $2
  RETURNING 1`;

const FAIL = `
  UPDATE login_attempts SET
    failures = failures + 1,
    reserved = greatest(reserved - 1, 0),
    locked_until = CASE WHEN failures + 1 >= $2 THEN now() + $3 * interval '1 s' END,
    updated_at = now()
  WHERE key = $1
  RETURNING locked_until IS NOT NULL AS locked`;

@Injectable()
export class LoginAttemptQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Takes one of the remaining attempts. False if the account is locked or none remains. */
  async reserve(key: Buffer, max: number): Promise<boolean> {
    const rows: unknown[] = await this.database.query(RESERVE, [
      key,
      max,
      FORGOTTEN_SECONDS,
      STALE_RESERVATION_SECONDS,
    ]);
    return rows.length > 0;
  }

  async findLockMs(key: Buffer): Promise<number> {
    const rows: { ms: number }[] = await this.database.query(
      `SELECT extract(epoch FROM locked_until - now())::float8 * 1000 AS ms
       FROM login_attempts WHERE key = $1 AND locked_until > now()`,
      [key],
    );
    return rows[0]?.ms ?? 0;
  }

  /** @returns whether this failure locked the account. */
  async fail(key: Buffer, max: number): Promise<boolean> {
    const [rows] = await this.database.query<[{ locked: boolean }[], number]>(FAIL, [
      key,
      max,
      LOCK_SECONDS,
    ]);
    return rows[0]?.locked ?? false;
  }

  /** Releases the attempt, which then counts as neither a success nor a failure. */
  async release(key: Buffer): Promise<void> {
    await this.database.query(
      'UPDATE login_attempts SET reserved = greatest(reserved - 1, 0) WHERE key = $1',
      [key],
    );
  }

  /** Clears earlier failures. Other attempts in progress stay reserved. */
  async succeed(key: Buffer): Promise<void> {
    await this.database.query(
      `UPDATE login_attempts SET failures = 0, reserved = greatest(reserved - 1, 0),
         locked_until = NULL, updated_at = now() WHERE key = $1`,
      [key],
    );
  }

  /** Clears failures and the lock. Attempts in progress stay reserved. */
  async clear(key: Buffer): Promise<void> {
    await this.database.query(
      'UPDATE login_attempts SET failures = 0, locked_until = NULL WHERE key = $1',
      [key],
    );
  }

  /** Deletes at most `limit` rows of accounts without attempts in the last hour. */
  async deleteForgotten(limit: number): Promise<void> {
    await this.database.query(
      `DELETE FROM login_attempts WHERE key IN (
         SELECT key FROM login_attempts WHERE updated_at < now() - interval '1 hour'
         ORDER BY updated_at LIMIT $1)`,
      [limit],
    );
  }
}
