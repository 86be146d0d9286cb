import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../kernel/access/access.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { cutPage, DEFAULT_PAGE_SIZE, type RestPage } from '../../kernel/pagination/page.js';
import { PromptsService, type Slice } from '../prompts.service.js';
import type { PromptVersionContent } from './prompt-version-content.js';
import { PROMPT_VERSION_TYPE, type PromptVersionRow } from './prompt-version.entity.js';
import { type FullPromptVersion, PromptVersionsQueries } from './prompt-versions.queries.js';

export { PROMPT_VERSION_TYPE } from './prompt-version.entity.js';
export type {
  FullPromptVersion,
  PromptVersionPayload,
  PromptVersionPlace,
} from './prompt-versions.queries.js';

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_LIMIT = 1_000;

/** Finds and stores versions of prompts, which never change. All ids are row IDs. */
@Injectable()
export class PromptVersionsService {
  constructor(
    private readonly prompts: PromptsService,
    private readonly queries: PromptVersionsQueries,
  ) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<PromptVersionRow[]> {
    return this.queries.findByIds(ids);
  }

  /** Finds versions with their large parts, in no particular order; unknown IDs are skipped. */
  findFull(ids: readonly number[]): Promise<FullPromptVersion[]> {
    return this.queries.findFull(ids);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<FullPromptVersion> {
    const [version] = await this.queries.findFull([id]);
    if (!version) throw versionNotFound(id);
    return version;
  }

  /**
   * Returns the newest version of the prompt that a REST path identifies.
   * @throws UnprocessableError for a text that is not an identifier, NotFoundError.
   */
  async getLatest(promptIdentifier: string): Promise<FullPromptVersion> {
    const prompt = await this.prompts.resolve(promptIdentifier);
    const version = await this.queries.latest(prompt.id);
    if (!version) throw new NotFoundError(`Prompt "${promptIdentifier}" has no versions.`);
    return version;
  }

  /**
   * Lists one page of the versions of a prompt, newest first. Empty if the prompt does not exist.
   * @param from the first version of the page; null starts with the newest.
   * @throws UnprocessableError for a text that is not an identifier.
   */
  async list(
    promptIdentifier: string,
    from: number | null,
    limit = DEFAULT_PAGE_SIZE,
  ): Promise<RestPage<FullPromptVersion>> {
    const prompt = await this.prompts.find(promptIdentifier);
    if (!prompt) return { rows: [], nextCursor: null };
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(prompt.id, from, size + 1);
    return cutPage(rows, size, PROMPT_VERSION_TYPE);
  }

  /** Lists the same part of the versions of each prompt by position, newest first. */
  async sliceByPrompt(promptIds: readonly number[], slice: Slice): Promise<PromptVersionRow[][]> {
    const rows = await this.queries.slices(promptIds, slice);
    const byPrompt = Map.groupBy(rows, ({ promptId }) => promptId);
    return promptIds.map((id) => byPrompt.get(id) ?? []);
  }

  /** Counts the versions of each prompt. */
  async countByPrompt(promptIds: readonly number[]): Promise<number[]> {
    const rows = await this.queries.counts(promptIds);
    const counts = new Map(rows.map(({ promptId, count }) => [promptId, count]));
    return promptIds.map((id) => counts.get(id) ?? 0);
  }

  /**
   * Stores the next version of a prompt, which the caller has locked.
   * @throws NotFoundError for an unknown custom provider.
   */
  async create(
    tx: EntityManager,
    promptId: number,
    content: PromptVersionContent,
    { userId }: Identity,
  ): Promise<FullPromptVersion> {
    try {
      return await this.queries.insert(tx, promptId, content, userId);
    } catch (error) {
      if (content.customProviderId === null || !isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The custom model provider does not exist.');
    }
  }
}

function versionNotFound(id: number): NotFoundError {
  return new NotFoundError(`Prompt version "${toGlobalId(PROMPT_VERSION_TYPE, id)}" not found.`);
}
