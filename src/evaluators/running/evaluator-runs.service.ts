import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChatUsage } from '../../model-providers/protocol/chat-event.contract.js';
import { DomainError, NotFoundError } from '../../kernel/errors/errors.js';
import { retryWhileUnavailable } from '../../kernel/errors/retry-while-unavailable.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { SpanRecorder } from '../../spans/span-recorder.js';
import { keepTurnShort } from '../../kernel/threads/turns.js';
import {
  type Chat,
  type ChatOutcome,
  type ChatProvider,
  ChatsService,
  type ConnectedProvider,
  type ConnectionWish,
} from '../../model-providers/chats/chats.service.js';
import {
  PromptRequestsService,
  type PromptVersionContent,
} from '../../prompts/versions/prompt-requests.service.js';
import { PromptVersionsService } from '../../prompts/versions/prompt-versions.service.js';
import { DatasetEvaluatorsService } from '../attached/dataset-evaluators.service.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import { type Evaluation, EvaluationError } from '../evaluation/evaluation.js';
import type { EvaluatorUse } from '../evaluation/evaluator-use.type.js';
import { mapContext } from '../evaluation/input-mapping.js';
import type { CategoricalOutput, OutputConfig } from '../evaluation/output-config.js';
import { type EvaluatorRow, EvaluatorsService } from '../evaluators.service.js';
import { JudgesService } from '../judging/judges.service.js';
import { readJudgment } from '../llm/judge-answer.js';
import { toJudgeRequest } from '../llm/judge-request.js';
import { toEvaluationSpan } from './evaluation-span.js';

/** Runs a chat of an evaluator without recording it. */
export type AskModel = (chat: Chat, model: EvaluatorModel) => Promise<ChatOutcome>;

/** The model of an evaluator, and how to reach it. */
export interface EvaluatorModel {
  reach: ChatProvider;
  connection: ConnectedProvider;
  modelName: string;
}

/** An evaluator that is ready to evaluate. */
export interface ReadyEvaluator {
  name: string;
  /** Who its evaluations are from. */
  annotatorKind: 'LLM' | 'CODE';
  /** Null for evaluators that ask no model. */
  model: EvaluatorModel | null;
  /**
   * @param context what it sees, such as `input`, `output`, `reference` and `metadata` of a run.
   * @param metadata of the span that records the evaluation.
   * @throws the signal's reason, and UnavailableError if the server has too much to do.
   */
  evaluate(
    context: JsonObject,
    ask: AskModel,
    signal: AbortSignal,
    metadata?: JsonObject,
  ): Promise<EvaluatorOutcome>;
}

/** The result of an evaluator. */
export interface EvaluatorOutcome {
  /** Null if the evaluator failed. */
  evaluation: Evaluation | null;
  error: string | null;
  startTime: Date;
  endTime: Date;
  traceId: string | null;
  /** Of its model; null if it asked none, or the provider did not report it. */
  usage: ChatUsage | null;
}

type JudgeRun = (
  context: JsonObject,
  trace: Trace,
  ask: AskModel,
  signal: AbortSignal,
) => Promise<Judged>;

interface Trace {
  traceId: string;
  spanId: string;
}

interface Judged {
  evaluation: Evaluation;
  usage: ChatUsage | null;
}

/** A model answered, but not with an evaluation. Its tokens still count. */
class JudgmentError extends Error {
  constructor(
    cause: Error,
    readonly usage: ChatUsage | null,
  ) {
    super(cause.message, { cause });
  }
}

/** Runs the evaluators of datasets and rules. Each evaluation becomes a trace in the project of the use. */
@Injectable()
export class EvaluatorRunsService {
  constructor(
    private readonly attached: DatasetEvaluatorsService,
    private readonly evaluators: EvaluatorsService,
    private readonly versions: PromptVersionsService,
    private readonly prompts: PromptRequestsService,
    private readonly chats: ChatsService,
    private readonly judges: JudgesService,
    private readonly recorder: SpanRecorder,
  ) {}

  /**
   * Prepares evaluators of a dataset. Skips those that no longer exist.
   * @param wish the credentials for models of built-in providers.
   * @throws BadRequestError if a credential is missing, ForbiddenError for a provider that is not
   * allowed, NotFoundError for an unknown custom provider.
   */
  async prepare(ids: readonly number[], wish: ConnectionWish): Promise<ReadyEvaluator[]> {
    if (ids.length === 0) return [];
    const attached = await this.attached.findByIds(ids);
    const rows = await this.evaluators.findByIds(attached.map((row) => row.evaluatorId));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const ready: ReadyEvaluator[] = [];
    for (const use of attached) {
      const evaluator = byId.get(use.evaluatorId);
      if (evaluator) ready.push(await this.prepareOne(use, evaluator, wish));
    }
    return ready;
  }

