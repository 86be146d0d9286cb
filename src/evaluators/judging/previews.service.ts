import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Identity } from '../../kernel/access/access.js';
import { BadRequestError, DomainError } from '../../kernel/errors/errors.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { ConnectionWish } from '../../model-providers/chats/chats.service.js';
import { PlaygroundProjectsService } from '../../projects/access/playground-projects.service.js';
import type { PromptVersionContent } from '../../prompts/versions/prompt-requests.service.js';
import type { Program } from '../../sandbox/sandboxes.service.js';
import { CodeEvaluatorsService } from '../code/code-evaluators.service.js';
import type { InputMapping } from '../evaluation/input-mapping.js';
import { assertOutputFits, readOutputConfig } from '../evaluation/output-config.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import { EvaluatorsService } from '../evaluators.service.js';
import { withEvaluationTool } from '../llm/evaluation-tool.js';
import { type Judge, JudgesService, type Judgment } from './judges.service.js';

/** Previews of one request at a time. */
const MAX_AT_ONCE = 4;

type Outputs = Parameters<typeof readOutputConfig>[0] | null;

/** An evaluator to try, which need not be stored. IDs are row IDs. */
export type PreviewedEvaluator =
  | { kind: 'builtIn'; id: number; name: string | null; outputs: Outputs }
  | { kind: 'code'; id: number; name: string | null; outputs: Outputs }
  | {
      kind: 'inlineCode';
      name: string;
      program: Program;
      sandboxConfigId: number;
      outputs: Outputs;
    }
  | { kind: 'inlineLlm'; name: string; version: PromptVersionContent; outputs: Outputs };

export interface Preview {
  evaluator: PreviewedEvaluator;
  context: JsonObject;
  /** Null for the mapping of the evaluator. */
  mapping: InputMapping | null;
}

/** The user who tries evaluators. */
export interface PreviewAsker {
  identity: Identity;
  /** Credentials for the models of evaluators that ask one. */
  wish: ConnectionWish;
}

/** The judgment of one evaluator in a preview. */
export interface PreviewResult {
  name: string;
  annotatorKind: Judge['annotatorKind'];
  judgment: Judgment;
}

/** Tries evaluators on examples before they are saved. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly judges: JudgesService,
    private readonly evaluators: EvaluatorsService,
    private readonly codeEvaluators: CodeEvaluatorsService,
    private readonly projects: PlaygroundProjectsService,
  ) {}

  /**
   * Runs previews, and returns their results in the same order. A mistake in one does not affect the
   * others.
   * @throws UnavailableError if the server has too much to do.
   */
  run(
    previews: readonly Preview[],
    asker: PreviewAsker,
    signal: AbortSignal,
  ): Promise<PreviewResult[]> {
    const limit = pLimit(MAX_AT_ONCE);
    return Promise.all(previews.map((preview) => limit(() => this.runOne(preview, asker, signal))));
  }

  private async runOne(
    preview: Preview,
    asker: PreviewAsker,
    signal: AbortSignal,
  ): Promise<PreviewResult> {
    const now = new Date();
    try {
      const judge = await this.prepare(preview, asker);
      const { name, annotatorKind } = judge;
      return { name, annotatorKind, judgment: await judge.judge(preview.context, signal) };
    } catch (error) {
      const isExpected = error instanceof DomainError && error.code !== 'UNAVAILABLE';
      if (!isExpected) throw error;
      const times = { startTime: now, endTime: now };
      const { kind, name } = preview.evaluator;
      return {
        name: name ?? '',
        annotatorKind: kind === 'inlineLlm' ? 'LLM' : 'CODE',
        judgment: { evaluation: null, error: error.message, span: null, printed: '', ...times },
      };
    }
  }

  private async prepare(
    { evaluator, mapping: given }: Preview,
    { wish, identity }: PreviewAsker,
  ): Promise<Judge> {
    const output = evaluator.outputs && readOutputConfig(evaluator.outputs);
    const caller = `user ${identity.userId}`;
    const mapping = given ?? { literalMapping: {}, pathMapping: {} };
    switch (evaluator.kind) {
      case 'builtIn': {
        const row = await this.evaluators.get(evaluator.id, 'BUILTIN');
        const standard = findBuiltInEvaluator(row.name)?.output;
        if (output && standard) assertOutputFits(output, standard);
        const name = evaluator.name ?? row.name;
        return this.judges.prepareBuiltIn(row.name, { name, mapping, output });
      }
      case 'code': {
        const row = await this.evaluators.get(evaluator.id, 'CODE');
        return this.judges.prepareCode({
          ...(await this.judges.readCode(row)),
          name: evaluator.name ?? row.name,
          output: output ?? row.outputConfigs?.[0] ?? null,
          mapping: given ?? row.inputMapping ?? mapping,
          caller,
        });
      }
      case 'inlineCode': {
        const { name, program, sandboxConfigId } = evaluator;
        const parameters = await this.codeEvaluators.describe(program);
        return this.judges.prepareCode({
          name,
          program,
          parameters,
          sandboxConfigId,
          output,
          mapping,
          caller,
        });
      }
      default: {
        if (output?.type !== 'CATEGORICAL') {
          throw new BadRequestError('An evaluator that asks a model answers with labels.');
        }
        const version = withEvaluationTool(evaluator.version, output);
        const { name } = evaluator;
        const projectName = await this.projects.choose(identity);
        return this.judges.prepareLlm({ name, version, output, mapping, projectName, wish });
      }
    }
  }
}
