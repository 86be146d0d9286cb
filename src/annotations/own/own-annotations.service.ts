import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { isTooLargeForIndex } from '../../kernel/errors/database-errors.js';
import { DomainError, UnprocessableError } from '../../kernel/errors/errors.js';
import { parseGlobalId } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { AnnotationSource } from '../annotation.enum.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import { KEY_TOO_LONG, notOwn, refuseReservedName } from '../annotation-rules.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import { AnnotationWritesQueries, type FoundTarget } from '../annotation-writes.queries.js';
import {
  defaultIdentifier,
  keyText,
  type NewAnnotation,
  toNewAnnotation,
} from '../new-annotation.js';
import { OwnAnnotationsQueries, type StoredJudgment } from './own-annotations.queries.js';

/** An annotation of the caller. If label, score and explanation are null, the caller has none. */
export interface OwnAnnotation {
  /** Global ID of a span, trace or session. */
  targetId: string;
  name: string;
  annotatorKind: AnnotatorKind;
  label: string | null;
  score: number | null;
  explanation: string | null;
  /** Null to keep that of an annotation that it replaces. */
  metadata: JsonObject | null;
}

/** An annotation as it is stored, with its metadata. */
export type StoredOwnAnnotation = OwnAnnotation & { metadata: JsonObject };

/** An annotation that could not be set. */
export interface SetFailure {
  /** Global ID. */
  targetId: string;
  name: string;
  message: string;
}

export interface SetOutcome {
  /** The state before, for each annotation that was set. Setting it again undoes the change. */
  previous: StoredOwnAnnotation[];
  failures: SetFailure[];
}

/** An annotation to set, and the row ID of its target. */
type Item = OwnAnnotation & { rowId: number };

/** An annotation to set, and the one that it replaces. */
interface Change {
  item: Item;
  target: FoundTarget;
  identifier: string;
  stored: StoredJudgment | undefined;
}

/** How many annotations one operation sets. */
export const MAX_SET = 1000;

/** The identifier of everybody's annotations without authentication. Programs rarely use it. */
const SHARED_IDENTIFIER = 'app';

const TARGETS = [SPAN_ANNOTATIONS, TRACE_ANNOTATIONS, SESSION_ANNOTATIONS];

