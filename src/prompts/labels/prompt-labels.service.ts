import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConflictError, NotFoundError } from '../../common/errors/errors.js';
import { requireRowId } from '../../common/ids/global-id.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/db-errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import type { PromptRow } from '../prompt.entity.js';
import type { Slice } from '../prompts.queries.js';
import type { PromptLabelEntity } from './prompt-label.entity.js';
import { type PromptLabelChanges, PromptLabelsQueries } from './prompt-labels.queries.js';

/** What a label looks like that was given no color. */
const DEFAULT_COLOR = '#33c5e8';

/** Labels that prompts bear. Ids are global ids of GraphQL arguments. */
@Injectable()
export class PromptLabelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: PromptLabelsQueries,
  ) {}

  /** A part of the list by position, by name. */
  slice(slice: Slice): Promise<PromptLabelEntity[]> {
    return this.queries.slice(slice);
  }

  count(): Promise<number> {
    return this.queries.count();
  }

  /** @throws ConflictError when the name is taken. */
  async create(label: PromptLabelChanges & { name: string }): Promise<PromptLabelEntity> {
    const { name, description, color } = label;
    const id = await this.queries.insert(name, description ?? null, color ?? DEFAULT_COLOR);
    if (id === null) throw nameTaken(name);
    return this.get(id);
  }

  /** @throws NotFoundError if the label does not exist, ConflictError when the name is taken. */
  async update(globalId: string, changes: PromptLabelChanges): Promise<PromptLabelEntity> {
    const id = requireRowId(globalId, 'PromptLabel');
    try {
      if (!(await this.queries.update(id, changes))) throw notFound();
    } catch (error) {
      throw isUniqueViolation(error) ? nameTaken(changes.name ?? '') : error;
    }
    return this.get(id);
  }

  /**
   * Deletes all of them or none.
   * @throws NotFoundError when one is gone already.
   */
  async delete(globalIds: readonly string[]): Promise<void> {
    const ids = rowIds(globalIds);
    await inRetriedTransaction(this.dataSource, async (tx) => {
      const deleted = await this.queries.delete(tx, ids);
      if (deleted.length < ids.length) throw notFound();
    });
  }

  /** Adds labels to those of a prompt. @throws NotFoundError when the prompt or a label is gone. */
  async add(prompt: PromptRow, globalIds: readonly string[]): Promise<void> {
    try {
      await this.queries.assign(prompt.id, rowIds(globalIds));
    } catch (error) {
      throw isForeignKeyViolation(error) ? notFound() : error;
    }
  }

  /** Takes labels off a prompt; those that it does not bear are ignored. */
  async remove(prompt: PromptRow, globalIds: readonly string[]): Promise<void> {
    await this.queries.unassign(prompt.id, rowIds(globalIds));
  }

  private async get(id: number): Promise<PromptLabelEntity> {
    const [label] = await this.queries.findByIds([id]);
    if (!label) throw notFound();
    return label;
  }
}

function rowIds(globalIds: readonly string[]): number[] {
  return [...new Set(globalIds.map((id) => requireRowId(id, 'PromptLabel')))];
}

function notFound(): NotFoundError {
  return new NotFoundError('No such label can be found.');
}

function nameTaken(name: string): ConflictError {
  return new ConflictError(`A label with the name "${name}" already exists`);
}
