import { Injectable } from '@nestjs/common';
import { DomainError, NotFoundError } from '../../kernel/errors/errors.js';
import { type JsonObject, setOwn, stringifyJson } from '../../kernel/json/json.js';
import {
  ChatsService,
  type ConnectedProvider,
  type ConnectionWish,
} from '../../model-providers/chats/chats.service.js';
import {
  PromptRequestsService,
  type PromptVersionContent,
} from '../../prompts/versions/prompt-requests.service.js';
import { PromptVersionsService } from '../../prompts/versions/prompt-versions.service.js';
import { SandboxConfigsService } from '../../sandbox/sandbox-configs.service.js';
import {
  type Program,
  type ProgramParameter,
  SandboxesService,
} from '../../sandbox/sandboxes.service.js';
import type { BuiltInEvaluator } from '../built-in/built-in-evaluator.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import { CodeEvaluatorsService, describeFailure } from '../code/code-evaluators.service.js';
import { type Evaluation, EvaluationError } from '../evaluation/evaluation.js';
import type { EvaluatorUse } from '../evaluation/evaluator-use.type.js';
import {
  findInput,
  findInputs,
  type InputMapping,
  mapContext,
} from '../evaluation/input-mapping.js';
import type { CategoricalOutput, OutputConfig } from '../evaluation/output-config.js';
import { readProgramResult } from '../evaluation/program-result.js';
import { type EvaluatorRow, EvaluatorsService } from '../evaluators.service.js';
import { readJudgment } from '../llm/judge-answer.js';
import { toJudgeRequest } from '../llm/judge-request.js';

/** Characters of the JSON text of what code is given. */
const MAX_INPUTS = 5_000_000;

/** The evaluation of one context, or the error. */
export interface Judgment {
  /** Null if it failed. */
  evaluation: Evaluation | null;
  /** Null if it succeeded. */
  error: string | null;
  /** The span of the model that was asked; null if none was. */
  span: { traceId: string; spanId: string } | null;
  /** The output of `print` or `console.log` in code; empty for other evaluators. */
  printed: string;
  startTime: Date;
  endTime: Date;
}

/** An evaluator that is ready to judge. */
export interface Judge {
  /** The name of its evaluations. */
  name: string;
  /** Who the evaluations come from. */
  annotatorKind: 'LLM' | 'CODE';
  /** Returns what it sees of a context: its inputs by name, as far as there are values for them. */
  readInputs(context: JsonObject): JsonObject;
  /**
   * Evaluates. A failure of the evaluator is a judgment, too.
   * @param context with `input`, `output`, `reference` and `metadata`.
   * @throws the signal's reason, and UnavailableError if the server has too much to do.
   */
  judge(context: JsonObject, signal: AbortSignal): Promise<Judgment>;
}

/** A model that is asked, and what it can answer. */
export interface LlmJudgeDraft {
  name: string;
  version: PromptVersionContent;
  output: CategoricalOutput;
  mapping: InputMapping;
  /** The project of the spans. */
  projectName: string | null;
  wish?: ConnectionWish;
}

/** Code that runs, and what it can answer. */
export interface CodeJudgeDraft {
  name: string;
  program: Program;
  parameters: readonly ProgramParameter[];
  sandboxConfigId: number;
  output: OutputConfig | null;
  mapping: InputMapping;
  /** Whose data the code sees. */
  caller: string;
}

/** A judgment without its times. */
type Verdict = Partial<Pick<Judgment, 'span' | 'printed' | 'error'>> & {
  evaluation: Evaluation | null;
};

/** A use whose traces may be stored nowhere: null. */
type TracedUse = Omit<EvaluatorUse, 'projectName'> & { projectName: string | null };

/**
 * Makes evaluators of any kind ready to judge. Reads everything that they need at once, so that a
 * judge can be asked about many contexts.
 */
@Injectable()
export class JudgesService {
  constructor(
    private readonly evaluators: EvaluatorsService,
    private readonly codeEvaluators: CodeEvaluatorsService,
    private readonly sandboxes: SandboxesService,
    private readonly sandboxConfigs: SandboxConfigsService,
    private readonly versions: PromptVersionsService,
    private readonly requests: PromptRequestsService,
    private readonly chats: ChatsService,
  ) {}

  /**
   * Makes an evaluator ready where a dataset or a rule uses it.
   * @param caller whose data it sees.
   * @param wish how to reach the model of an evaluator that asks one.
   * @throws NotFoundError if it has since been deleted, BadRequestError if its sandbox is disabled or a
   * credential is missing, ForbiddenError if the operator does not allow its provider.
   */
  async prepareUse(row: TracedUse, caller: string, wish?: ConnectionWish): Promise<Judge> {
    const [evaluator] = await this.evaluators.findByIds([row.evaluatorId]);
    if (!evaluator) throw new NotFoundError(`Evaluator "${row.name}" has since been deleted.`);
    const { name, inputMapping: mapping, projectName } = row;
    const [output = null] = row.outputConfigs ?? evaluator.outputConfigs ?? [];
    switch (evaluator.kind) {
      case 'BUILTIN':
        return this.prepareBuiltIn(evaluator.name, { name, mapping, output });
      case 'CODE':
        return this.prepareCode({
          ...(await this.readCode(evaluator)),
          name,
          mapping,
          output,
          caller,
        });
      default: {
        const version = await this.versions.get(evaluator.promptVersionId!);
        const categorical = output as CategoricalOutput;
        return this.prepareLlm({ name, version, output: categorical, mapping, projectName, wish });
      }
    }
  }

