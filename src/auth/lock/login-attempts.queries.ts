import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LOCK_SECONDS = 300;

/** Reservations of a server that died are forgotten after so long; no attempt takes that long. */
const STALE_RESERVATION_SECONDS = 90;

/** Failures that nobody added to for so long no longer count. */
const FORGOTTEN_SECONDS = 900;

/**
 * One row, one statement: PostgreSQL decides who comes first. A lock that has ended, and failures
 * long past, start from nothing.
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
  constructor(private readonly dataSource: DataSource) {}

  /** Takes one of the attempts that are left; false when the account is locked or none is left. */
  async reserve(key: Buffer, max: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(RESERVE, [
      key,
      max,
      FORGOTTEN_SECONDS,
      STALE_RESERVATION_SECONDS,
    ]);
    return rows.length > 0;
  }

  async lockedForMs(key: Buffer): Promise<number> {
    const rows: { ms: number }[] = await this.dataSource.query(
      `SELECT extract(epoch FROM locked_until - now())::float8 * 1000 AS ms
       FROM login_attempts WHERE key = $1 AND locked_until > now()`,
      [key],
    );
    return rows[0]?.ms ?? 0;
  }

  /** @returns whether this failure locked the account. */
  async fail(key: Buffer, max: number): Promise<boolean> {
    const [rows] = await this.dataSource.query<[{ locked: boolean }[], number]>(FAIL, [
      key,
      max,
      LOCK_SECONDS,
    ]);
    return rows[0]?.locked ?? false;
  }

  /** The attempt counts as none. */
  async release(key: Buffer): Promise<void> {
    await this.dataSource.query(
      'UPDATE login_attempts SET reserved = greatest(reserved - 1, 0) WHERE key = $1',
      [key],
    );
  }

  /** A success makes failures before it count no longer; attempts under way stay reserved. */
  async succeed(key: Buffer): Promise<void> {
    await this.dataSource.query(
      `UPDATE login_attempts SET failures = 0, reserved = greatest(reserved - 1, 0),
         locked_until = NULL, updated_at = now() WHERE key = $1`,
      [key],
    );
  }

  /** Forgets failures and lock, whatever is under way. */
  async forget(key: Buffer): Promise<void> {
    await this.dataSource.query(
      'UPDATE login_attempts SET failures = 0, locked_until = NULL WHERE key = $1',
      [key],
    );
  }

  /** Removes accounts that nobody has tried for long, a bounded number at a time. */
  async deleteForgotten(limit: number): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM login_attempts WHERE key IN (
         SELECT key FROM login_attempts WHERE updated_at < now() - interval '1 hour'
         ORDER BY updated_at LIMIT $1)`,
      [limit],
    );
  }
}
