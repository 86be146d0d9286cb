import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { isUniqueViolation } from '../common/errors/database-errors.js';
import { BadRequestError, NotFoundError, UnprocessableError } from '../common/errors/errors.js';
import { requireRowId } from '../common/ids/global-id.js';
import { cleanText } from '../common/json/clean-json.js';
import type { JsonObject } from '../common/json/json.js';
import { payloadText } from '../common/json/payload-text.js';
import { SqlWhere } from '../common/sql/sql-where.js';
import type { TimeRange } from '../common/time.js';
import { isStorable } from '../common/validation/storable.js';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import type { AnnotatorKind } from './annotation.enum.js';
import { alreadyExists, notOwn, refuseReservedName } from './annotation-rules.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';
import {
  type AnnotationChanges,
  type AnnotationRow,
  AnnotationsQueries,
  type ListedAnnotation,
} from './annotations.queries.js';

export type { AnnotationRow, ListedAnnotation } from './annotations.queries.js';

/** Selects the annotations of a project's targets. At least one of the first two is required. */
export interface AnnotationSelection {
  /** The IDs of the targets, as their senders chose them. */
  targetKeys?: readonly string[];
  identifiers?: readonly string[];
  includeNames?: readonly string[];
  excludeNames?: readonly string[];
}

export interface AnnotationPage {
  /** Row ID of the newest annotation that can be on the page; null for the first page. */
  newestId: number | null;
  limit: number;
}

/** Selects annotations to delete. All conditions must match. */
export interface AnnotationDeletion {
  name?: string;
  identifier?: string;
  annotatorKind?: AnnotatorKind;
  /** When the annotations were created. */
  createdAt?: TimeRange;
  /** When the spans, traces or sessions began. */
  targetStart?: TimeRange;
}

/** New values for an annotation. Absent fields stay. */
export type AnnotationPatch = Omit<AnnotationChanges, 'metadata'> & {
  metadata?: JsonObject;
};

/** How many targets or identifiers a list accepts. */
const MAX_SELECTED = 1000;

/** Lists, changes and deletes annotations and notes, for REST and GraphQL. */
@Injectable()
export class AnnotationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: AnnotationsQueries,
  ) {}

  /**
   * Checks a selection before its project is looked up.
   * @throws UnprocessableError if it names neither targets nor identifiers, or too many.
   */
  assertSelective(
    { noun }: AnnotationTarget,
    { targetKeys, identifiers }: AnnotationSelection,
  ): void {
    if (!targetKeys && !identifiers) {
      throw new UnprocessableError(`${noun}_ids or identifier is required.`);
    }
    for (const [name, texts] of Object.entries({
      [`${noun}_ids`]: targetKeys,
      identifier: identifiers,
    })) {
      const count = new Set(texts).size;
      if (count > MAX_SELECTED) {
        throw new UnprocessableError(
          `${name} has ${count} different values. The maximum is ${MAX_SELECTED}.`,
        );
      }
    }
  }

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
    const { targetKeys, identifiers, includeNames, excludeNames } = selection;
    const keys = targetKeys && [...new Set(targetKeys)].filter(isStorable);
    const where = new SqlWhere();
    where.andEqual('a.project_id', projectId);
    if (keys) where.and(ofTargets(target, where, { keys, projectId }));
    if (identifiers) {
      where.and(
        `a.identifier <> '' AND a.identifier = ANY(${where.bind(identifiers.filter(isStorable))})`,
      );
    }
    if (includeNames) where.and(`a.name = ANY(${where.bind(includeNames.filter(isStorable))})`);
    if (excludeNames) where.and(`a.name <> ALL(${where.bind(excludeNames.filter(isStorable))})`);
    if (newestId !== null) where.and(`a.id <= ${where.bind(newestId)}`);
    const rows = await this.queries.list(target, where, limit + 1);
    if (rows.length > 0 || !keys || identifiers) return rows;
    if (await this.queries.hasTarget(target, projectId, keys)) return rows;
    throw new NotFoundError(`None of the ${target.noun}s exists in this project.`);
  }

  /**
   * Lists the annotations of targets, in the order in which they were first stored. Their texts can
   * be long, so they are read only if they are needed.
   */
  listByTarget(
    target: AnnotationTarget,
    keys: readonly (readonly string[])[],
    texts: { withTexts: boolean },
  ): Promise<ListedAnnotation[]> {
    return this.queries.listByTarget(target, keys, texts);
  }

  /** In no particular order; unknown IDs are skipped. */
  findByRowIds(target: AnnotationTarget, ids: readonly number[]): Promise<AnnotationRow[]> {
    return this.queries.findByRowIds(target, ids);
  }

  /** In the order of the IDs; unknown IDs are skipped. */
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
      await inRetriedTransaction(this.dataSource, async (tx) => {
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
    const { name, identifier, annotatorKind, createdAt = {}, targetStart = {} } = deletion;
    const where = new SqlWhere().andEqual('a.project_id', projectId);
    if ([name, identifier].some((text) => text !== undefined && !isStorable(text))) {
      return Promise.resolve(0);
    }
    where.andEqual('a.name', name).andEqual('a.identifier', identifier);
    where.andEqual('a.annotator_kind', annotatorKind);
    where.andBetween('a.created_at', createdAt.start, createdAt.end);
    if (targetStart.start || targetStart.end) where.and(beganIn(target, where, targetStart));
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

/** The condition that selects the annotations of targets by the IDs that their senders chose. */
function ofTargets(
  { targets }: AnnotationTarget,
  where: SqlWhere,
  { keys, projectId }: { keys: readonly string[]; projectId: number },
): string {
  const selected = `${targets.senderKey} = ANY(${where.bind(keys)})`;
  if (targets.keys.length === 1) return `a.${selected}`;
  const columns = targets.keys.join(', ');
  return `(${columns}) IN (SELECT ${columns} FROM ${targets.table} s
    WHERE s.${selected} AND s.project_id = ${where.bind(projectId)})`;
}

/** The condition that a target began in a range. */
function beganIn(
  { targets, hasStartTime }: AnnotationTarget,
  where: SqlWhere,
  { start, end }: TimeRange,
): string {
  const column = hasStartTime ? 'a.start_time' : 's.start_time';
  const conditions = [
    ...(start ? [`${column} >= ${where.bind(start)}`] : []),
    ...(end ? [`${column} < ${where.bind(end)}`] : []),
  ].join(' AND ');
  if (hasStartTime) return conditions;
  const key = targets.senderKey;
  return `EXISTS (SELECT FROM ${targets.table} s WHERE s.${key} = a.${key} AND ${conditions})`;
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
