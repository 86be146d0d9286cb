import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { BackgroundLoop, LoopingService } from '../../database/background-loop.js';
import { DatabaseActivity } from '../../database/database-activity.js';
import { deleteExpiredErrors, forgetUnreadKeys } from './ingestion-errors.queries.js';

const STEP_ERRORS = 1_000;
const LOOK_EVERY_MS = 60 * 60_000;

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
    const deleted = await deleteExpiredErrors(client, this.maxDays, STEP_ERRORS);
    if (deleted === STEP_ERRORS) return performance.now() - start;
    await forgetUnreadKeys(client, this.maxDays);
    return LOOK_EVERY_MS;
  }
}
