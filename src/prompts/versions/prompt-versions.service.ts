import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Identity } from '../../common/access/access.js';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { parseCursor, rowIdInPath } from '../../common/ids/global-id.js';
import { requireIdentifier } from '../../common/validation/identifier.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import type { PromptRow } from '../prompt.entity.js';
import { type NewPrompt, PromptsQueries } from '../prompts.queries.js';
import { nameTaken, PromptsService } from '../prompts.service.js';
import { type NewTag, PromptTagsQueries } from '../tags/prompt-tags.queries.js';
import type { PromptVersionContent } from './prompt-version-content.js';
import { PromptVersionWritesQueries } from './prompt-version-writes.queries.js';
import { type FullPromptVersion, PromptVersionsQueries } from './prompt-versions.queries.js';

const DEFAULT_LIMIT = 100;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 1_000;

/** Makes and finds versions of prompts. They are never changed. */
@Injectable()
export class PromptVersionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly prompts: PromptsService,
    private readonly promptQueries: PromptsQueries,
    private readonly queries: PromptVersionsQueries,
    private readonly writes: PromptVersionWritesQueries,
    private readonly tags: PromptTagsQueries,
  ) {}

  /**
   * Creates a version of the prompt with that name, and the prompt if it does not exist. The details of
   * an existing prompt are ignored.
   * @throws UnprocessableError for a version that is one text.
   */
  async push(
    prompt: NewPrompt,
    content: PromptVersionContent,
    caller: Identity,
  ): Promise<FullPromptVersion> {
    if (content.templateType === 'STR') {
      throw new UnprocessableError('Only chat templates can be stored, not string templates.');
    }
    return inRetriedTransaction(this.dataSource, async (tx) => {
      const promptId = await this.promptQueries.holdByName(tx, prompt, caller.userId);
      return this.writes.insert(tx, promptId, content, caller.userId);
    });
  }

  /**
   * A new prompt with its first version, and tags that point to it.
   * @throws ConflictError when the name is taken.
   */
  async createPrompt(
    prompt: NewPrompt,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<PromptRow> {
    const id = await inRetriedTransaction(this.dataSource, async (tx) => {
      const promptId = await this.promptQueries.insert(tx, prompt, caller.userId);
      if (promptId === null) throw nameTaken(prompt.name);
      await this.insert(tx, promptId, content, tags, caller);
      return promptId;
    });
    return this.getPrompt(id);
  }

  /**
   * A new version of a prompt, and tags that point to it from now on.
   * @throws NotFoundError when the prompt is gone.
   */
  async create(
    promptId: number,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<PromptRow> {
    await inRetriedTransaction(this.dataSource, async (tx) => {
      const isFound = await this.promptQueries.touch(tx, promptId, caller.userId);
      if (!isFound) throw promptGone();
      await this.insert(tx, promptId, content, tags, caller);
    });
    return this.getPrompt(promptId);
  }

  /**
   * The newest version of the prompt that an identifier of an address means.
   * @throws UnprocessableError for a text that is no identifier, NotFoundError when there is none.
   */
  async latest(identifier: string): Promise<FullPromptVersion> {
    const prompt = await this.prompts.resolve(identifier);
    const version = await this.queries.latest(prompt.id);
    if (!version) throw new NotFoundError(`The prompt ${identifier} has no version.`);
    return version;
  }

  /**
   * The version that a tag of a prompt points to.
   * @throws UnprocessableError for texts that are no identifiers, NotFoundError when there is none.
   */
  async tagged(identifier: string, tagName: string): Promise<FullPromptVersion> {
    const name = requireIdentifier(tagName, 'tag name');
    const prompt = await this.prompts.resolve(identifier);
    const version = await this.queries.tagged(prompt.id, name);
    if (!version) throw new NotFoundError(`The prompt ${identifier} has no tag ${name}.`);
    return version;
  }

  /** Like `tagged`, for links that people follow: whatever leads nowhere is a NotFoundError. */
  async linked(identifier: string, tagName: string): Promise<FullPromptVersion> {
    try {
      return await this.tagged(identifier, tagName);
    } catch (error) {
      if (!(error instanceof UnprocessableError)) throw error;
      throw new NotFoundError(`There is no prompt ${identifier} with the tag ${tagName}.`);
    }
  }

  /**
   * The version of a global id in an address.
   * @throws UnprocessableError for any other text, NotFoundError when there is none.
   */
  async get(globalId: string): Promise<FullPromptVersion> {
    const id = rowIdInPath(globalId, 'PromptVersion', 'UNPROCESSABLE');
    const version = await this.queries.findFull(id);
    if (!version) throw new NotFoundError('No such version of a prompt can be found.');
    return version;
  }

  /**
   * The versions of a prompt, newest first: a page, and the version that opens the following one.
   * Empty if the prompt does not exist.
   * @throws UnprocessableError for an invalid identifier or cursor.
   */
  async page(identifier: string, cursor: string | undefined, limit = DEFAULT_LIMIT) {
    const from = parseCursor(cursor);
    const prompt = await this.prompts.find(identifier);
    if (!prompt) return { rows: [], next: null };
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(prompt.id, from, size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  private async getPrompt(id: number): Promise<PromptRow> {
    const [prompt] = await this.promptQueries.findByIds([id]);
    if (!prompt) throw promptGone();
    return prompt;
  }

  private async insert(
    tx: EntityManager,
    promptId: number,
    content: PromptVersionContent,
    tags: readonly NewTag[],
    caller: Identity,
  ): Promise<void> {
    const { id } = await this.writes.insert(tx, promptId, content, caller.userId);
    // In one order, so that two who set the same tags wait for each other in one direction.
    const sorted = tags.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    for (const tag of sorted) await this.tags.set(tx, id, tag, caller.userId);
  }
}

function promptGone(): NotFoundError {
  return new NotFoundError('The prompt can no longer be found.');
}
