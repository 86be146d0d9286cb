import { Injectable } from '@nestjs/common';
import { isCanceled } from '../../kernel/errors/database-errors.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { TracesService } from '../traces/traces.service.js';
import {
  listEvaluated,
  listMeeting,
  listUndecided,
  listUnpriced,
  readActivity,
  readFacts,
  type RowReader,
  type TraceFacts,
} from './sampled-traces.queries.js';
import type { SamplingOutcome, SamplingRules } from './sampling-rules.js';

export type { SamplingOutcome, SamplingRules } from './sampling-rules.js';

/** A trace about which rules have decided. */
export interface DecidedTrace {
  traceId: string;
  spanCount: number;
  outcome: SamplingOutcome;
}

/** The outcome of applying the rules to quiet traces. */
export interface Decisions {
  decided: DecidedTrace[];
  /** IDs of quiet traces that must be looked at again, because figures or scores of them are missing. */
  waiting: string[];
  /** Why the condition could not be tested; null if it could. Then traces are kept. */
  error: string | null;
}

/** Rules that apply to the traces of a project that began to arrive at a time or later. */
export interface AppliedRules {
  projectId: number;
  rules: SamplingRules;
  from: string;
}

/** For the condition. */
const MAX_SECONDS = 5;

/** Decides which traces are worth keeping. */
@Injectable()
export class SampledTracesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly reader: DatabaseReader,
    private readonly traces: TracesService,
  ) {}

  /** @throws FilterSyntaxError that names the position of a mistake in a condition. */
  check(condition: string): void {
    this.traces.readCondition(condition);
  }

  /** Lists the traces with spans in blocks about which nothing is decided. */
  listUndecided({ projectId, from }: AppliedRules, blocks: readonly number[]): Promise<string[]> {
    return listUndecided(this.database, projectId, blocks, from);
  }

  /** Decides about those of some undecided traces that are quiet, or have waited for long enough. */
  async decide(applied: AppliedRules, traceIds: readonly string[]): Promise<Decisions> {
    const { projectId, rules, from } = applied;
    const activity = await readActivity(this.database, traceIds, from, rules);
    const due = activity.filter((one) => one.isNew && (one.isQuiet || one.isOverdue));
    const patient = due.filter(({ isOverdue }) => !isOverdue).map(({ traceId }) => traceId);
    const waiting = new Set(await this.listIncomplete(projectId, rules, patient));
    const ready = due.map(({ traceId }) => traceId).filter((id) => !waiting.has(id));
    const facts = await readFacts(this.database, rules, (where) =>
      where
        .and(`t.trace_id = ANY(${where.bind(ready)}::text[])`)
        .andEqual('t.project_id', projectId)
        .and('t.kept_because IS NULL'),
    );
    const met = await this.findMeeting(rules, facts);
    return { decided: facts.map(toDecision(met.ids)), waiting: [...waiting], error: met.error };
  }

  /**
   * Decides about the newest traces of a project, as if they were quiet. Changes nothing.
   * @throws FilterSyntaxError, and BadRequestError if it takes too long.
   */
  async preview(projectId: number, rules: SamplingRules, limit: number): Promise<DecidedTrace[]> {
    const bounded: RowReader = {
      distribution: this.reader.distribution,
      query: (sql, parameters) => runFiguresRead(this.reader, sql, parameters),
    };
    const facts = await readFacts(bounded, rules, (where) =>
      where.and(
        `t.trace_id IN (SELECT n.trace_id FROM traces n
           WHERE n.project_id = ${where.bind(projectId)}::bigint
           ORDER BY n.start_time DESC, n.id DESC LIMIT ${where.bind(limit)}::bigint)`,
      ),
    );
    const met = new Set(await this.listMeeting(bounded, rules, facts));
    return facts.map(toDecision(met));
  }

  /** Lists those of some traces whose cost or scores are not yet known, if rules ask for them. */
  private async listIncomplete(
    projectId: number,
    { minCost, scores, condition }: SamplingRules,
    traceIds: readonly string[],
  ): Promise<string[]> {
    const asksForAll = condition.trim() !== '';
    const unpriced =
      asksForAll || minCost !== null ? await listUnpriced(this.database, traceIds) : [];
    const evaluated =
      asksForAll || scores.length > 0
        ? await listEvaluated(this.database, projectId, traceIds)
        : [];
    return [...unpriced, ...evaluated];
  }

  /** If the condition cannot be tested, all traces meet it, so that none is lost. */
  private async findMeeting(
    rules: SamplingRules,
    facts: readonly TraceFacts[],
  ): Promise<{ ids: Set<string>; error: string | null }> {
    try {
      const ids = await this.database.inTransaction(async (tx) => {
        await tx.query(`SET LOCAL statement_timeout = '${MAX_SECONDS}s'`);
        return this.listMeeting(tx, rules, facts);
      });
      return { ids: new Set(ids), error: null };
    } catch (error) {
      if (!isCanceled(error)) throw error;
      return {
        ids: new Set(facts.map(({ traceId }) => traceId)),
        error: `Testing the condition took longer than ${MAX_SECONDS} seconds, so all traces were kept. Use fewer comparisons.`,
      };
    }
  }

  /** Tests the condition only where it makes a difference. */
  private async listMeeting(
    database: RowReader,
    { condition }: SamplingRules,
    facts: readonly TraceFacts[],
  ): Promise<string[]> {
    const addCondition = this.traces.readCondition(condition);
    const open = facts.filter((one) => findReason(one) === null).map(({ traceId }) => traceId);
    return addCondition && open.length > 0 ? listMeeting(database, open, addCondition) : [];
  }
}

/** Returns why a trace is kept, apart from the condition and the share; null if nothing else does. */
function findReason(facts: TraceFacts): SamplingOutcome | null {
  if (facts.isProtected) return 'PROTECTED';
  if (facts.isFailed) return 'FAILED';
  if (facts.isSlow) return 'SLOW';
  if (facts.isExpensive) return 'EXPENSIVE';
  return facts.isBadlyScored ? 'BADLY_SCORED' : null;
}

/** @param meeting the IDs of the traces that meet the condition. */
function toDecision(meeting: ReadonlySet<string>): (facts: TraceFacts) => DecidedTrace {
  return (facts) => {
    const { traceId, spanCount } = facts;
    const byCondition = meeting.has(traceId) ? 'CONDITION' : null;
    const byShare = facts.isInShare ? 'SHARE' : 'DROPPED';
    return { traceId, spanCount, outcome: findReason(facts) ?? byCondition ?? byShare };
  };
}
