import { Inject, Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { Gauge, Summary } from 'prom-client';
import type { PricedCounts } from '../../spans/cost-details.js';
import { recordEventFor } from '../../webhooks/webhook-events.contract.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { MailService } from '../../mail/mail.service.js';
import { writeEvent, writeLetter } from '../alert-message.js';
import { AlertMeasuresService, type MeasuredValue } from '../alert-measures.service.js';
import { AlertRulesQueries } from '../alert-rules.queries.js';
import { writeHeading } from '../alert-text.js';
import { isBeyond } from '../is-beyond.js';
import { advance, advanceGroups, toRuleProgress } from './alert-state.js';
import {
  type AlertNews,
  type DueRule,
  type EvaluatedRule,
  forgetOldEvents,
  insertEvent,
  listDue,
  saveEvaluations,
} from './evaluation.queries.js';

const MINUTE_MS = 60_000;

/** How often a server looks for rules that are due. */
const PULSE_MS = 2_000;

/**
 * The parts of the time in which rules are evaluated: those that rollups serve, and those that read
 * rows, which do not hold up the former. What is not used is saved for two minutes, so that short
 * rounds can follow each other. `MAX_PAUSE_MS` caps the pause after a slow round.
 */
const SHARES = { rolled: 0.03, slow: 0.02 };
const MAX_SAVED_MS = 2 * MINUTE_MS;
const MAX_PAUSE_MS = 5 * MINUTE_MS;

type RoundKind = keyof typeof SHARES;

/** How often rules are evaluated: those that read rows, or have a long window, less often. */
const EVERY_MINUTES = 1;
const SLOW_EVERY_MINUTES = 5;
const LONG_WINDOW_MINUTES = 60;

/** A rule that could not be measured is tried again so much later. */
const FAILED_EVERY_MINUTES = 30;

/** Rules that read rows, in one round, and how long after its begin the last one may begin. */
const MAX_SLOW = 20;
const SLOW_ROUND_MS = 1_000;

/** How many rounds pass until old entries of the history are forgotten again. */
const UPKEEP_ROUNDS = 100;

const roundSeconds = new Summary({
  name: 'spandrel_alert_round_seconds',
  help: 'How long it took to evaluate the alert rules that were due.',
  labelNames: ['kind'],
});
const lagSeconds = new Gauge({
  name: 'spandrel_alert_lag_seconds',
  help: 'How long the alert rule that was due for the longest time had waited.',
  labelNames: ['kind'],
});

/**
 * Evaluates rules. What a rule has to say is stored in the
 * transaction that changes its state, so it is sent even if the server is killed then. It works a
 * twentieth of the time: after a round that took long, the next one begins later
 * (docs/adr/0070-alerts-and-webhooks.md).
 */
@Injectable()
export class AlertLoop {
  private readonly logger = new Logger('alerts');
  /** Of each kind: when its next round may begin. */
  private readonly restsUntil: Record<RoundKind, number> = { rolled: -Infinity, slow: -Infinity };
  private rounds = 0;

  constructor(
    @Inject(ENV) private readonly env: Env,
    loops: BackgroundLoops,
    private readonly measures: AlertMeasuresService,
    private readonly rules: AlertRulesQueries,
    private readonly mail: MailService,
  ) {
    loops.add({
      name: 'alerts',
      description: 'evaluates [alert rules](alerts.md)',
      everyMs: PULSE_MS,
      lock: 'alerts',
      lag: lagSeconds,
      metrics: [roundSeconds],
      step: (client) => this.evaluateDue(client),
    });
  }

  private async evaluateDue(client: pg.ClientBase): Promise<typeof NO_WORK> {
    for (const kind of ['rolled', 'slow'] as const) {
      if (performance.now() < this.restsUntil[kind]) continue;
      const began = performance.now();
      if (!(await this.runRound(client, kind))) continue;
      const took = performance.now() - began;
      roundSeconds.observe({ kind }, took / 1000);
      const ended = performance.now();
      const saved = Math.max(this.restsUntil[kind], ended - MAX_SAVED_MS);
      this.restsUntil[kind] = Math.min(saved + took / SHARES[kind], ended + MAX_PAUSE_MS);
    }
    return NO_WORK;
  }

  /** Returns false if nothing was due. */
  private async runRound(client: pg.ClientBase, kind: RoundKind): Promise<boolean> {
    await client.query('BEGIN');
    const isRolled = kind === 'rolled';
    const rules = (await listDue(client)).filter(
      (rule) => this.measures.isRolled(rule) === isRolled,
    );
    lagSeconds.set({ kind }, findLag(rules));
    if (rules.length > 0) {
      const now = new Date();
      const measured = isRolled
        ? await this.measures.measureAll(rules, now)
        : await this.measureSome(rules.slice(0, MAX_SLOW), now);
      await this.evaluate(client, rules, measured, now);
      if (this.rounds++ % UPKEEP_ROUNDS === 0) await forgetOldEvents(client);
    }
    await client.query('COMMIT');
    return rules.length > 0;
  }

  /** Leaves the rest to the next round if measuring takes long. */
  private async measureSome(
    rules: readonly DueRule[],
    now: Date,
  ): Promise<Map<number, MeasuredValue>> {
    const values = new Map<number, MeasuredValue>();
    const began = performance.now();
    for (const rule of rules) {
      if (performance.now() - began > SLOW_ROUND_MS) break;
      for (const [id, value] of await this.measures.measureAll([rule], now)) values.set(id, value);
    }
    return values;
  }

  /** Stores what was measured, and tells of rules that have changed. */
  private async evaluate(
    client: pg.ClientBase,
    rules: readonly DueRule[],
    measured: ReadonlyMap<number, MeasuredValue>,
    now: Date,
  ): Promise<void> {
    const evaluated = rules.flatMap((rule): EvaluatedRule[] => {
      const found = measured.get(rule.id);
      if (!found) return [];
      const { value, error } = found;
      const nextEvaluationAt = this.findNext(rule, error !== null, now);
      return [{ rule, value, error, nextEvaluationAt, ...findNews(rule, found, now) }];
    });
    const saved = await saveEvaluations(client, evaluated, now);
    for (const one of evaluated) {
      if (!saved.has(one.rule.id)) continue;
      if (one.news.length === 0) continue;
      const priced = await this.measures.countPriced(one.rule, now);
      for (const news of one.news) await this.tell(client, one.rule, news, priced);
    }
  }

  /** Returns the time of the next evaluation: at full minutes, so that rules are measured together. */
  private findNext(rule: DueRule, hasFailed: boolean, now: Date): string {
    const isSlow = !this.measures.isRolled(rule) || rule.windowMinutes > LONG_WINDOW_MINUTES;
    const minutes = isSlow ? SLOW_EVERY_MINUTES : EVERY_MINUTES;
    const everyMs = (hasFailed ? FAILED_EVERY_MINUTES : minutes) * MINUTE_MS;
    return new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs).toISOString();
  }

  private async tell(
    client: pg.ClientBase,
    rule: DueRule,
    news: AlertNews,
    priced: PricedCounts | null,
  ): Promise<void> {
    const { state, value, groups } = news;
    const kind = state === 'FIRING' ? 'firing' : 'resolved';
    const event = writeEvent(rule, rule.projectName, kind, { value, groups, priced });
    this.logger.log({ rule: rule.id, value, groups: groups?.length }, `an alert is ${kind}`);
    await insertEvent(client, rule, news, event.summary);
    await recordEventFor(client, rule.webhookIds, event);
    const letter = writeLetter(event, writeHeading(rule, rule.projectName, kind), this.env.rootUrl);
    for (const email of await this.rules.findEmails(rule)) {
      await this.mail.sendIn(client, email, letter);
    }
  }
}

