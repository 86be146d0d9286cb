import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { recordEvent } from '../../webhooks/webhook-events.contract.js';
import { cutPage, DEFAULT_PAGE_SIZE, type RestPage } from '../../kernel/pagination/page.js';
import { requireIdentifier } from '../../kernel/validation/identifier.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { PromptsService } from '../prompts.service.js';
import { PromptVersionsQueries } from '../versions/prompt-versions.queries.js';
import {
  type FullPromptVersion,
  PROMPT_VERSION_TYPE,
} from '../versions/prompt-versions.service.js';
import { type NewTag, PromptTagsQueries, type SetTag } from './prompt-tags.queries.js';
import {
  PROMPT_VERSION_TAG_TYPE,
  type PromptVersionTagEntity,
} from './prompt-version-tag.entity.js';

export { PROMPT_VERSION_TAG_TYPE } from './prompt-version-tag.entity.js';
export type { NewTag } from './prompt-tags.queries.js';

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_LIMIT = 10_000;

/** The version of a prompt that a tag points to. */
export interface TagTarget {
  promptId: number;
  tagName: string;
}

/** Finds, sets, moves and deletes tags. Each points to one version of its prompt. All ids are row IDs. */
@Injectable()
export class PromptTagsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: PromptTagsQueries,
    private readonly prompts: PromptsService,
    private readonly versions: PromptVersionsQueries,
  ) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<PromptVersionTagEntity[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<PromptVersionTagEntity> {
    const [tag] = await this.queries.findByIds([id]);
    if (!tag) throw tagNotFound(toGlobalId(PROMPT_VERSION_TAG_TYPE, id));
    return tag;
  }

  /** Lists the tags of each prompt, sorted by name. */
  async listByPrompt(promptIds: readonly number[]): Promise<PromptVersionTagEntity[][]> {
    const rows = await this.queries.ofPrompts(promptIds);
    const byPrompt = Map.groupBy(rows, ({ promptId }) => promptId);
    return promptIds.map((id) => byPrompt.get(id) ?? []);
  }

  /** Lists the tags that point to each version, sorted by name. */
  async listByVersion(versionIds: readonly number[]): Promise<PromptVersionTagEntity[][]> {
    const rows = await this.queries.ofVersions(versionIds);
    const byVersion = Map.groupBy(rows, ({ promptVersionId }) => promptVersionId);
    return versionIds.map((id) => byVersion.get(id) ?? []);
  }

  /** Finds the row ID of the version that each tag points to; null for tags that do not exist. */
  async findVersionIds(targets: readonly TagTarget[]): Promise<(number | null)[]> {
    const rows = await this.queries.targets(targets);
    const key = (promptId: number, name: string) => `${promptId} ${name}`;
    const ids = new Map(rows.map((row) => [key(row.promptId, row.name), row.promptVersionId]));
    return targets.map(({ promptId, tagName }) => ids.get(key(promptId, tagName)) ?? null);
  }

  /**
   * Returns the version that a tag points to.
   * @param promptIdentifier global ID or name.
   * @throws UnprocessableError for texts that are not identifiers, NotFoundError.
   */
  async getVersion(promptIdentifier: string, tagName: string): Promise<FullPromptVersion> {
    const name = requireIdentifier(tagName, 'tag name');
    const prompt = await this.prompts.resolve(promptIdentifier);
    const version = await this.versions.tagged(prompt.id, name);
    if (!version) throw tagNotFound(name);
    return version;
  }

  /** Like `getVersion`, for links that users follow. @throws NotFoundError for any mistake. */
  async getLinkedVersion(promptIdentifier: string, tagName: string): Promise<FullPromptVersion> {
    try {
      return await this.getVersion(promptIdentifier, tagName);
    } catch (error) {
      if (!(error instanceof UnprocessableError)) throw error;
      throw tagNotFound(tagName);
    }
  }

  /**
   * Lists one page of the tags that point to a version, newest first.
   * @param from the first tag of the page; null starts with the newest.
   * @throws NotFoundError if the version does not exist.
   */
  async list(
    versionId: number,
    from: number | null,
    limit = DEFAULT_PAGE_SIZE,
  ): Promise<RestPage<PromptVersionTagEntity>> {
    await this.getPromptId(versionId);
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(versionId, from, size + 1);
    return cutPage(rows, size, PROMPT_VERSION_TAG_TYPE);
  }

  /**
   * Points a tag to a version. If another version of the prompt has a tag with that name, moves it.
   * @returns the row ID of the tag.
   * @throws NotFoundError if the version does not exist.
   */
  async set(versionId: number, tag: NewTag, caller: Identity): Promise<number> {
    try {
      return await this.database.inTransaction((tx) => this.setIn(tx, versionId, tag, caller));
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      // Another transaction has deleted the version.
      throw versionNotFound(versionId);
    }
  }

  /** Like `set`, in the caller's transaction. */
  async setIn(
    tx: EntityManager,
    versionId: number,
    tag: NewTag,
    { userId }: Identity,
  ): Promise<number> {
    const set = await this.queries.set(tx, versionId, tag, userId);
    if (set === null) throw versionNotFound(versionId);
    if (set.lastVersionId !== versionId) await recordMove(tx, versionId, tag, set);
    return set.id;
  }

  /**
   * Deletes a tag of the prompt that a version belongs to, whichever version it points to.
   * @throws UnprocessableError for a name that is not an identifier, NotFoundError.
   */
  async deleteByName(versionId: number, tagName: string): Promise<void> {
    const name = requireIdentifier(tagName, 'tag name');
    const isFound = await this.queries.deleteByName(await this.getPromptId(versionId), name);
    if (!isFound) throw tagNotFound(name);
  }

  /** Deletes a tag. @returns the deleted tag. @throws NotFoundError */
  async delete(id: number): Promise<PromptVersionTagEntity> {
    const tag = await this.queries.deleteById(id);
    if (!tag) throw tagNotFound(toGlobalId(PROMPT_VERSION_TAG_TYPE, id));
    return tag;
  }

  /** Deletes tags in the caller's transaction. Skips those that no longer exist. */
  deleteAll(tx: EntityManager, ids: readonly number[]): Promise<void> {
    return this.queries.deleteByIds(tx, ids);
  }

  private async getPromptId(versionId: number): Promise<number> {
    const [version] = await this.versions.findByIds([versionId]);
    if (!version) throw versionNotFound(versionId);
    return version.promptId;
  }
}

/** Records the event for webhooks. */
function recordMove(
  tx: EntityManager,
  versionId: number,
  { name }: NewTag,
  { promptId, promptName, projectId, lastVersionId }: SetTag,
): Promise<void> {
  const prompt = { id: toGlobalId('Prompt', promptId), name: promptName };
  const toVersion = (id: number) => ({ id: toGlobalId(PROMPT_VERSION_TYPE, id) });
  return recordEvent(tx, 'PROMPT_TAG_MOVED', {
    projectId,
    type: 'prompt.tag.moved',
    summary: `The tag "${name}" of the prompt "${promptName}" points to another version.`,
    path: `/prompts/${encodeURIComponent(prompt.id)}`,
    data: {
      prompt,
      tag: name,
      version: toVersion(versionId),
      previous_version: lastVersionId === null ? null : toVersion(lastVersionId),
    },
  });
}

function tagNotFound(tag: string): NotFoundError {
  return new NotFoundError(`Tag "${tag}" not found.`);
}

function versionNotFound(id: number): NotFoundError {
  return new NotFoundError(`Prompt version "${toGlobalId(PROMPT_VERSION_TYPE, id)}" not found.`);
}
