import { Injectable, Logger } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import { isCanceled, mayPass } from '../../kernel/errors/database-errors.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { limitBlocks } from '../../spans/span-blocks.js';
import { EvaluationRulesQueries, type EvaluationRuleRow } from '../evaluation-rules.queries.js';
import { RuleConditionsService } from '../rule-conditions.service.js';
import { BACKFILL_DUE, abortBackfill, findNextPage, selectPage } from './backfill.queries.js';
import {
  forgetHandedOver,
  type HandedOver,
  isFull,
  listEnabledRules,
  MAX_WAITING,
  selectForRule,
  SELECTION_DUE,
  takeHandedOver,
} from './selection.queries.js';

const HAND_OVERS = 200;
const MAX_BLOCKS = 128;

/** For the condition of one rule. */
const MAX_SECONDS = 5;

/** Between pages of backfills, which leave time to others. */
const BACKFILL_PAUSE_MS = 50;

/** A rule with a slow condition selects nothing for so long, so that it does not delay others. */
const TIMEOUT_PAUSE_MS = 60_000;

const lagSeconds = new Gauge({
  name: 'spandrel_evaluation_selection_lag_seconds',
  help: 'Age of the new spans that were looked at last for rules; 0 if none wait.',
});

/**
 * Selects what rules evaluate from new spans, in the background. The span index hands spans over in its
 * transaction, so none is missed if a server is killed (docs/adr/0049-rules-evaluate-live-traces.md).
 */
@Injectable()
export class SelectionLoop {
  private readonly logger = new Logger('evaluation rules');
  /** By row ID of the rule. */
  private readonly pausedUntil = new Map<number, number>();

  constructor(
    loops: BackgroundLoops,
    private readonly rules: EvaluationRulesQueries,
    private readonly conditions: RuleConditionsService,
  ) {
    loops.add({
      name: 'evaluation-selection',
      description:
        'selects what [evaluation rules](evaluation-rules.md) evaluate from new spans and for backfills',
      due: `${SELECTION_DUE} OR ${BACKFILL_DUE}`,
      lock: 'evaluationSelection',
      lag: lagSeconds,
      step: (client) => this.selectNext(client),
    });
  }

  private async selectNext(client: Distributed<pg.ClientBase>): Promise<number | typeof NO_WORK> {
    await client.query('BEGIN');
    const taken = limitBlocks(await takeHandedOver(client, HAND_OVERS), MAX_BLOCKS);
    lagSeconds.set(taken[0]?.ageSeconds ?? 0);
    const failures = taken.length === 0 ? [] : await this.select(client, taken);
    // New spans come first.
    const hasPage = taken.length === 0 && (await this.backfill(client));
    await client.query('COMMIT');
    for (const { rule, message } of failures) await this.rules.setLastError(rule.id, message);
    if (taken.length > 0) return 0;
    return hasPage ? BACKFILL_PAUSE_MS : NO_WORK;
  }

  /** Selects a page of a backfill. Returns false if none can go on. */
  private async backfill(client: Distributed<pg.ClientBase>): Promise<boolean> {
    const page = await findNextPage(client);
    if (!page) return false;
    await client.query(`SET LOCAL statement_timeout = '${MAX_SECONDS}s'`);
    const { rule } = page;
    const message = await this.attempt(client, rule, async () => {
      await selectPage(client, page, this.conditions.read(rule.target, rule.condition));
      return null;
    });
    if (message !== null) await abortBackfill(client, rule.id, message);
    return true;
  }

  /** Returns the rules that could not select. The others are not affected. */
  private async select(
    client: Distributed<pg.ClientBase>,
    taken: readonly HandedOver[],
  ): Promise<Failure[]> {
    const byProject = Map.groupBy(taken, ({ projectId }) => projectId);
    const failures: Failure[] = [];
    await client.query(`SET LOCAL statement_timeout = '${MAX_SECONDS}s'`);
    for (const rule of await listEnabledRules(client, [...byProject.keys()])) {
      if ((this.pausedUntil.get(rule.id) ?? 0) > performance.now()) continue;
      this.pausedUntil.delete(rule.id);
      const blocks = new Set(byProject.get(rule.projectId)!.flatMap((one) => one.blocks));
      const message = await this.selectSafely(client, rule, [...blocks]);
      if (message !== null) failures.push({ rule, message });
    }
    await client.query('SET LOCAL statement_timeout = 0');
    await forgetHandedOver(
      client,
      taken.map(({ id }) => id),
    );
    return failures;
  }

  /** @returns why a rule could not select; null if it could. */
  private selectSafely(
    client: Distributed<pg.ClientBase>,
    rule: EvaluationRuleRow,
    blocks: readonly number[],
  ): Promise<string | null> {
    const work = async () => {
      if (await isFull(client, rule.id)) {
        return `${MAX_WAITING} evaluations wait already, so new ones are left out. Lower the sampling rate.`;
      }
      const addCondition = this.conditions.read(rule.target, rule.condition);
      await selectForRule(client, rule, blocks, addCondition);
      return null;
    };
    return this.attempt(client, rule, work, () => {
      this.pausedUntil.set(rule.id, performance.now() + TIMEOUT_PAUSE_MS);
    });
  }

  /** Undoes work that fails because of its rule, and returns why. */
  private async attempt(
    client: Distributed<pg.ClientBase>,
    rule: EvaluationRuleRow,
    work: () => Promise<string | null>,
    onTimeout?: () => void,
  ): Promise<string | null> {
    await client.query('SAVEPOINT rule');
    try {
      return await work();
    } catch (error) {
      if (!isCanceled(error) && mayPass(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT rule');
      this.logger.warn({ err: error, rule: rule.id }, 'a rule cannot select spans');
      if (isCanceled(error)) onTimeout?.();
      return describe(error);
    }
  }
}

interface Failure {
  rule: EvaluationRuleRow;
  message: string;
}

function describe(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  return isCanceled(error)
    ? `Testing the condition took longer than ${MAX_SECONDS} seconds, so some spans were left out. Use fewer comparisons.`
    : 'The condition cannot be tested. The log of the server says why.';
}