  /** @throws NotFoundError */
  prepareBuiltIn(
    evaluatorName: string,
    given: { name: string; mapping: InputMapping; output: OutputConfig | null },
  ): Judge {
    const found = findBuiltInEvaluator(evaluatorName);
    if (!found) throw new NotFoundError(`Built-in evaluator "${evaluatorName}" not found.`);
    const evaluator: BuiltInEvaluator = found;
    const { properties } = evaluator.inputSchema as { properties: JsonObject };
    const about = { ...given, annotatorKind: 'CODE', inputNames: Object.keys(properties) } as const;
    return toJudge(about, async (context) => ({
      evaluation: evaluator.evaluate(context, given.mapping, given.output ?? undefined),
    }));
  }

  /** Returns what a judge needs of an evaluator with code. @throws NotFoundError */
  async readCode(
    evaluator: EvaluatorRow,
  ): Promise<Pick<CodeJudgeDraft, 'program' | 'parameters' | 'sandboxConfigId'>> {
    const { sourceCode, parameters } = await this.codeEvaluators.getCurrent(evaluator);
    const program = { language: evaluator.language!, source: sourceCode };
    return { program, parameters, sandboxConfigId: evaluator.sandboxConfigId! };
  }

  /** @throws NotFoundError, and BadRequestError if the sandbox is disabled. */
  async prepareCode(draft: CodeJudgeDraft): Promise<Judge> {
    const { name, program, parameters, output, mapping, caller } = draft;
    const config = await this.sandboxConfigs.getUsable(draft.sandboxConfigId, program.language);
    const inputNames = parameters.map((parameter) => parameter.name);
    const about = { name, annotatorKind: 'CODE', inputNames, mapping } as const;
    return toJudge(about, async (context, signal) => {
      const inputs = stringifyJson(collectInputs(parameters, context, mapping));
      if (inputs.length > MAX_INPUTS) {
        throw new EvaluationError(`The inputs have more than ${MAX_INPUTS} characters of JSON.`);
      }
      const limits = { timeout: config.timeout * 1000, caller };
      const result = await this.sandboxes.run(program, inputs, limits, signal);
      const { printed } = result;
      if (result.outcome === 'failed') {
        return { evaluation: null, error: describeFailure(result), printed };
      }
      try {
        return { evaluation: readProgramResult(result.value, output), printed };
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
        return { evaluation: null, error: error.message, printed };
      }
    });
  }

  /**
   * @throws BadRequestError for a missing credential, ForbiddenError for a provider that is not
   * allowed, NotFoundError for an unknown custom provider.
   */
  async prepareLlm(draft: LlmJudgeDraft): Promise<Judge> {
    const { version, wish } = draft;
    const provider = await this.chats.connect(
      version.customProviderId === null
        ? { key: version.modelProvider, ...(wish && { wish }) }
        : { customProviderId: version.customProviderId },
    );
    const inputNames = this.requests.listVariables(version);
    const about = { ...draft, annotatorKind: 'LLM', inputNames } as const;
    return toJudge(about, (context, signal) => this.askModel(draft, provider, context, signal));
  }

  private async askModel(
    { name, version, output, mapping, projectName }: LlmJudgeDraft,
    provider: ConnectedProvider,
    context: JsonObject,
    signal: AbortSignal,
  ): Promise<Verdict> {
    const variables = mapContext(context, mapping);
    const request = toJudgeRequest(this.requests.fill(version, variables));
    const template = { messages: this.requests.toMessages(version), variables };
    const events = this.chats.run({ provider, request, name, projectName, template }, signal);
    let next = await events.next();
    while (!next.done) next = await events.next();
    const { answer, error, span } = next.value;
    if (error) return { evaluation: null, error: error.message, span };
    try {
      return { evaluation: readJudgment(answer, output), span };
    } catch (failed) {
      if (!(failed instanceof EvaluationError)) throw failed;
      return { evaluation: null, error: failed.message, span };
    }
  }
}

interface JudgeDescription extends Pick<Judge, 'name' | 'annotatorKind'> {
  inputNames: readonly string[];
  mapping: InputMapping;
}

/** Turns what the caller can do something about into judgments, and adds the times. */
function toJudge(
  { name, annotatorKind, inputNames, mapping }: JudgeDescription,
  evaluate: (context: JsonObject, signal: AbortSignal) => Promise<Verdict>,
): Judge {
  return {
    name,
    annotatorKind,
    readInputs: (context) => findInputs(inputNames, context, mapping),
    judge: async (context, signal) => {
      const startTime = new Date();
      const verdict = await evaluate(context, signal).catch((error: unknown): Verdict => {
        signal.throwIfAborted();
        const isExpected = error instanceof DomainError && error.code !== 'UNAVAILABLE';
        if (!isExpected) throw error;
        return { evaluation: null, error: error.message };
      });
      const times = { startTime, endTime: new Date() };
      return { error: null, span: null, printed: '', ...verdict, ...times };
    },
  };
}

/** The arguments of a function, by name. @throws EvaluationError if a required one is missing. */
function collectInputs(
  parameters: readonly ProgramParameter[],
  context: JsonObject,
  mapping: InputMapping,
): JsonObject {
  const inputs: JsonObject = {};
  for (const { name, isRequired } of parameters) {
    const input = findInput(name, context, mapping);
    if (input) {
      setOwn(inputs, name, input.value);
    } else if (isRequired) {
      throw new EvaluationError(
        `"${name}" is missing. Map it to a path such as output.answer, or to a literal value.`,
      );
    }
  }
  return inputs;
}
