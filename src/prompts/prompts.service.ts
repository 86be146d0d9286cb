import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { ConflictError, NotFoundError } from '../common/errors/errors.js';
import { parseCursor, requireRowId, rowIdOf } from '../common/ids/global-id.js';
import { requireIdentifier } from '../common/validation/identifier.js';
import { isStorable } from '../common/validation/storable.js';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import type { PromptRow } from './prompt.entity.js';
import {
  type NewPrompt,
  type PromptChanges,
  type PromptFilter,
  PromptsQueries,
  type Slice,
} from './prompts.queries.js';
import { PromptVersionWritesQueries } from './versions/prompt-version-writes.queries.js';

const DEFAULT_LIMIT = 100;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 1_000;

/** Which prompts somebody asks for; an absent member leaves nothing out. */
export interface PromptSearch {
  /** Part of the name, in any case. */
  name?: string | null;
  /** Global ids of labels, any of which the prompt bears. */
  labelIds?: readonly string[] | null;
}

/** Finds, changes and deletes prompts; their versions have a service of their own. */
@Injectable()
export class PromptsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: PromptsQueries,
    private readonly versionWrites: PromptVersionWritesQueries,
  ) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<PromptRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @param name an identifier. */
  findByName(name: string): Promise<PromptRow | null> {
    return this.queries.findByName(name);
  }

  /**
   * The prompt that an identifier of an address means: a global id, else a name; null when there is
   * none.
   * @throws UnprocessableError for a text that is neither.
   */
  async find(identifier: string): Promise<PromptRow | null> {
    const id = rowIdOf(identifier, 'Prompt');
    if (id === null) return this.findByName(requireIdentifier(identifier, 'prompt identifier'));
    const [prompt] = await this.queries.findByIds([id]);
    return prompt ?? null;
  }

  /** Like `find`. @throws NotFoundError when there is none. */
  async resolve(identifier: string): Promise<PromptRow> {
    const prompt = await this.find(identifier);
    if (!prompt) throw notFound(identifier);
    return prompt;
  }

  /**
   * The prompt of a global id in a GraphQL argument.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when there is none.
   */
  async getByGlobalId(globalId: string): Promise<PromptRow> {
    const [prompt] = await this.queries.findByIds([requireRowId(globalId, 'Prompt')]);
    if (!prompt) throw notFound(globalId);
    return prompt;
  }

  /**
   * Newest first: a page, and the prompt that opens the following one.
   * @throws UnprocessableError for a cursor that is no global id.
   */
  async page(cursor: string | undefined, limit = DEFAULT_LIMIT) {
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(parseCursor(cursor), size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** A part of the list by position, newest first. */
  async slice(search: PromptSearch, slice: Slice): Promise<PromptRow[]> {
    const filter = filterOf(search);
    return filter ? this.queries.slice(filter, slice) : [];
  }

  async count(search: PromptSearch = {}): Promise<number> {
    const filter = filterOf(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /**
   * Says something else about a prompt, without blanks at the ends; its name never changes.
   * @throws NotFoundError when it is gone.
   */
  async update(prompt: PromptRow, sent: PromptChanges, caller: Identity): Promise<PromptRow> {
    const changes = { ...sent, description: sent.description?.trim() ?? sent.description };
    const isFound = await this.queries.update(prompt.id, changes, caller.userId);
    const [updated] = isFound ? await this.queries.findByIds([prompt.id]) : [];
    if (!updated) throw notFound(prompt.name);
    return updated;
  }

  /**
   * A new prompt with every version of another, under new ids and in the same order. Tags stay with
   * the other one.
   * @throws ConflictError when the name is taken.
   */
  async clone(source: PromptRow, clone: NewPrompt, caller: Identity): Promise<PromptRow> {
    const id = await inRetriedTransaction(this.dataSource, async (tx) => {
      // Locked, so that nobody adds a version or deletes it in between.
      const isFound = await this.queries.hold(tx, source.id);
      if (!isFound) throw notFound(source.name);
      const prompt = { ...clone, sourcePromptId: source.id };
      const cloned = await this.queries.insert(tx, prompt, caller.userId);
      if (cloned === null) throw nameTaken(clone.name);
      await this.versionWrites.copy(tx, source.id, cloned);
      return cloned;
    });
    const [row] = await this.queries.findByIds([id]);
    if (!row) throw notFound(clone.name);
    return row;
  }

  /**
   * Deletes a prompt with its versions and tags.
   * @throws NotFoundError when it is gone already.
   */
  async delete({ id, name }: PromptRow): Promise<void> {
    // Somebody who moves a tag holds what is deleted here, and waits for the prompt.
    const isFound = await inRetriedTransaction(this.dataSource, (tx) =>
      this.queries.delete(tx, id),
    );
    if (!isFound) throw notFound(name);
  }
}

export function nameTaken(name: string): ConflictError {
  return new ConflictError(`A prompt with the name "${name}" already exists`);
}

function notFound(identifier: string): NotFoundError {
  return new NotFoundError(`No prompt ${identifier} can be found.`);
}

/** Null when nothing can be meant. */
function filterOf({ name, labelIds }: PromptSearch): PromptFilter | null {
  if (name && !isStorable(name)) return null;
  return {
    // Names have no upper case.
    part: name?.toLowerCase() ?? '',
    labelIds: labelIds?.length ? labelIds.map((id) => requireRowId(id, 'PromptLabel')) : null,
  };
}