/** Decides what a rule remembers and says after it was measured. */
function findNews(
  rule: DueRule,
  found: MeasuredValue,
  now: Date,
): Pick<EvaluatedRule, 'progress' | 'groups' | 'news'> {
  const { value, error } = found;
  if (!rule.groupBy) {
    const beyond = value === null ? null : isBeyond(rule, value);
    const { progress, hasChanged } = advance(rule, beyond, rule.quietMinutes, now);
    return { progress, groups: [], news: hasChanged ? [{ state: progress.state, value }] : [] };
  }
  if (error !== null) return { progress: rule, groups: rule.groups, news: [] };
  const { groups, fired, resolved } = advanceGroups(rule, found, now);
  const news = [
    { state: 'FIRING' as const, groups: fired },
    { state: 'OK' as const, groups: resolved },
  ].flatMap((one) => {
    const [first] = one.groups;
    return first ? { ...one, value: first.value } : [];
  });
  return { progress: toRuleProgress(rule, groups, now), groups, news };
}

/** Returns how long the rule that waits for the longest time has waited, in seconds. */
function findLag(rules: readonly DueRule[]): number {
  const [first] = rules;
  if (!first) return 0;
  return Math.max(0, Date.now() - Date.parse(first.nextEvaluationAt)) / 1000;
}
