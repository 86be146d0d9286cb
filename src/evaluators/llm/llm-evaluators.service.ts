import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../kernel/access/access.js';
import { BadRequestError, ConflictError } from '../../kernel/errors/errors.js';
import { stringifyJson } from '../../kernel/json/json.js';
import { PromptLabelsService } from '../../prompts/labels/prompt-labels.service.js';
import { PromptsService } from '../../prompts/prompts.service.js';
import { PromptTagsService } from '../../prompts/tags/prompt-tags.service.js';
import type { PromptVersionContent } from '../../prompts/versions/prompt-requests.service.js';
import {
  type FullPromptVersion,
  PromptVersionsService,
} from '../../prompts/versions/prompt-versions.service.js';
import { type CategoricalOutput, readOutputConfig } from '../evaluation/output-config.js';
import {
  type DeletedEvaluator,
  type EvaluatorRow,
  EvaluatorsQueries,
} from '../evaluators.queries.js';
import { withEvaluationTool } from './evaluation-tool.js';

/** Marks the prompts that were created with an evaluator. */
const LABEL = { name: 'evaluator', description: 'Prompts of evaluators.', color: '#8b5cf6' };

/** Longest part of a prompt's name that comes from the evaluator's name. */
const MAX_SLUG_LENGTH = 200;

/** An evaluator that asks a model. */
export interface LlmEvaluatorDraft {
  name: string;
  description: string | null;
  /** As annotation configs. */
  outputs: Parameters<typeof readOutputConfig>[0];
  /** Row ID of the version to use, or to compare `content` with. */
  versionId: number | null;
  /** The messages to send; null for those of the version. */
  content: PromptVersionContent | null;
}

/** A draft without mistakes. */
interface ReadDraft {
  name: string;
  description: string | null;
  outputConfigs: [CategoricalOutput];
  base: FullPromptVersion | null;
  /** Null to use the base as it is. */
  content: PromptVersionContent | null;
}

/** The prompt of an evaluator. */
interface UsedPrompt {
  id: number;
  isOwned: boolean;
  versionId: number;
}

/** Creates, changes and deletes evaluators that ask a model, with their prompts. */
@Injectable()
export class LlmEvaluatorsService {
  constructor(
    private readonly queries: EvaluatorsQueries,
    private readonly prompts: PromptsService,
    private readonly versions: PromptVersionsService,
    private readonly tags: PromptTagsService,
    private readonly labels: PromptLabelsService,
  ) {}

  /**
   * Checks a draft.
   * @param current the version that the evaluator uses so far; null for a new one.
   * @throws BadRequestError if the output is not categorical, or if the prompt asks for other labels;
   * NotFoundError for an unknown version.
   */
  async read(draft: LlmEvaluatorDraft, current: number | null): Promise<ReadDraft> {
    const output = readOutputConfig(draft.outputs);
    if (output.type !== 'CATEGORICAL') {
      throw new BadRequestError('An evaluator that asks a model answers with labels.');
    }
    const baseId = draft.versionId ?? current;
    const base = baseId === null ? null : await this.versions.get(baseId);
    const asked = draft.content ?? base;
    if (!asked) throw new BadRequestError('Send promptVersion or promptVersionId.');
    const content = withEvaluationTool(asked, output);
    return {
      name: draft.name,
      description: draft.description,
      outputConfigs: [output],
      base,
      content: base && isSame(content, base) ? null : content,
    };
  }

  /** Returns the row ID. */
  async create(tx: EntityManager, draft: ReadDraft, caller: Identity): Promise<number> {
    const prompt = await this.providePrompt(tx, draft, null, caller);
    const id = await this.queries.insertLlm(tx, draft, prompt, caller.userId);
    await this.finish(tx, id, draft, prompt, caller);
    return id;
  }

