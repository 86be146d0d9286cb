import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter, type Transaction } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isTooLargeForIndex } from '../kernel/errors/database-errors.js';
import { ForbiddenError, UnprocessableError } from '../kernel/errors/errors.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import { isStorable } from '../kernel/validation/storable.js';
import { SpansService } from '../tracing/spans/spans.service.js';
import { AnnotationSource } from './annotation.enum.js';
import { AnnotatorKind } from './annotator-kind.contract.js';
import {
  alreadyExists,
  assertAcceptable,
  describeNotReplaced,
  describeOutOfRange,
  KEY_TOO_LONG,
  missingTargets,
  refuseForeignIdentifier,
  refuseReservedName,
  requireNoteText,
} from './annotation-rules.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';
import {
  AnnotationWritesQueries,
  type FoundTarget,
  type Overwriting,
  type Overwritten,
} from './annotation-writes.queries.js';
import {
  defaultIdentifier,
  generateNoteIdentifier,
  keyText,
  type NewAnnotation,
  type NewNote,
  type SentAnnotation,
  type TargetedAnnotation,
  type TargetedNote,
  toNewAnnotation,
} from './new-annotation.js';

/** Locks the targets of annotations, and returns what to store about them. */
type Resolve = (tx: Transaction) => Promise<NewAnnotation[]>;

