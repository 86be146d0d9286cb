import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { PromptRow } from '../prompt.entity.js';
import { type NewPrompt, PromptsService } from '../prompts.service.js';
import { type NewTag, PromptTagsService } from '../tags/prompt-tags.service.js';
import type { PromptVersionContent } from '../versions/prompt-version-content.js';
import { PromptVersionsQueries } from '../versions/prompt-versions.queries.js';
import {
  type FullPromptVersion,
  PromptVersionsService,
} from '../versions/prompt-versions.service.js';

/** Creates prompts and versions together with their tags. All ids are row IDs. */
@Injectable()
export class PromptCreationService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly prompts: PromptsService,
    private readonly versions: PromptVersionsService,
    private readonly versionQueries: PromptVersionsQueries,
    private readonly tags: PromptTagsService,
  ) {}

  /**
   * Creates a version of the prompt with that name, and the prompt if it does not exist. The details of
   * an existing prompt stay unchanged.
   * @throws UnprocessableError for a string template.
   */
  async push(
    prompt: NewPrompt,
    content: PromptVersionContent,
    caller: Identity,
  ): Promise<FullPromptVersion> {
    refuseStringTemplate(content);
    return this.database.inTransaction(async (tx) => {
      const promptId = await this.prompts.createOrTouch(tx, prompt, caller);
      return this.versions.create(tx, promptId, content, caller);
    });
  }

  /**
   * Creates a prompt with its first version, and tags that point to it.
   * @throws ConflictError if the name is taken.
   */
  async createPrompt(
    prompt: NewPrompt,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<PromptRow> {
    const id = await this.database.inTransaction(async (tx) => {
      const promptId = await this.prompts.create(tx, prompt, caller);
      await this.createTaggedVersion(tx, promptId, content, tags, caller);
      return promptId;
    });
    return this.prompts.get(id);
  }

  /**
   * Creates a version of a prompt and points tags to it.
   * @throws NotFoundError
   */
  async createVersion(
    promptId: number,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<PromptRow> {
    await this.createNextVersion(promptId, content, tags, caller);
    return this.prompts.get(promptId);
  }

  /**
   * Creates a version of the prompt that a REST path identifies, and points tags to it.
   * @throws UnprocessableError for a string template or a text that is not an identifier,
   * NotFoundError.
   */
  async addVersion(
    promptIdentifier: string,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<FullPromptVersion> {
    refuseStringTemplate(content);
    const { id } = await this.prompts.resolve(promptIdentifier);
    return this.createNextVersion(id, content, tags, caller);
  }

  /**
   * Creates a prompt with copies of all versions of another prompt, in the same order. Does not
   * copy tags.
   * @param details undefined fields are copied from the source.
   * @throws NotFoundError, ConflictError if the name is taken.
   */
  async clone(
    sourceId: number,
    details: Pick<NewPrompt, 'name'> & Partial<NewPrompt>,
    caller: Identity,
  ): Promise<PromptRow> {
    const source = await this.prompts.get(sourceId);
    const prompt = {
      name: details.name,
      description: details.description === undefined ? source.description : details.description,
      metadata: details.metadata ?? (source.metadata as JsonObject),
      sourcePromptId: sourceId,
      projectId: details.projectId === undefined ? source.projectId : details.projectId,
    };
    const id = await this.database.inTransaction(async (tx) => {
      // The lock prevents deletion of the source and new versions.
      await this.prompts.lock(tx, sourceId);
      const cloneId = await this.prompts.create(tx, prompt, caller);
      await this.versionQueries.copy(tx, sourceId, cloneId);
      return cloneId;
    });
    return this.prompts.get(id);
  }

  private createNextVersion(
    promptId: number,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<FullPromptVersion> {
    return this.database.inTransaction(async (tx) => {
      await this.prompts.touch(tx, promptId, caller);
      return this.createTaggedVersion(tx, promptId, content, tags, caller);
    });
  }

  private async createTaggedVersion(
    tx: EntityManager,
    promptId: number,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<FullPromptVersion> {
    const version = await this.versions.create(tx, promptId, content, caller);
    // Always in the same order, to prevent deadlocks between transactions that set the same tags.
    const sorted = tags.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const tag of sorted) await this.tags.setIn(tx, version.id, tag, caller);
    return version;
  }
}

function refuseStringTemplate({ templateType }: PromptVersionContent): void {
  if (templateType !== 'STR') return;
  throw new UnprocessableError('Only chat templates can be stored, not string templates.');
}