  async update(
    tx: EntityManager,
    evaluator: EvaluatorRow,
    draft: ReadDraft,
    caller: Identity,
  ): Promise<void> {
    await this.queries.lock(tx, evaluator.id);
    const prompt = await this.providePrompt(tx, draft, evaluator, caller);
    await this.finish(tx, evaluator.id, draft, prompt, caller);
    const { promptId, promptVersionTagId } = evaluator;
    if (promptId === prompt.id || promptVersionTagId === null) return;
    await this.tags.deleteAll(tx, [promptVersionTagId]);
  }

  /** Deletes evaluators that nothing uses, and their tags. See `deleteUnattached`. */
  async delete(tx: EntityManager, ids: readonly number[], withPrompts: boolean): Promise<void> {
    await this.deletePrompts(tx, await this.queries.delete(tx, ids), withPrompts);
  }

  /**
   * Deletes those evaluators that no dataset and no rule uses, and their tags, unless they were created
   * on their own.
   * @param withPrompts whether to delete the prompts that were created with them, too, unless another
   * evaluator uses them.
   */
  async deleteUnattached(
    tx: EntityManager,
    ids: readonly number[],
    withPrompts: boolean,
  ): Promise<void> {
    await this.deletePrompts(tx, await this.queries.deleteUnattached(tx, ids), withPrompts);
  }

  private async deletePrompts(
    tx: EntityManager,
    deleted: readonly DeletedEvaluator[],
    withPrompts: boolean,
  ): Promise<void> {
    await this.tags.deleteAll(
      tx,
      deleted.flatMap(({ promptVersionTagId: id }) => (id === null ? [] : [id])),
    );
    if (!withPrompts) return;
    const owned = deleted.filter(({ ownsPrompt }) => ownsPrompt).map(({ promptId }) => promptId);
    const used = await this.queries.findUsedPrompts(tx, owned);
    await this.prompts.deleteAll(
      tx,
      owned.filter((id) => !used.includes(id)),
    );
  }

  /** Points the tag of the evaluator to the version, and stores what the draft says. */
  private async finish(
    tx: EntityManager,
    id: number,
    draft: ReadDraft,
    prompt: UsedPrompt,
    caller: Identity,
  ): Promise<void> {
    const description = `The version that the evaluator "${draft.name}" uses.`;
    const tag = { name: `evaluator-${id}`, description };
    const tagId = await this.tags.setIn(tx, prompt.versionId, tag, caller);
    await this.queries.updateLlm(tx, id, draft, { ...prompt, tagId }, caller.userId);
  }

  private async providePrompt(
    tx: EntityManager,
    { name, base, content }: ReadDraft,
    current: EvaluatorRow | null,
    caller: Identity,
  ): Promise<UsedPrompt> {
    const id = base?.promptId ?? (await this.createPrompt(tx, name, caller));
    const isOwned = base === null || (current?.promptId === id && current.ownsPrompt);
    if (content === null) return { id, isOwned, versionId: base!.id };
    if (base) await this.prompts.touch(tx, id, caller);
    const version = await this.versions.create(tx, id, content, caller);
    return { id, isOwned, versionId: version.id };
  }

  private async createPrompt(tx: EntityManager, name: string, caller: Identity): Promise<number> {
    const slug = toSlug(name);
    for (let attempt = 0; ; attempt += 1) {
      const suffix = attempt === 0 ? '' : `-${randomBytes(3).toString('hex')}`;
      const prompt = { name: `${slug}${suffix}`, description: null, metadata: {} };
      try {
        const id = await this.prompts.create(tx, prompt, caller);
        await this.labels.addByName(tx, id, LABEL, caller.userId);
        return id;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    }
  }
}

/** Turns a name into an identifier. */
function toSlug(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '') || 'evaluator';
}

/** Returns whether two versions ask the same. */
function isSame(a: PromptVersionContent, b: PromptVersionContent): boolean {
  return stringifyJson(toQuestion(a)) === stringifyJson(toQuestion(b));
}

function toQuestion(version: PromptVersionContent): unknown {
  const { template, templateFormat, invocationParameters, tools, responseFormat } = version;
  const { modelProvider, modelName, customProviderId } = version;
  const form = [template, templateFormat, invocationParameters, tools, responseFormat];
  return [...form, modelProvider, modelName, customProviderId];
}