/** Stores annotations and notes, for REST and GraphQL. */
@Injectable()
export class AnnotationWritingService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: AnnotationWritesQueries,
    private readonly spans: SpansService,
  ) {}

  /**
   * Stores annotations that a program sent. Replaces those with the same target, name and
   * identifier, and keeps their IDs. Stores all or none.
   * @returns row IDs, in the same order.
   * @throws NotFoundError that names missing targets, UnprocessableError for a document that a span
   * does not have, ForbiddenError if a member would replace somebody else's annotation; see also
   * `assertAcceptable`.
   */
  async upsertSent(
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<number[]> {
    assertAcceptable(target, sent, caller);
    return this.upsert(target, caller, (tx) => this.resolveSent(tx, target, sent, caller));
  }

  /**
   * Stores annotations of targets with global IDs.
   * @returns row IDs, in the same order.
   * @throws like `upsertSent`; DomainError BAD_USER_INPUT for the ID of something else.
   */
  async upsertTargeted(
    target: AnnotationTarget,
    items: readonly TargetedAnnotation[],
    caller: Identity,
  ): Promise<number[]> {
    refuseReservedName(target, items);
    return this.upsert(target, caller, (tx) => this.resolveTargeted(tx, target, items, caller));
  }

  /**
   * Stores notes about targets with global IDs. A note without an identifier is always a new one.
   * @returns row IDs, in the same order.
   * @throws like `upsertTargeted`.
   */
  async addTargetedNotes(
    target: AnnotationTarget,
    notes: readonly TargetedNote[],
    caller: Identity,
  ): Promise<number[]> {
    const items = notes.map(({ note, identifier, ...others }) => ({
      ...others,
      name: NOTE,
      explanation: requireNoteText(note),
      identifier: identifier || generateNoteIdentifier(target),
    }));
    return this.upsert(target, caller, (tx) => this.resolveTargeted(tx, target, items, caller));
  }

  /**
   * Stores an annotation of a target with a global ID, unless there is one.
   * @returns its row ID.
   * @throws ConflictError if the target has one with the same name and identifier; see also
   * `upsertTargeted`.
   */
  async insertTargeted(
    target: AnnotationTarget,
    item: TargetedAnnotation,
    caller: Identity,
  ): Promise<number> {
    refuseReservedName(target, [item]);
    const resolve: Resolve = (tx) => this.resolveTargeted(tx, target, [item], caller);
    const [id] = await this.upsert(target, caller, resolve, 'none');
    return id!;
  }

  /**
   * Stores a note that a program sent. A note without an identifier is always a new one.
   * @returns its row ID.
   * @throws NotFoundError if the target does not exist, ForbiddenError if a member would replace
   * somebody else's note.
   */
  async addSentNote(target: AnnotationTarget, note: NewNote, caller: Identity): Promise<number> {
    refuseForeignIdentifier(note.identifier, caller);
    const sent: SentAnnotation = {
      targetKey: note.targetKey,
      name: NOTE,
      annotatorKind: AnnotatorKind.HUMAN,
      explanation: note.note,
      identifier: note.identifier || generateNoteIdentifier(target),
    };
    const resolve: Resolve = (tx) => this.resolveSent(tx, target, [sent], caller);
    const [id] = await this.upsert(target, caller, resolve);
    return id!;
  }

  /**
   * Finds targets by the IDs that their senders chose.
   * @param project the name of the only project to look at.
   */
  findTargets(
    target: AnnotationTarget,
    sent: readonly Pick<SentAnnotation, 'targetKey'>[],
    project: string | null = null,
  ): Promise<Map<string, FoundTarget>> {
    return this.queries.findBySenderKey(target, storableKeys(sent), project);
  }

  /** Returns the annotations whose document their span does not have. */
  async findOutOfRange(
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    tx?: EntityManager,
  ): Promise<{ annotation: NewAnnotation; count: number }[]> {
    if (!target.hasPosition) return [];
    const keys = annotations.map(({ target: [traceId, spanId] }) => ({
      traceId: String(traceId),
      spanId: String(spanId),
    }));
    const counts = await this.spans.countDocuments(keys, tx);
    return annotations.flatMap((annotation, at) => {
      const count = counts[at]!;
      const { documentPosition } = annotation;
      return documentPosition >= 0 && documentPosition < count ? [] : { annotation, count };
    });
  }

  /** Keeps the targets of annotations from being deleted during a transaction. */
  lockTargets(
    tx: Transaction,
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
  ): Promise<void> {
    return this.queries.lock(
      tx,
      target,
      annotations.map((item) => item.target),
    );
  }

  /**
   * Stores annotations of locked targets in the order in which they were given. Of those with the
   * same key, the last one wins.
   * @returns row IDs by the text of the key. Skips annotations whose target has been deleted, and
   * those that must not be overwritten.
   */
  async write(
    tx: Transaction,
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    overwriting: Overwriting,
  ): Promise<Map<string, number>> {
    const byKey = new Map(annotations.map((item) => [keyText(target, item), item]));
    const stored = await this.queries.upsert(tx, target, [...byKey.values()], overwriting);
    return new Map(stored.map(({ key, id }) => [key, id]));
  }

  /** Returns the annotations that would overwrite those of others. */
  async findNotOwn(
    tx: EntityManager,
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
  ): Promise<Set<NewAnnotation>> {
    if (annotations.length === 0) return new Set();
    const keys = await this.queries.findNotOwn(tx, target, annotations);
    return new Set(annotations.filter((item) => keys.has(keyText(target, item))));
  }

  private async resolveSent(
    tx: Transaction,
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<NewAnnotation[]> {
    const found = await this.queries.lockBySenderKey(tx, target, storableKeys(sent));
    const missing = new Set(
      sent.map(({ targetKey }) => targetKey).filter((key) => !found.has(key)),
    );
    if (missing.size > 0) throw missingTargets(target, [...missing]);
    return sent.map((item) =>
      toNewAnnotation(item, found.get(item.targetKey)!, AnnotationSource.API, caller),
    );
  }

  private async resolveTargeted(
    tx: Transaction,
    target: AnnotationTarget,
    items: readonly TargetedAnnotation[],
    caller: Identity,
  ): Promise<NewAnnotation[]> {
    const ids = items.map(({ targetId }) => requireRowId(targetId, target.targets.type));
    const found = await this.queries.lockByRowIds(tx, target, ids);
    return items.map((item, at) => {
      const stored = found.get(ids[at]!);
      if (!stored) throw missingTargets(target, [item.targetId], 'ID');
      refuseForeignIdentifier(item.identifier, caller);
      const identifier = item.identifier || defaultIdentifier(item.source, caller);
      return toNewAnnotation({ ...item, identifier }, stored, item.source, caller);
    });
  }

  private async upsert(
    target: AnnotationTarget,
    caller: Identity,
    resolve: Resolve,
    overwritten: Overwritten = caller.role === 'ADMIN' ? 'all' : 'own',
  ): Promise<number[]> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const annotations = await resolve(tx);
        if (annotations.length === 0) return [];
        const [wrong] = await this.findOutOfRange(target, annotations, tx);
        if (wrong) throw new UnprocessableError(describeOutOfRange(wrong));
        const ids = await this.write(tx, target, annotations, { overwritten, onlyOlder: false });
        const skipped = annotations.find((item) => !ids.has(keyText(target, item)));
        if (skipped) throw await this.explainSkipped(tx, target, skipped, overwritten);
        return annotations.map((item) => ids.get(keyText(target, item))!);
      });
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      throw new UnprocessableError(KEY_TOO_LONG);
    }
  }

  private async explainSkipped(
    tx: EntityManager,
    target: AnnotationTarget,
    { target: key, name }: NewAnnotation,
    overwritten: Overwritten,
  ): Promise<Error> {
    if (!(await this.queries.isStored(tx, target, key))) {
      return missingTargets(target, [String(key.at(-1))]);
    }
    return overwritten === 'none'
      ? alreadyExists(target)
      : new ForbiddenError(describeNotReplaced(name));
  }
}

/** The IDs of targets that the database can hold. There are no targets with others. */
function storableKeys(sent: readonly Pick<SentAnnotation, 'targetKey'>[]): string[] {
  return [...new Set(sent.map(({ targetKey }) => targetKey))].filter(isStorable);
}
