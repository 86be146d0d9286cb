import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Identity } from '../../common/access/access.js';
import { isTooLargeForIndex } from '../../common/errors/database-errors.js';
import { DomainError, UnprocessableError } from '../../common/errors/errors.js';
import { parseGlobalId } from '../../common/ids/global-id.js';
import type { JsonObject } from '../../common/json/json.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { AnnotationSource, AnnotatorKind } from '../annotation.enum.js';
import { KEY_TOO_LONG, notOwn, refuseReservedName } from '../annotation-rules.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import { AnnotationWritingService } from '../annotation-writing.service.js';
import { defaultIdentifier, keyText, toNewAnnotation } from '../new-annotation.js';
import { OwnAnnotationsQueries, type StoredJudgment } from './own-annotations.queries.js';

/** What the caller thinks of a target. Without a label, score and explanation, nothing. */
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

/** What a target has. */
export type StoredAnnotation = OwnAnnotation & { metadata: JsonObject };

/** An annotation that could not be set. */
export interface SetFailure {
  /** Global ID. */
  targetId: string;
  name: string;
  message: string;
}

export interface SetOutcome {
  /** What was there before, for each annotation that was set. Setting it again undoes the change. */
  previous: StoredAnnotation[];
  failures: SetFailure[];
}

/** An annotation to set, and the row ID of its target. */
type Item = OwnAnnotation & { rowId: number };

/** How many annotations one operation sets. */
export const MAX_SET = 1000;

/** The identifier of everybody's annotations without authentication. Programs rarely use it. */
const SHARED_IDENTIFIER = 'app';

const TARGETS = [SPAN_ANNOTATIONS, TRACE_ANNOTATIONS, SESSION_ANNOTATIONS];

/** Sets the annotations that the caller makes in the app, for many targets at once. */
@Injectable()
export class OwnAnnotationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writing: AnnotationWritingService,
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
        `You can set at most ${MAX_SET} annotations at once, but sent ${annotations.length}. Send them in several requests.`,
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
      return await inRetriedTransaction(this.dataSource, (tx) =>
        this.setInTransaction(tx, target, items, caller),
      );
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      throw new UnprocessableError(KEY_TOO_LONG);
    }
  }

  private async setInTransaction(
    tx: EntityManager,
    target: AnnotationTarget,
    items: readonly Item[],
    caller: Identity,
  ): Promise<SetOutcome> {
    const rowIds = [...new Set(items.map(({ rowId }) => rowId))];
    const found = await this.writing.lockByRowIds(tx, target, rowIds);
    const failures = items
      .filter(({ rowId }) => !found.has(rowId))
      .map((item) => toFailure(item, `This ${target.noun} has since been deleted.`));

    // The last one with a target and name.
    const distinct = new Map(
      items.filter(({ rowId }) => found.has(rowId)).map((item) => [toKey(item), item]),
    );
    const identifier = defaultIdentifier(AnnotationSource.APP, caller) || SHARED_IDENTIFIER;
    const before = await this.queries.find(
      tx,
      target,
      [...distinct.values()].map(({ rowId, name }) => ({ target: found.get(rowId)!.key, name })),
      identifier,
    );
    const stored = new Map(before.map((row) => [toKey({ ...row, rowId: row.targetId }), row]));
    const isAdmin = caller.role === 'ADMIN';
    const refused = new Set<Item>();

    const written = [...distinct.values()].filter((item) => !isEmpty(item));
    const rows = written.map((item) =>
      toNewAnnotation(
        { ...item, metadata: item.metadata ?? metadataOf(stored.get(toKey(item))), identifier },
        found.get(item.rowId)!,
        AnnotationSource.APP,
        caller,
      ),
    );
    const overwriting = { overwritten: isAdmin ? 'all' : 'own', onlyOlder: false } as const;
    const ids = await this.writing.write(tx, target, rows, overwriting);
    for (const [at, item] of written.entries()) {
      if (!ids.has(keyText(target, rows[at]!))) refused.add(item);
    }

    const removed: number[] = [];
    for (const item of distinct.values()) {
      const row = stored.get(toKey(item));
      if (!row || !isEmpty(item)) continue;
      if (isAdmin || row.userId === caller.userId) removed.push(row.id);
      else refused.add(item);
    }
    if (removed.length > 0) await this.queries.delete(tx, target, removed);

    for (const item of refused) failures.push(toFailure(item, notOwn(item.name).message));
    const previous = [...distinct.values()]
      .filter((item) => !refused.has(item))
      .map((item) => toPrevious(item, stored.get(toKey(item))));
    return { previous, failures };
  }
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
): StoredAnnotation {
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
