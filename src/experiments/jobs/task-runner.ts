import pLimit, { type LimitFunction } from 'p-limit';
import type { ChatEvent } from '../../model-providers/protocol/chat-event.contract.js';
import { estimateUsage } from '../../model-providers/protocol/estimate-usage.contract.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { retryWhileUnavailable } from '../../kernel/errors/retry-while-unavailable.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import type {
  AskModel,
  EvaluatorRunsService,
  ReadyEvaluator,
} from '../../evaluators/running/evaluator-runs.service.js';
import type {
  Chat,
  ChatsService,
  ConnectedProvider,
} from '../../model-providers/chats/chats.service.js';
import type {
  AdaptiveLimit,
  PacedChatsService,
  PacedOutcome,
} from '../../model-providers/pacing/paced-chats.service.js';
import type { PromptRequestsService } from '../../prompts/versions/prompt-requests.service.js';
import type { ChatCostsService } from '../../tracing/costs/chat-costs.service.js';
import {
  type ExampleContext,
  findMessages,
  findVariables,
  toRunOutput,
} from './example-request.js';
import type { ClaimedJob, JobClaimsQueries } from './job-claims.queries.js';
import type { JobEvents } from './job-events.service.js';
import type { JobResultsQueries, JobTaskRow, NewLog } from './job-results.queries.js';
import type { JobWriter } from './job-writer.js';

/** Name of the spans of a prompt that has none. */
const DEFAULT_NAME = 'Playground';

/** The services of other features that jobs use. */
export interface JobTools {
  claims: JobClaimsQueries;
  results: JobResultsQueries;
  chats: ChatsService;
  paced: PacedChatsService;
  prompts: PromptRequestsService;
  evaluators: EvaluatorRunsService;
  costs: ChatCostsService;
  events: JobEvents;
}

/** A job that is ready to run. */
export interface JobPlan {
  job: ClaimedJob;
  provider: ConnectedProvider;
  limit: AdaptiveLimit;
  evaluators: readonly ReadyEvaluator[];
}

/** The means to stop tasks. */
export interface TaskControl {
  /** Cancels calls. */
  signal: AbortSignal;
  /** Throws if no further call may start. */
  beforeCall(): void;
  /** Learns what a call used, before the next one may start. */
  afterCall(spent: Spent): void;
}

/** The usage of a call. */
export interface Spent {
  tokens: number;
  /** US dollars; null if no price is known. */
  cost: number | null;
}

type AskedOutcome = PacedOutcome & Spent;

interface FinishedRun {
  /** Null if a client has stored a successful run, or this one failed. */
  runId: number | null;
  output: JsonValue;
  /** Null if it succeeded. */
  error: string | null;
}

/** Asks a model about one example at a time, lets evaluators judge the answer, and stores both. */
export class TaskRunner {
  private readonly slots: LimitFunction;

  constructor(
    private readonly plan: JobPlan,
    private readonly tools: JobTools,
    private readonly writer: JobWriter,
    private readonly control: TaskControl,
  ) {
    this.slots = pLimit(plan.job.maxConcurrency);
  }

  /**
   * @returns why the run failed; null if it succeeded.
   * @throws what prevents the whole job, such as a lost claim.
   */
  async run(task: JobTaskRow): Promise<string | null> {
    const { evaluators } = this.plan;
    const example = { input: task.input, reference: task.reference, metadata: task.metadata };
    if (task.runId !== null) {
      const run = { runId: task.runId, output: task.runOutput, error: null };
      const missing = evaluators.filter(({ name }) => task.missing.includes(name));
      await this.evaluateAll(missing, task, example, run);
      return null;
    }
    const run = await this.answer(task, example);
    if (run.runId !== null) await this.evaluateAll(evaluators, task, example, run);
    return run.error;
  }

  private async answer(task: JobTaskRow, example: ExampleContext): Promise<FinishedRun> {
    let chat: Chat;
    try {
      chat = this.toChat(example);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return this.storeFailure(task, error);
    }
    const { limit, job } = this.plan;
    const { chats, events } = this.tools;
    const { exampleId, repetition } = task;
    const outcome = await this.ask(chat, limit, (chunk) => {
      if (!job.task.streamModelOutput || !events.hasReaders(job.id)) return;
      events.emit(job.id, { type: 'chunk', exampleId, repetition, chunk });
    });
    const span = await retryWhileUnavailable(() => chats.record(chat, outcome));
    const { answer, error, retries } = outcome;
    const output = error ? null : toRunOutput(answer, chat.request.responseFormat !== null);
    const message = error && cleanText(error.message);
    const runId = await this.writer.storeRun({
      exampleId,
      repetition,
      output: toText(output, answer.text),
      error: message,
      traceId: span?.traceId ?? null,
      startTime: outcome.startTime.toISOString(),
      endTime: outcome.endTime.toISOString(),
      promptTokens: answer.usage?.promptTokens ?? null,
      completionTokens: answer.usage?.completionTokens ?? null,
      tokens: outcome.tokens,
      cost: outcome.cost,
      log: error && toLog(error, message!, retries, null),
    });
    this.emitRun(task, runId, message, span);
    return { runId: error ? null : runId, output, error: message };
  }

