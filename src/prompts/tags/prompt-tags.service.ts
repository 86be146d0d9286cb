import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../../common/access/access.js';
import { NotFoundError } from '../../common/errors/errors.js';
import { parseCursor, requireRowId, rowIdInPath } from '../../common/ids/global-id.js';
import { requireIdentifier } from '../../common/validation/identifier.js';
import { isForeignKeyViolation } from '../../database/db-errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import type { PromptRow } from '../prompt.entity.js';
import { PromptsQueries } from '../prompts.queries.js';
import { PromptVersionsQueries } from '../versions/prompt-versions.queries.js';
import { type NewTag, PromptTagsQueries } from './prompt-tags.queries.js';
import type { PromptVersionTagEntity } from './prompt-version-tag.entity.js';

const DEFAULT_LIMIT = 100;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 10_000;

/** A tag that was set or deleted, and its prompt. */
export interface ChangedTag {
  tag: PromptVersionTagEntity;
  prompt: PromptRow;
}

/** Tags: names, each of which points to one version of its prompt, and moves. */
@Injectable()
export class PromptTagsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: PromptTagsQueries,
    private readonly versions: PromptVersionsQueries,
    private readonly prompts: PromptsQueries,
  ) {}

  /**
   * The tags that point to a version, newest first: a page, and the tag that opens the following one.
   * @param globalId of the version, in an address.
   * @throws UnprocessableError for any other text, and a cursor that is no global id; NotFoundError
   * if the version does not exist.
   */
  async page(globalId: string, cursor: string | undefined, limit = DEFAULT_LIMIT) {
    const version = await this.getVersion(globalId);
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(version.id, parseCursor(cursor), size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /**
   * Lets a tag point to a version; one of that name that its prompt has is moved.
   * @param globalId of the version, in an address.
   * @throws UnprocessableError for any other text, NotFoundError if the version does not exist.
   */
  async set(globalId: string, tag: NewTag, caller: Identity): Promise<void> {
    await this.point(rowIdInPath(globalId, 'PromptVersion', 'UNPROCESSABLE'), tag, caller);
  }

  /**
   * The same for a global id in a GraphQL argument.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError if the version does not exist.
   */
  async setByGlobalId(globalId: string, tag: NewTag, caller: Identity): Promise<ChangedTag> {
    const id = await this.point(requireRowId(globalId, 'PromptVersion'), tag, caller);
    const [row] = await this.queries.findByIds([id]);
    return this.withPrompt(row);
  }

  /**
   * Deletes a tag of the prompt that a version belongs to, whichever version it points to.
   * @param globalId of the version, in an address.
   * @throws UnprocessableError for any other text or name, NotFoundError when there is none.
   */
  async delete(globalId: string, tagName: string): Promise<void> {
    const versionId = rowIdInPath(globalId, 'PromptVersion', 'UNPROCESSABLE');
    const name = requireIdentifier(tagName, 'tag name');
    const version = await this.getVersionById(versionId);
    const isFound = await this.queries.deleteByName(version.promptId, name);
    if (!isFound) throw new NotFoundError(`The prompt has no tag ${name}.`);
  }

  /**
   * Deletes a tag.
   * @param globalId of the tag, in a GraphQL argument.
   * @returns the tag as it was.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when there is none.
   */
  async deleteByGlobalId(globalId: string): Promise<ChangedTag> {
    const tag = await this.queries.deleteById(requireRowId(globalId, 'PromptVersionTag'));
    if (!tag) throw new NotFoundError(`No tag with id ${globalId} can be found.`);
    return this.withPrompt(tag);
  }

  private async withPrompt(tag: PromptVersionTagEntity | undefined): Promise<ChangedTag> {
    const [prompt] = tag ? await this.prompts.findByIds([tag.promptId]) : [];
    if (!tag || !prompt) throw new NotFoundError('The tag has since been deleted.');
    return { tag, prompt };
  }

  private async point(versionId: number, tag: NewTag, caller: Identity): Promise<number> {
    try {
      const id = await inRetriedTransaction(this.dataSource, (tx) =>
        this.queries.set(tx, versionId, tag, caller.userId),
      );
      if (id !== null) return id;
    } catch (error) {
      // The version was deleted while the tag was set.
      if (!isForeignKeyViolation(error)) throw error;
    }
    throw noVersion();
  }

  private getVersion(globalId: string) {
    return this.getVersionById(rowIdInPath(globalId, 'PromptVersion', 'UNPROCESSABLE'));
  }

  private async getVersionById(id: number) {
    const [version] = await this.versions.findByIds([id]);
    if (!version) throw noVersion();
    return version;
  }
}

function noVersion(): NotFoundError {
  return new NotFoundError('No such version of a prompt can be found.');
}
