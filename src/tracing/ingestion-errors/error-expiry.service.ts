import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { deleteExpiredErrors, forgetUnreadKeys } from './ingestion-errors.queries.js';

const STEP_ERRORS = 1_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** Deletes old ingestion errors with what is kept of them, and keys that nobody has sent for as long. Every server does; a row is deleted only once. */
@Injectable()
export class ErrorExpiryService {
  private readonly maxDays: number;

  constructor(@Inject(ENV) env: Env, loops: BackgroundLoops) {
    this.maxDays = env.ingestionErrors.maxDays;
    loops.add({
      name: 'error-expiry',
      description: 'deletes old [ingestion errors](ingestion-health.md)',
      everyMs: LOOK_EVERY_MS,
      variables: ['SPANDREL_INGESTION_ERRORS_MAX_DAYS'],
      step: (client) => this.deleteNext(client),
    });
  }

  private async deleteNext(client: pg.ClientBase): Promise<number | typeof NO_WORK> {
    const start = performance.now();
    const deleted = await deleteExpiredErrors(client, this.maxDays, STEP_ERRORS);
    if (deleted === STEP_ERRORS) return performance.now() - start;
    await forgetUnreadKeys(client, this.maxDays);
    return NO_WORK;
  }
}