  /**
   * Prepares an evaluator for a use.
   * @throws NotFoundError if it no longer exists; see also `prepare`.
   */
  async prepareUse(use: EvaluatorUse, wish: ConnectionWish = {}): Promise<ReadyEvaluator> {
    const [evaluator] = await this.evaluators.findByIds([use.evaluatorId]);
    if (!evaluator) throw new NotFoundError('The evaluator has since been deleted.');
    return this.prepareOne(use, evaluator, wish);
  }

  private async prepareOne(
    use: EvaluatorUse,
    evaluator: EvaluatorRow,
    wish: ConnectionWish,
  ): Promise<ReadyEvaluator> {
    switch (evaluator.kind) {
      case 'BUILTIN':
        return this.toReady(use, 'CODE', null, prepareBuiltIn(use, evaluator));
      case 'LLM': {
        const version = await this.versions.get(evaluator.promptVersionId!);
        const model = await this.connect(version, wish);
        const [output] = (use.outputConfigs ?? evaluator.outputConfigs)!;
        const judge = this.prepareJudge(use, { version, model, output: output! });
        return this.toReady(use, 'LLM', model, judge);
      }
      default:
        return this.toReady(use, 'CODE', null, await this.prepareCode(use));
    }
  }

  private async connect(
    { customProviderId, modelProvider, modelName }: PromptVersionContent,
    { credentials }: ConnectionWish,
  ): Promise<EvaluatorModel> {
    // An address is only for the model of the task.
    const reach: ChatProvider =
      customProviderId === null
        ? { key: modelProvider, wish: credentials ? { credentials } : {} }
        : { customProviderId };
    return { reach, connection: await this.chats.connect(reach), modelName };
  }

  private async prepareCode(use: EvaluatorUse): Promise<JudgeRun> {
    // Each use has a project with its traces, so this says which dataset or rule it is.
    const judge = await this.judges.prepareUse(use, `use ${use.projectName}`);
    return async (context, _trace, _ask, signal) => {
      const { evaluation, error } = await retryWhileUnavailable(() => judge.judge(context, signal));
      if (evaluation) return { evaluation, usage: null };
      throw new EvaluationError(error!);
    };
  }

  private prepareJudge(
    use: EvaluatorUse,
    {
      version,
      model,
      output,
    }: { version: PromptVersionContent; model: EvaluatorModel; output: OutputConfig },
  ): JudgeRun {
    const messages = this.prompts.toMessages(version);
    return async (context, parent, ask) => {
      const variables = mapContext(context, use.inputMapping);
      const request = toJudgeRequest(this.prompts.fill(version, variables));
      const template = { messages, variables };
      const { name, projectName } = use;
      const provider = model.connection;
      const chat = { provider, request, name, projectName, template, parent };
      const outcome = await ask(chat, model);
      await retryWhileUnavailable(() => this.chats.record(chat, outcome));
      const { error, answer } = outcome;
      if (error) throw new JudgmentError(error, answer.usage);
      try {
        return {
          evaluation: readJudgment(answer, output as CategoricalOutput),
          usage: answer.usage,
        };
      } catch (thrown) {
        throw new JudgmentError(thrown as Error, answer.usage);
      }
    };
  }

  private toReady(
    use: EvaluatorUse,
    annotatorKind: ReadyEvaluator['annotatorKind'],
    model: EvaluatorModel | null,
    judge: JudgeRun,
  ): ReadyEvaluator {
    const { name } = use;
    return {
      name,
      annotatorKind,
      model,
      evaluate: async (context, ask, signal, metadata) => {
        const trace = { traceId: randomHex(16), spanId: randomHex(8) };
        await keepTurnShort();
        const startTime = new Date();
        const judged = await judgeSafely(() => judge(context, trace, ask, signal));
        const outcome = { ...judged, startTime, endTime: new Date() };
        await keepTurnShort();
        const span = toEvaluationSpan(use, trace, { context, outcome, metadata });
        await retryWhileUnavailable(() => this.recorder.record(use.projectName, [span]));
        return { ...outcome, traceId: trace.traceId };
      },
    };
  }
}

/** @throws what is neither the evaluator's nor its model's fault, such as a canceled chat. */
async function judgeSafely(
  judge: () => Promise<Judged>,
): Promise<Pick<EvaluatorOutcome, 'evaluation' | 'error' | 'usage'>> {
  try {
    return { error: null, ...(await judge()) };
  } catch (error) {
    if (error instanceof JudgmentError) {
      return { evaluation: null, error: error.message, usage: error.usage };
    }
    if (!(error instanceof DomainError) || error.code === 'UNAVAILABLE') throw error;
    return { evaluation: null, error: error.message, usage: null };
  }
}

function prepareBuiltIn(use: EvaluatorUse, { name }: EvaluatorRow): JudgeRun {
  const definition = findBuiltInEvaluator(name);
  const { inputMapping, outputConfigs } = use;
  return async (context) => {
    if (!definition) throw new EvaluationError(`Built-in evaluator "${name}" not found.`);
    const [output] = outputConfigs ?? [];
    return { evaluation: definition.evaluate(context, inputMapping, output), usage: null };
  };
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
