import { StorageLock } from '../../kernel/access/storage-lock.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import pLimit, { type LimitFunction } from 'p-limit';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import type { EvaluationRuleRow } from '../evaluation-rules.queries.js';
import { RuleEvaluationsService } from './rule-evaluations.service.js';
import {
  type ClaimedItem,
  claimDue,
  EVALUATIONS_DUE,
  forgetFinished,
  listReadyRules,
  readLag,
  renewClaims,
} from './queue.queries.js';

/** Evaluations of one rule at the same time, and claimed ones that wait for their turn. */
const AT_ONCE = 8;
const CLAIMED_PER_RULE = 32;

/** Claimed by this server, of all rules. */
const MAX_CLAIMED = 256;

/** How often this server looks for more, while it evaluates. */
const PULSE_MS = 100;

/** How often claims are extended, old rows are forgotten, and the lag is measured. */
const UPKEEP_MS = 2_000;

/** How long a server that stops waits for evaluations that have begun. */
const PATIENCE_MS = 5_000;

/** An evaluation of this server. */
interface Evaluation {
  /** Cancels it. */
  halting: AbortController;
  ended: Promise<void>;
}

const lagSeconds = new Gauge({
  name: 'spandrel_evaluation_lag_seconds',
  help: 'How long the evaluation that is due for the longest time has waited; 0 if none is due.',
});

/**
 * Evaluates what rules have selected. Every server takes a part: a row of the queue belongs to one
 * of them for the time of a lease (docs/adr/0049-rules-evaluate-live-traces.md).
 */
@Injectable()
export class EvaluationLoop {
  private readonly claimed = new Map<ClaimedItem, Evaluation>();
  /** By row ID of the rule. */
  private readonly turns = new Map<number, LimitFunction>();
  private isDraining = false;
  private keptUpAt = -Infinity;

  constructor(
    loops: BackgroundLoops,
    private readonly evaluations: RuleEvaluationsService,
    private readonly storage: StorageLock,
  ) {
    loops.add({
      name: 'evaluations',
      description: 'evaluates what evaluation rules have selected',
      due: EVALUATIONS_DUE,
      lag: lagSeconds,
      step: (client) => this.pulse(client),
      drain: () => this.drain(),
    });
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    const evaluations = [...this.claimed.values()];
    const ended = Promise.all(evaluations.map((one) => one.ended));
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
    for (const { halting } of evaluations) halting.abort();
    await ended;
  }

  private async pulse(client: pg.ClientBase): Promise<number | typeof NO_WORK> {
    if (performance.now() - this.keptUpAt > UPKEEP_MS) await this.keepUp(client);
    const mayStart = !this.isDraining && !this.storage.isLocked;
    for (const ruleId of mayStart ? await listReadyRules(client) : []) {
      const ofRule = [...this.claimed.keys()].filter((item) => item.ruleId === ruleId).length;
      const room = Math.min(CLAIMED_PER_RULE - ofRule, MAX_CLAIMED - this.claimed.size);
      if (room <= 0 || this.isDraining) continue;
      const found = await claimDue(client, ruleId, randomUUID(), room);
      for (const item of found?.items ?? []) this.start(found!.rule, item);
    }
    return this.claimed.size === 0 ? NO_WORK : PULSE_MS;
  }

  private async keepUp(client: pg.ClientBase): Promise<void> {
    // Nobody wants the results of a rule that was deleted or disabled.
    const lost = await renewClaims(client, [...this.claimed.keys()]);
    for (const item of lost) this.claimed.get(item)?.halting.abort();
    await forgetFinished(client);
    lagSeconds.set(await readLag(client));
    this.keptUpAt = performance.now();
  }

  private start(rule: EvaluationRuleRow, item: ClaimedItem): void {
    const turn = this.turns.get(rule.id) ?? pLimit(AT_ONCE);
    this.turns.set(rule.id, turn);
    const halting = new AbortController();
    const work = turn(() =>
      this.isDraining || halting.signal.aborted
        ? this.evaluations.leave(item)
        : this.evaluations.evaluate(rule, item, halting.signal),
    );
    const ended = work.finally(() => {
      this.claimed.delete(item);
      if (turn.activeCount + turn.pendingCount === 0) this.turns.delete(rule.id);
    });
    this.claimed.set(item, { halting, ended });
  }
}
