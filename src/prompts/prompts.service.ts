import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isForeignKeyViolation, isOutOfReach } from '../kernel/errors/database-errors.js';
import { ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { findRowId, toGlobalId } from '../kernel/ids/global-id.js';
import { cutPage, DEFAULT_PAGE_SIZE, type RestPage } from '../kernel/pagination/page.js';
import { requireIdentifier } from '../kernel/validation/identifier.js';
import { isStorable } from '../kernel/validation/storable.js';
import { PROMPT_TYPE, type PromptRow } from './prompt.entity.js';
import {
  type NewPrompt,
  type PromptFilter,
  type PromptPatch,
  PromptsQueries,
  type Slice,
} from './prompts.queries.js';

export { PROMPT_TYPE } from './prompt.entity.js';
export type { NewPrompt, Slice } from './prompts.queries.js';

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_LIMIT = 1_000;

/** Selects the prompts in a list. An absent field matches all. */
export interface PromptSearch {
  /** Part of the name, ignoring case. */
  name?: string | null;
  /** Row IDs of labels of which a prompt must have at least one. */
  labelIds?: readonly number[];
}

/** Finds, changes and deletes prompts. All ids are row IDs. */
@Injectable()
export class PromptsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: PromptsQueries,
  ) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<PromptRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @param name an identifier. */
  findByName(name: string): Promise<PromptRow | null> {
    return this.queries.findByName(name);
  }

  /**
   * Finds the prompt that a REST path identifies.
   * @param identifier global ID or name.
   * @throws UnprocessableError for a text that is neither.
   */
  async find(identifier: string): Promise<PromptRow | null> {
    const id = findRowId(identifier, PROMPT_TYPE);
    if (id === null) return this.findByName(requireIdentifier(identifier, 'prompt name'));
    const [prompt] = await this.queries.findByIds([id]);
    return prompt ?? null;
  }

  /** Like `find`. @throws NotFoundError as well. */
  async resolve(identifier: string): Promise<PromptRow> {
    const prompt = await this.find(identifier);
    if (!prompt) throw promptNotFound(identifier);
    return prompt;
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<PromptRow> {
    const [prompt] = await this.queries.findByIds([id]);
    if (!prompt) throw promptNotFound(toGlobalId(PROMPT_TYPE, id));
    return prompt;
  }

  /**
   * Lists one page, newest first.
   * @param from the first prompt of the page; null starts with the newest.
   */
  async list(from: number | null, limit = DEFAULT_PAGE_SIZE): Promise<RestPage<PromptRow>> {
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(from, size + 1);
    return cutPage(rows, size, PROMPT_TYPE);
  }

  /** Lists part of the prompts by position, newest first. */
  async slice(search: PromptSearch, slice: Slice): Promise<PromptRow[]> {
    const filter = toFilter(search);
    return filter ? this.queries.slice(filter, slice) : [];
  }

  async count(search: PromptSearch = {}): Promise<number> {
    const filter = toFilter(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /**
   * Creates a prompt without versions.
   * @returns its row ID.
   * @throws ConflictError if the name is taken.
   */
  async create(tx: EntityManager, prompt: NewPrompt, { userId }: Identity): Promise<number> {
    const id = await this.queries.insert(tx, prompt, userId);
    if (id === null) throw nameTaken(prompt.name);
    return id;
  }

  /**
   * Gets or creates the prompt with that name, and locks it.
   * @returns its row ID.
   * @throws ConflictError if it belongs to a project that the caller cannot see.
   */
  async createOrTouch(tx: EntityManager, prompt: NewPrompt, { userId }: Identity): Promise<number> {
    try {
      return await this.queries.insertOrTouch(tx, prompt, userId);
    } catch (error) {
      if (isOutOfReach(error)) throw nameTaken(prompt.name);
      throw error;
    }
  }

  /** Records a change and locks the prompt until the transaction ends. @throws NotFoundError */
  async touch(tx: EntityManager, id: number, { userId }: Identity): Promise<void> {
    const isFound = await this.queries.touch(tx, id, userId);
    if (!isFound) throw promptNotFound(toGlobalId(PROMPT_TYPE, id));
  }

  /** Locks the prompt until the transaction ends. @throws NotFoundError */
  async lock(tx: EntityManager, id: number): Promise<void> {
    const isFound = await this.queries.lock(tx, id);
    if (!isFound) throw promptNotFound(toGlobalId(PROMPT_TYPE, id));
  }

  /**
   * Changes the details of a prompt. Removes white space around the description.
   * @throws NotFoundError
   */
  async update(
    { id }: PromptRow,
    { description, metadata, projectId }: PromptPatch,
    { userId }: Identity,
  ): Promise<PromptRow> {
    const patch = { description: description?.trim() ?? description, metadata, projectId };
    const isFound = await this.queries.update(id, patch, userId);
    if (!isFound) throw promptNotFound(toGlobalId(PROMPT_TYPE, id));
    return this.get(id);
  }

  /**
   * Deletes a prompt with its versions and tags.
   * @throws NotFoundError, ConflictError if an evaluator uses it.
   */
  async delete({ id, name }: PromptRow): Promise<void> {
    try {
      // A transaction that moves a tag may lock rows that this deletes and wait for the prompt, so
      // this may deadlock and have to be repeated.
      const count = await this.database.inTransaction((tx) => this.queries.delete(tx, [id]));
      if (count === 0) throw promptNotFound(name);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new ConflictError(
        `An evaluator uses the prompt "${name}". Remove the evaluator from its dataset first.`,
      );
    }
  }

  /** Deletes prompts in the caller's transaction. Skips those that no longer exist. */
  async deleteAll(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await this.queries.delete(tx, ids);
  }
}

function promptNotFound(identifier: string): NotFoundError {
  return new NotFoundError(`Prompt "${identifier}" not found.`);
}

/** Null if no prompt can match. */
function toFilter({ name, labelIds }: PromptSearch): PromptFilter | null {
  if (name && !isStorable(name)) return null;
  return {
    // Names contain no upper-case letters.
    part: name?.toLowerCase() ?? '',
    labelIds: labelIds?.length ? labelIds : null,
  };
}

function nameTaken(name: string): ConflictError {
  return new ConflictError(`Prompt "${name}" already exists.`);
}