/** Sets the annotations that the caller makes in the app, for many targets at once. */
@Injectable()
export class OwnAnnotationsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly writing: AnnotationWritingService,
    private readonly writes: AnnotationWritesQueries,
    private readonly queries: OwnAnnotationsQueries,
  ) {}

  /**
   * Stores, replaces and removes the caller's annotations. Of several with the same target and
   * name, the last one counts. Those that fail do not affect the others.
   * @returns in the order of the input, but spans before traces before sessions.
   * @throws DomainError BAD_USER_INPUT for too many or the ID of something else, BadRequestError for
   * the name of notes. Then nothing is stored.
   */
  async set(annotations: readonly OwnAnnotation[], caller: Identity): Promise<SetOutcome> {
    if (annotations.length > MAX_SET) {
      throw new DomainError(
        'BAD_USER_INPUT',
        `You can set at most ${MAX_SET} annotations at once, but the request has ${annotations.length}. Send them in several requests.`,
      );
    }
    const byTarget = Map.groupBy(annotations, ({ targetId }) => requireTarget(targetId));
    const groups = TARGETS.flatMap((target) => ({ target, items: byTarget.get(target) ?? [] }));
    for (const { target, items } of groups) refuseReservedName(target, items);
    const outcome: SetOutcome = { previous: [], failures: [] };
    for (const { target, items } of groups) {
      if (items.length === 0) continue;
      const { previous, failures } = await this.setOfKind(target, items.map(withRowId), caller);
      outcome.previous.push(...previous);
      outcome.failures.push(...failures);
    }
    return outcome;
  }

  private async setOfKind(
    target: AnnotationTarget,
    items: readonly Item[],
    caller: Identity,
  ): Promise<SetOutcome> {
    try {
      return await this.database.inTransaction((tx) =>
        this.setInTransaction(tx, target, items, caller),
      );
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      throw new UnprocessableError(KEY_TOO_LONG);
    }
  }

  private async setInTransaction(
    tx: Transaction,
    target: AnnotationTarget,
    items: readonly Item[],
    caller: Identity,
  ): Promise<SetOutcome> {
    const rowIds = [...new Set(items.map(({ rowId }) => rowId))];
    const found = await this.writes.lockByRowIds(tx, target, rowIds);
    const missing = items.filter(({ rowId }) => !found.has(rowId));
    const changes = await this.readChanges(tx, target, items, { found, caller });
    const refused = new Set([
      ...(await this.write(tx, target, changes, caller)),
      ...(await this.remove(tx, target, changes, caller)),
    ]);
    return {
      previous: changes
        .filter((change) => !refused.has(change))
        .map(({ item, stored }) => toPrevious(item, stored)),
      failures: [
        ...missing.map((item) => toFailure(item, `This ${target.noun} has since been deleted.`)),
        ...[...refused].map(({ item }) => toFailure(item, notOwn(item.name).message)),
      ],
    };
  }

  /** Reads what the targets have now. Of items with the same target and name, the last one counts. */
  private async readChanges(
    tx: EntityManager,
    target: AnnotationTarget,
    items: readonly Item[],
    { found, caller }: { found: ReadonlyMap<number, FoundTarget>; caller: Identity },
  ): Promise<Change[]> {
    const identifier = defaultIdentifier(AnnotationSource.APP, caller) || SHARED_IDENTIFIER;
    const distinct = new Map(items.map((item) => [toKey(item), item]));
    const changed = [...distinct.values()].flatMap((item) => {
      const stored = found.get(item.rowId);
      return stored ? { item, target: stored } : [];
    });
    const rows = await this.queries.find(
      tx,
      target,
      changed.map((change) => ({ target: change.target.key, name: change.item.name })),
      identifier,
    );
    const stored = new Map(rows.map((row) => [toKey({ ...row, rowId: row.targetId }), row]));
    return changed.map((change) => ({
      ...change,
      identifier,
      stored: stored.get(toKey(change.item)),
    }));
  }

  /** @returns the changes that would replace somebody else's annotation. */
  private async write(
    tx: Transaction,
    target: AnnotationTarget,
    changes: readonly Change[],
    caller: Identity,
  ): Promise<Change[]> {
    const written = changes
      .filter(({ item }) => !isEmpty(item))
      .map((change) => ({ change, row: toRow(change, caller) }));
    const ids = await this.writing.write(
      tx,
      target,
      written.map(({ row }) => row),
      { overwritten: caller.role === 'ADMIN' ? 'all' : 'own', onlyOlder: false },
    );
    return written.filter(({ row }) => !ids.has(keyText(target, row))).map(({ change }) => change);
  }

  /** @returns the changes that would remove somebody else's annotation. */
  private async remove(
    tx: Transaction,
    target: AnnotationTarget,
    changes: readonly Change[],
    { role, userId }: Identity,
  ): Promise<Change[]> {
    const removals = changes.filter(({ item, stored }) => stored && isEmpty(item));
    const isAllowed = ({ stored }: Change) => role === 'ADMIN' || stored?.userId === userId;
    const ids = removals.filter(isAllowed).flatMap(({ stored }) => stored?.id ?? []);
    if (ids.length > 0) await this.queries.delete(tx, target, ids);
    return removals.filter((change) => !isAllowed(change));
  }
}

function toRow({ item, target, identifier, stored }: Change, caller: Identity): NewAnnotation {
  const metadata = item.metadata ?? metadataOf(stored);
  return toNewAnnotation({ ...item, metadata, identifier }, target, AnnotationSource.APP, caller);
}

function requireTarget(targetId: string): AnnotationTarget {
  const type = parseGlobalId(targetId)?.type;
  const target = TARGETS.find(({ targets }) => targets.type === type);
  if (target) return target;
  throw new DomainError(
    'BAD_USER_INPUT',
    `"${targetId}" is not the ID of a span, trace or session.`,
  );
}

function withRowId(annotation: OwnAnnotation): Item {
  return { ...annotation, rowId: parseGlobalId(annotation.targetId)!.id };
}

function toKey({ rowId, name }: Pick<Item, 'rowId' | 'name'>): string {
  return `${rowId} ${name}`;
}

function isEmpty({ label, score, explanation }: OwnAnnotation): boolean {
  return label === null && score === null && !explanation;
}

function toFailure({ targetId, name }: OwnAnnotation, message: string): SetFailure {
  return { targetId, name, message };
}

function toPrevious(
  { targetId, name }: OwnAnnotation,
  row: StoredJudgment | undefined,
): StoredOwnAnnotation {
  return {
    targetId,
    name,
    annotatorKind: row?.annotatorKind ?? AnnotatorKind.HUMAN,
    label: row?.label ?? null,
    score: row?.score ?? null,
    explanation: row?.explanation ?? null,
    metadata: metadataOf(row),
  };
}

function metadataOf(row: StoredJudgment | undefined): JsonObject {
  return (row?.metadata ?? {}) as JsonObject;
}
