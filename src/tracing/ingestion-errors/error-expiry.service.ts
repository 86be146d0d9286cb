import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { BackgroundLoop, LoopingService } from '../../database/background-loop.js';
import { DatabaseActivity } from '../../database/database-activity.js';

const STEP_ERRORS = 1_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** Row IDs increase with time, so only the oldest rows are read. */
const DELETE_OLD = `
  DELETE FROM ingestion_errors WHERE id IN (
    SELECT id FROM (SELECT id, occurred_at FROM ingestion_errors ORDER BY id LIMIT $2) AS oldest
     WHERE occurred_at < now() - $1 * interval '1 day')`;

const FORGET_OLD_KEYS = `
  DELETE FROM exporter_unread_keys WHERE last_seen_at < now() - $1 * interval '1 day'`;

/** Deletes old ingestion errors with what is kept of them, and keys that nobody has sent for as long. Every server does; a row is deleted only once. */
@Injectable()
export class ErrorExpiryService extends LoopingService {
  protected readonly loop: BackgroundLoop;
  private readonly maxDays: number;

  constructor(
    @Inject(ENV) env: Env & { databaseUrl?: string | undefined },
    activity: DatabaseActivity,
  ) {
    super();
    this.maxDays = env.ingestionErrors.maxDays;
    this.loop = new BackgroundLoop('error-expiry', env, activity, (client) =>
      this.deleteNext(client),
    );
  }

  private async deleteNext(client: pg.ClientBase): Promise<number> {
    const start = performance.now();
    const { rowCount } = await client.query(DELETE_OLD, [this.maxDays, STEP_ERRORS]);
    if (rowCount === STEP_ERRORS) return performance.now() - start;
    await client.query(FORGET_OLD_KEYS, [this.maxDays]);
    return LOOK_EVERY_MS;
  }
}
