import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import { Gauge, Summary } from 'prom-client';
import { recordEventFor } from '../../common/sql/webhook-events.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { BackgroundLoop } from '../../database/background-loop.js';
import { DatabaseActivity } from '../../database/database-activity.js';
import { MailService } from '../../mail/mail.service.js';
import { writeEvent, writeLetter } from '../alert-message.js';
import { AlertMeasuresService } from '../alert-measures.service.js';
import { advance, isBeyond } from './alert-state.js';
import {
  type DueRule,
  type EvaluatedRule,
  findEmails,
  forgetOldEvents,
  insertEvent,
  listDue,
  lockEvaluation,
  saveEvaluations,
} from './evaluation.queries.js';

const MINUTE_MS = 60_000;

/** How often a server looks for rules that are due. */
const PULSE_MS = 2_000;

/** The part of the time in which rules are evaluated, unless the pause would be too long. */
const SHARE = 0.05;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;

/** How often rules are evaluated: those that read rows, or have a long window, less often. */
const EVERY_MINUTES = 1;
const SLOW_EVERY_MINUTES = 5;
const LONG_WINDOW_MINUTES = 60;

/** Rules that read rows, in one round. */
const MOST_SLOW = 20;

/** How many rounds pass until old entries of the history are forgotten again. */
const UPKEEP_ROUNDS = 100;

const roundSeconds = new Summary({
  name: 'spandrel_alert_round_seconds',
  help: 'How long it took to evaluate the alert rules that were due.',
});
const lagSeconds = new Gauge({
  name: 'spandrel_alert_lag_seconds',
  help: 'How long the alert rule that was due for the longest time had waited.',
});

/**
 * Evaluates rules. Every server runs it, and they take turns. What a rule has to say is stored in the
 * transaction that changes its state, so it is sent even if the server is killed then. It works a
 * twentieth of the time: after a round that took long, the next one begins later
 * (docs/adr/0070-alerts-and-webhooks.md).
 */
@Injectable()
export class AlertLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('alerts');
  private readonly loop: BackgroundLoop;
  private rounds = 0;

  constructor(
    @Inject(ENV) private readonly env: Env & { databaseUrl?: string | undefined },
    activity: DatabaseActivity,
    private readonly measures: AlertMeasuresService,
    private readonly mail: MailService,
  ) {
    const step = (client: pg.ClientBase) => this.evaluateDue(client);
    this.loop = new BackgroundLoop('alerts', env, activity, step);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async evaluateDue(client: pg.ClientBase): Promise<number> {
    const began = performance.now();
    await client.query('BEGIN');
    const due = (await lockEvaluation(client)) ? await listDue(client) : [];
    if (due.length > 0) {
      await this.evaluate(client, this.chooseRound(due));
      if (this.rounds++ % UPKEEP_ROUNDS === 0) await forgetOldEvents(client);
    }
    await client.query('COMMIT');
    if (due.length === 0) return PULSE_MS;
    const took = performance.now() - began;
    roundSeconds.observe(took / 1000);
    return Math.max(PULSE_MS, Math.min(took / SHARE - took, LONGEST_PAUSE_MS));
  }

  private chooseRound(due: readonly DueRule[]): DueRule[] {
    const oldest = Math.min(...due.map(({ nextEvaluationAt }) => Date.parse(nextEvaluationAt)));
    lagSeconds.set(Math.max(0, Date.now() - oldest) / 1000);
    const rolled = due.filter((rule) => this.measures.isRolled(rule));
    const slow = due.filter((rule) => !this.measures.isRolled(rule)).slice(0, MOST_SLOW);
    return [...rolled, ...slow];
  }

  private async evaluate(client: pg.ClientBase, rules: readonly DueRule[]): Promise<void> {
    const now = new Date();
    const values = await this.measures.measureAll(rules, now);
    const evaluated = rules.map((rule): EvaluatedRule => {
      const { value, error } = values.get(rule.id)!;
      const beyond = value === null ? null : isBeyond(rule, value);
      const nextEvaluationAt = this.findNext(rule, now);
      return {
        rule,
        value,
        error,
        nextEvaluationAt,
        ...advance(rule, beyond, rule.quietMinutes, now),
      };
    });
    const saved = await saveEvaluations(client, evaluated, now);
    for (const one of evaluated) {
      if (one.hasChanged && saved.has(one.rule.id)) await this.tell(client, one);
    }
  }

  /** At full minutes, so that rules are measured together. */
  private findNext(rule: DueRule, now: Date): string {
    const isSlow = !this.measures.isRolled(rule) || rule.windowMinutes > LONG_WINDOW_MINUTES;
    const everyMs = (isSlow ? SLOW_EVERY_MINUTES : EVERY_MINUTES) * MINUTE_MS;
    return new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs).toISOString();
  }

  private async tell(client: pg.ClientBase, evaluated: EvaluatedRule): Promise<void> {
    const { rule, value, progress } = evaluated;
    const kind = progress.state === 'FIRING' ? 'firing' : 'resolved';
    const event = writeEvent(rule, rule.projectName, kind, value);
    this.logger.log({ rule: rule.id, value }, `an alert is ${kind}`);
    await insertEvent(client, evaluated, event.summary);
    await recordEventFor(client, rule.webhookIds, event);
    const letter = writeLetter(event, this.env.rootUrl);
    for (const email of await findEmails(client, rule.userIds)) {
      await this.mail.sendIn(client, email, letter);
    }
  }
}
