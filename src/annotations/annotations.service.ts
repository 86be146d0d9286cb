import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isUniqueViolation } from '../kernel/errors/database-errors.js';
import { BadRequestError, NotFoundError } from '../kernel/errors/errors.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import { cleanText } from '../kernel/json/clean-json.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { isStorable } from '../kernel/validation/storable.js';
import { alreadyExists, notOwn, refuseReservedName } from './annotation-rules.js';
import {
  type AnnotationDeletion,
  type AnnotationSelection,
  toDeletionWhere,
  toSelectionWhere,
} from './annotation-selection.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';
import {
  type AnnotationChanges,
  type AnnotationRow,
  AnnotationsQueries,
} from './annotations.queries.js';

export type { AnnotationRow, ListedAnnotation } from './annotations.queries.js';

export interface AnnotationPage {
  /** Row ID of the newest annotation that can be on the page; null for the first page. */
  newestId: number | null;
  limit: number;
}

/** New values for an annotation. Absent fields stay. */
export type AnnotationPatch = Omit<AnnotationChanges, 'metadata'> & {
  metadata?: JsonObject;
};

/** Lists, changes and deletes annotations and notes, for REST and GraphQL. */
@Injectable()
export class AnnotationsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: AnnotationsQueries,
  ) {}

  /**
   * Lists a page of a project's annotations, newest stored first: `limit` rows, and one more if
   * there is a next page.
   * @throws NotFoundError if only targets are selected and none of them exists.
   */
  async list(
    target: AnnotationTarget,
    projectId: number,
    selection: AnnotationSelection,
    { newestId, limit }: AnnotationPage,
  ): Promise<AnnotationRow[]> {
    const where = toSelectionWhere(target, projectId, selection);
    if (newestId !== null) where.and(`a.id <= ${where.bind(newestId)}`);
    const rows = await this.queries.list(target, where, limit + 1);
    const { targetKeys, identifiers } = selection;
    if (rows.length > 0 || !targetKeys || identifiers) return rows;
    const keys = targetKeys.filter(isStorable);
    if (await this.queries.hasTarget(target, projectId, keys)) return rows;
    throw new NotFoundError(`None of the ${target.noun}s exists in this project.`);
  }

  /** Returns those that exist, in no particular order. */
  findByRowIds(target: AnnotationTarget, ids: readonly number[]): Promise<AnnotationRow[]> {
    return this.queries.findByRowIds(target, ids);
  }

  /** Returns those that exist, in the order of the IDs. */
  async listByRowIds(target: AnnotationTarget, ids: readonly number[]): Promise<AnnotationRow[]> {
    const rows = await this.queries.findByRowIds(target, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /**
   * Changes annotations: all or none.
   * @returns them in the order of the patches.
   * @throws NotFoundError for an unknown ID, ForbiddenError for somebody else's annotation,
   * BadRequestError if a note would get another name or something else the name of notes,
   * ConflictError if a target has another annotation with the new name.
   */
  async patch(
    target: AnnotationTarget,
    patches: readonly { id: string; changes: AnnotationPatch }[],
    caller: Identity,
  ): Promise<AnnotationRow[]> {
    const rows = await this.getOwn(
      target,
      patches.map(({ id }) => id),
      caller,
    );
    const renamed = patches.flatMap(({ changes: { name } }) =>
      name === undefined ? [] : { name },
    );
    refuseReservedName(target, renamed);
    if (rows.some(({ name }, at) => name === NOTE && patches[at]!.changes.name !== undefined)) {
      throw new BadRequestError('A note cannot be renamed.');
    }
    try {
      await this.database.inTransaction(async (tx) => {
        for (const [at, { changes }] of patches.entries()) {
          const { id } = rows[at]!;
          await this.queries.update(tx, target, { id, changes: toChanges(changes) });
        }
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw alreadyExists(target);
    }
    return this.listByRowIds(
      target,
      rows.map(({ id }) => id),
    );
  }

  /**
   * Deletes annotations: all or none.
   * @returns them as they were, in the order of the IDs.
   * @throws NotFoundError for an unknown ID, ForbiddenError for somebody else's annotation.
   */
  async delete(
    target: AnnotationTarget,
    globalIds: readonly string[],
    caller: Identity,
  ): Promise<AnnotationRow[]> {
    const rows = await this.getOwn(target, [...new Set(globalIds)], caller);
    await this.queries.deleteByRowIds(
      target,
      rows.map(({ id }) => id),
    );
    return rows;
  }

  /**
   * Deletes notes: all or none.
   * @returns them as they were, in the order of the IDs.
   * @throws NotFoundError for the ID of anything but a note; see also `delete`.
   */
  async deleteNotes(
    target: AnnotationTarget,
    globalIds: readonly string[],
    caller: Identity,
  ): Promise<AnnotationRow[]> {
    const ids = [...new Set(globalIds)];
    const rows = await this.getOwn(target, ids, caller);
    const other = rows.findIndex(({ name }) => name !== NOTE);
    if (other >= 0) throw new NotFoundError(`Note with ID ${ids[other]} not found.`);
    await this.queries.deleteByRowIds(
      target,
      rows.map(({ id }) => id),
    );
    return rows;
  }

  /**
   * Deletes the annotations of a project that match all conditions; those of other people only for
   * an admin.
   * @returns how many.
   */
  deleteMatching(
    target: AnnotationTarget,
    projectId: number,
    deletion: AnnotationDeletion,
    caller: Identity,
  ): Promise<number> {
    const { name, identifier } = deletion;
    if ([name, identifier].some((text) => text !== undefined && !isStorable(text))) {
      return Promise.resolve(0);
    }
    const where = toDeletionWhere(target, projectId, deletion);
    if (caller.role !== 'ADMIN') where.and(`a.user_id = ${where.bind(caller.userId)}`);
    return this.queries.deleteWhere(target, where);
  }

  /** Returns annotations in the order of their IDs. @throws like `delete`. */
  private async getOwn(
    target: AnnotationTarget,
    globalIds: readonly string[],
    caller: Identity,
  ): Promise<AnnotationRow[]> {
    const ids = globalIds.map((id) => requireRowId(id, target.type));
    const byId = new Map(
      (await this.queries.findByRowIds(target, ids)).map((row) => [row.id, row]),
    );
    return ids.map((id, at) => {
      const row = byId.get(id);
      if (!row) throw new NotFoundError(`Annotation with ID ${globalIds[at]} not found.`);
      if (caller.role !== 'ADMIN' && row.userId !== caller.userId) throw notOwn(row.name);
      return row;
    });
  }
}

function toChanges({ metadata, ...changes }: AnnotationPatch): AnnotationChanges {
  const { label, explanation } = changes;
  return {
    ...changes,
    ...(typeof label === 'string' && { label: cleanText(label) }),
    ...(typeof explanation === 'string' && { explanation: cleanText(explanation) }),
    ...(metadata && { metadata: payloadText(metadata) }),
  };
}