  private toChat(example: ExampleContext): Chat {
    const { job, provider } = this.plan;
    const { version, templateVariablesPath, appendedMessagesPath, ...task } = job.task;
    const variables = findVariables(example, templateVariablesPath);
    const filled = this.tools.prompts.fill(version, variables);
    const appended =
      appendedMessagesPath === null ? [] : findMessages(example, appendedMessagesPath);
    return {
      provider,
      request: { ...filled, messages: [...filled.messages, ...appended] },
      name: task.promptName ?? DEFAULT_NAME,
      projectName: task.tracingEnabled ? job.projectName : null,
      template: { messages: this.tools.prompts.toMessages(version), variables },
      attributes: task.username === null ? {} : { 'user.id': task.username },
    };
  }

  private async storeFailure(task: JobTaskRow, error: Error): Promise<FinishedRun> {
    const { exampleId, repetition } = task;
    const now = new Date().toISOString();
    const message = cleanText(error.message);
    const runId = await this.writer.storeRun({
      exampleId,
      repetition,
      output: 'null',
      error: message,
      traceId: null,
      startTime: now,
      endTime: now,
      promptTokens: null,
      completionTokens: null,
      tokens: 0,
      cost: null,
      log: toLog(error, message, 0, null),
    });
    this.emitRun(task, runId, message, null);
    return { runId: null, output: null, error: message };
  }

  private emitRun(
    { exampleId, repetition }: JobTaskRow,
    runId: number | null,
    error: string | null,
    span: { traceId: string; spanId: string } | null,
  ): void {
    if (runId === null) return;
    const { events } = this.tools;
    events.emit(this.plan.job.id, { type: 'run', exampleId, repetition, runId, error, span });
  }

  private async evaluateAll(
    evaluators: readonly ReadyEvaluator[],
    task: JobTaskRow,
    example: ExampleContext,
    run: FinishedRun,
  ): Promise<void> {
    const ended = await Promise.allSettled(
      evaluators.map((evaluator) => this.evaluate(evaluator, task, example, run)),
    );
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private async evaluate(
    evaluator: ReadyEvaluator,
    { exampleId, repetition }: JobTaskRow,
    example: ExampleContext,
    run: FinishedRun,
  ): Promise<void> {
    const { name, annotatorKind } = evaluator;
    const { paced, events } = this.tools;
    let [retries, spent] = [0, NOTHING];
    const context = { ...example, output: run.output };
    const ask: AskModel = async (chat, { reach }) => {
      const answered = await this.ask(chat, paced.limitFor(reach));
      ({ retries } = answered);
      spent = answered;
      return answered;
    };
    const outcome = await evaluator.evaluate(context, ask, this.control.signal);
    const { evaluation, traceId } = outcome;
    const error = outcome.error === null ? null : cleanText(outcome.error);
    const evaluationId = await this.writer.storeEvaluation({
      exampleId,
      repetition,
      runId: run.runId!,
      name,
      annotatorKind,
      label: evaluation?.label ?? null,
      score: evaluation?.score ?? null,
      explanation: evaluation?.explanation ? cleanText(evaluation.explanation) : null,
      error,
      traceId,
      startTime: outcome.startTime.toISOString(),
      endTime: outcome.endTime.toISOString(),
      tokens: spent.tokens,
      cost: spent.cost,
      log: error === null ? null : toLog(new Error(error), error, retries, name),
    });
    if (evaluationId === null) return;
    const place = { exampleId, repetition };
    const event = { type: 'evaluation' as const, evaluationId, name, error, traceId };
    events.emit(this.plan.job.id, { ...place, ...event });
  }

  /** The slot is free again once the model has answered, before anything is stored. */
  private ask(
    chat: Chat,
    limit: AdaptiveLimit,
    onEvent?: (event: ChatEvent) => void,
  ): Promise<AskedOutcome> {
    const { signal } = this.control;
    const beforeCall = () => this.control.beforeCall();
    return this.slots(async () => {
      const outcome = await this.tools.paced.run(chat, { limit, signal, beforeCall, onEvent });
      const usage = estimateUsage(chat.request, outcome);
      const model = { modelName: chat.request.modelName, provider: chat.provider.name };
      const cost = await this.tools.costs.price(model, usage);
      const spent = { tokens: usage.promptTokens + usage.completionTokens, cost };
      this.control.afterCall(spent);
      return { ...outcome, ...spent };
    });
  }
}

const NOTHING: Spent = { tokens: 0, cost: null };

function toLog(
  error: Error,
  message: string,
  retryCount: number,
  evaluatorName: string | null,
): NewLog {
  return { message, errorType: error.name, retryCount, evaluatorName };
}

/** JSON that is nested too deeply to be stored stays text. */
function toText(output: JsonValue, text: string): string {
  try {
    return payloadText(output);
  } catch (error) {
    if (error instanceof DomainError) return payloadText(text);
    throw error;
  }
}
