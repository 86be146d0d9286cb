import { Injectable, Logger } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import {
  type EvaluatedThing,
  EvaluationAnnotationsService,
} from '../../annotations/evaluation-annotations.service.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { estimateUsage } from '../../model-providers/protocol/estimate-usage.contract.js';
import { DomainError, UnprocessableError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import type { JsonObject } from '../../kernel/json/json.js';
import {
  type AskModel,
  type EvaluatorOutcome,
  EvaluatorRunsService,
  type ReadyEvaluator,
} from '../../evaluators/running/evaluator-runs.service.js';
import { PacedChatsService } from '../../model-providers/pacing/paced-chats.service.js';
import { ChatCostsService } from '../../tracing/costs/chat-costs.service.js';
import { EvaluationRulesQueries, type EvaluationRuleRow } from '../evaluation-rules.queries.js';
import { EVALUATION_RULE_TYPE } from '../evaluation-rules.service.js';
import { identifierOf } from '../rule-identifier.js';
import {
  addToDay,
  type ClaimedItem,
  type DayFigures,
  finishItem,
  releaseItem,
  removeItem,
} from './queue.queries.js';
import { SubjectsService } from './subjects.service.js';

/** After errors that may pass, such as a server with too much to do. */
const MAX_ATTEMPTS = 3;

/** Multiplied by the number of attempts. */
const RETRY_SECONDS = 30;

/** How long a prepared evaluator is used, so that changes to its prompt and to secrets take effect. */
const FRESH_MS = 10_000;

interface Prepared {
  evaluator: Promise<ReadyEvaluator>;
  preparedAt: number;
  /** Of the rule. */
  updatedAt: string;
}

/** The usage of all chats of one evaluation. */
type Spent = Pick<DayFigures, 'tokens' | 'cost' | 'callCount' | 'unpricedCallCount'>;

/** Evaluates what a rule has selected, one span, trace or session at a time. */
@Injectable()
export class RuleEvaluationsService {
  private readonly logger = new Logger('evaluation rules');
  /** By row ID of the rule. */
  private readonly prepared = new Map<number, Prepared>();

  constructor(
    private readonly database: DatabaseWriter,
    private readonly access: ProjectAccessReader,
    private readonly rules: EvaluationRulesQueries,
    private readonly subjects: SubjectsService,
    private readonly runs: EvaluatorRunsService,
    private readonly paced: PacedChatsService,
    private readonly costs: ChatCostsService,
    private readonly annotations: EvaluationAnnotationsService,
  ) {}

  /** Evaluates, and stores the result if the claim is still valid. Never rejects. */
  async evaluate(rule: EvaluationRuleRow, item: ClaimedItem, signal: AbortSignal): Promise<void> {
    try {
      await this.evaluateClaimed(rule, item, signal);
    } catch (error) {
      if (signal.aborted) return this.leave(item);
      this.logger.warn({ err: error, ...toLog(item) }, 'an evaluation cannot be made now');
      await this.retryLater(rule, item, error).catch((failure: unknown) => {
        // The claim expires, and a server tries again then.
        this.logger.warn({ err: failure, ...toLog(item) }, 'an evaluation cannot be put off');
      });
    }
  }

  /** Releases an item that has not begun to other servers. Never rejects. */
  async leave(item: ClaimedItem): Promise<void> {
    const release = { waitSeconds: 0, countsAsAttempt: false };
    await releaseItem(this.database, item, release).catch((error: unknown) => {
      this.logger.warn({ err: error, ...toLog(item) }, 'an evaluation cannot be left to others');
    });
  }

  private async evaluateClaimed(
    rule: EvaluationRuleRow,
    item: ClaimedItem,
    signal: AbortSignal,
  ): Promise<void> {
    if (item.attempts > MAX_ATTEMPTS) {
      const message = `The evaluation was begun ${MAX_ATTEMPTS} times without an end.`;
      return this.storeFailure(rule, item, message, NOTHING);
    }
    const context = await this.subjects.read(rule, item);
    if (!context) return this.drop(item);
    const evaluator = await this.prepare(rule);
    let spent = NOTHING;
    const ask: AskModel = async (chat, { reach, connection, modelName }) => {
      const outcome = await this.paced.run(chat, { limit: this.paced.limitFor(reach), signal });
      const usage = estimateUsage(chat.request, outcome);
      const cost = await this.costs.price({ modelName, provider: connection.name }, usage);
      const tokens = usage.promptTokens + usage.completionTokens;
      spent = {
        tokens: spent.tokens + tokens,
        cost: spent.cost + (cost ?? 0),
        callCount: spent.callCount + (tokens > 0 ? 1 : 0),
        unpricedCallCount: spent.unpricedCallCount + (tokens > 0 && cost === null ? 1 : 0),
      };
      return outcome;
    };
    const outcome = await evaluator.evaluate(context, ask, signal, describe(rule, item));
    if (outcome.evaluation) await this.storeEvaluation(rule, item, evaluator, outcome, spent);
    else await this.storeFailure(rule, item, outcome.error ?? 'The evaluator failed.', spent);
  }

  /** Evaluators are prepared for many evaluations, because that reads a prompt and credentials. */
  private prepare(rule: EvaluationRuleRow): Promise<ReadyEvaluator> {
    const known = this.prepared.get(rule.id);
    const isFresh = known && performance.now() - known.preparedAt < FRESH_MS;
    if (isFresh && known.updatedAt === rule.updatedAt) return known.evaluator;
    for (const [id, { preparedAt }] of this.prepared) {
      if (performance.now() - preparedAt > FRESH_MS) this.prepared.delete(id);
    }
    const { name, evaluatorId, inputMapping, tracesProjectName: projectName } = rule;
    const use = { name, evaluatorId, inputMapping, projectName, outputConfigs: null };
    // The prompt of an evaluator may have become part of somebody else's private project since.
    const evaluator = this.access.runFor(rule.projectId, () => this.runs.prepareUse(use));
    evaluator.catch(() => undefined);
    const { updatedAt } = rule;
    this.prepared.set(rule.id, { evaluator, preparedAt: performance.now(), updatedAt });
    return evaluator;
  }

  private async drop(item: ClaimedItem): Promise<void> {
    await this.database.inTransaction((tx) => removeItem(tx, item));
  }

  private async storeEvaluation(
    rule: EvaluationRuleRow,
    item: ClaimedItem,
    { annotatorKind }: ReadyEvaluator,
    { evaluation, traceId }: EvaluatorOutcome,
    spent: Spent,
  ): Promise<void> {
    const metadata = { rule_id: toRuleId(rule), evaluation_trace_id: traceId };
    await this.database.inTransaction(async (tx) => {
      if (!(await finishItem(tx, item, { hasAnnotation: true }))) return;
      await this.annotations.store(tx, toThing(rule, item), {
        ...evaluation!,
        name: rule.name,
        annotatorKind,
        identifier: identifierOf(rule),
        metadata,
      });
      await addToDay(tx, rule.id, { evaluated: 1, failed: 0, ...spent });
    });
  }

  private async storeFailure(
    rule: EvaluationRuleRow,
    item: ClaimedItem,
    message: string,
    spent: Spent,
  ): Promise<void> {
    const isStored = await this.database.inTransaction(async (tx) => {
      if (!(await finishItem(tx, item, { hasAnnotation: false }))) return false;
      await addToDay(tx, rule.id, { evaluated: 0, failed: 1, ...spent });
      return true;
    });
    if (isStored) await this.rules.setLastError(rule.id, cleanText(message));
  }

  private async retryLater(
    rule: EvaluationRuleRow,
    item: ClaimedItem,
    error: unknown,
  ): Promise<void> {
    const message =
      error instanceof DomainError
        ? error.message
        : 'The evaluation cannot be made. The log of the server says why.';
    const isFinal = item.attempts >= MAX_ATTEMPTS || error instanceof UnprocessableError;
    if (isFinal) return this.storeFailure(rule, item, message, NOTHING);
    const waitSeconds = RETRY_SECONDS * item.attempts;
    await releaseItem(this.database, item, { waitSeconds, countsAsAttempt: true });
    await this.rules.setLastError(rule.id, cleanText(message));
  }
}

const NOTHING: Spent = { tokens: 0, cost: 0, callCount: 0, unpricedCallCount: 0 };

function toThing(
  { target: kind, projectId }: EvaluationRuleRow,
  item: ClaimedItem,
): EvaluatedThing {
  const { traceId, spanId, sessionId } = item;
  if (kind === 'SPAN') return { kind, key: [traceId, spanId] };
  return { kind, key: kind === 'TRACE' ? [traceId] : [projectId, sessionId] };
}

/** Lets people find what was evaluated from the trace of the evaluation. */
function describe(
  rule: EvaluationRuleRow,
  { traceId, spanId, sessionId }: ClaimedItem,
): JsonObject {
  return {
    rule_id: toRuleId(rule),
    ...(traceId && { trace_id: traceId }),
    ...(spanId && { span_id: spanId }),
    ...(sessionId && { session_id: sessionId }),
  };
}

function toRuleId({ id }: EvaluationRuleRow): string {
  return toGlobalId(EVALUATION_RULE_TYPE, id);
}

function toLog({ ruleId, traceId, spanId, sessionId }: ClaimedItem): object {
  return {
    rule: ruleId,
    ...(traceId && { traceId }),
    ...(spanId && { spanId }),
    ...(sessionId && { sessionId }),
  };
}
