import { Inject, Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { Counter } from 'prom-client';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { deleteOldEvents } from './audit-events.queries.js';

const STEP_EVENTS = 1_000;
const LOOK_EVERY_MS = 60 * 60_000;

const expiredEvents = new Counter({
  name: 'spandrel_audit_events_expired_total',
  help: 'Events of the audit log that this server deleted because of their age.',
});

/**
 * Deletes old events of the audit log. Every server does, and none waits for another, because each takes
 * events that the others have not locked.
 */
@Injectable()
export class AuditExpiryService {
  private readonly logger = new Logger('audit-expiry');
  private readonly maxDays: number;
  /** Events deleted since the last pause. */
  private deleted = 0;

  constructor(@Inject(ENV) env: Env, loops: BackgroundLoops) {
    this.maxDays = env.auditRetentionDays;
    loops.add({
      name: 'audit-expiry',
      description: 'deletes old events of the audit log',
      everyMs: LOOK_EVERY_MS,
      metrics: [expiredEvents],
      variables: ['SPANDREL_AUDIT_RETENTION_DAYS'],
      isOff: this.maxDays === 0,
      step: (client) => this.deleteNext(client),
    });
  }

  /** Deletes the oldest events in one short transaction, and returns how long to pause. */
  private async deleteNext(client: pg.ClientBase): Promise<number | typeof NO_WORK> {
    const start = performance.now();
    const count = await deleteOldEvents(client, this.maxDays, STEP_EVENTS);
    this.deleted += count;
    expiredEvents.inc(count);
    if (count === STEP_EVENTS) return performance.now() - start;
    if (this.deleted > 0) this.logger.log({ count: this.deleted }, 'deleted old audit events');
    this.deleted = 0;
    return NO_WORK;
  }
}
