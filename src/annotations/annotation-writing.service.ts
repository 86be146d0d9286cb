import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { isTooLargeForIndex } from '../common/errors/database-errors.js';
import { NotFoundError, UnprocessableError } from '../common/errors/errors.js';
import { requireRowId, toGlobalId } from '../common/ids/global-id.js';
import { cleanText } from '../common/json/clean-json.js';
import type { JsonObject } from '../common/json/json.js';
import { payloadText } from '../common/json/payload-text.js';
import { isStorable } from '../common/validation/storable.js';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import { SpansService } from '../tracing/spans/spans.service.js';
import { AnnotationSource, AnnotatorKind } from './annotation.enum.js';
import { alreadyExists, notOwn, refuseReservedName } from './annotation-rules.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';
import {
  AnnotationWritesQueries,
  type FoundTarget,
  keyText,
  type NewAnnotation,
  type Overwriting,
  type Overwritten,
  type TargetKey,
} from './annotation-writes.queries.js';

/** What somebody thinks of a target. Absent and null mean the same. */
export interface Judgment {
  name: string;
  annotatorKind: AnnotatorKind;
  label?: string | null;
  score?: number | null;
  /** The text, if it is a note. */
  explanation?: string | null;
  metadata?: JsonObject | null;
  identifier?: string | null;
  /** Index of the document, from 0. */
  documentPosition?: number;
}

/** A judgment of the target with the ID that its sender chose. */
export interface SentAnnotation extends Judgment {
  targetKey: string;
}

/** A judgment of the target with a global ID. */
export interface TargetedAnnotation extends Judgment {
  /** Global ID. */
  targetId: string;
  source: AnnotationSource;
}

/** A new note. */
export type NewNote = Pick<SentAnnotation, 'targetKey'> & {
  note: string;
  /** Overwrites the target's note with the same identifier. */
  identifier?: string | null;
};

/** A new note about the target with a global ID. */
export type TargetedNote = Pick<TargetedAnnotation, 'targetId' | 'annotatorKind' | 'source'> &
  Omit<NewNote, 'targetKey'>;

/** Stores annotations and notes, for REST and GraphQL. */
@Injectable()
export class AnnotationWritingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: AnnotationWritesQueries,
    private readonly spans: SpansService,
  ) {}

  /**
   * Stores annotations that a program sent. Replaces those with the same target, name and
   * identifier, and keeps their IDs. Stores all or none.
   * @returns row IDs, in the same order.
   * @throws NotFoundError that names missing targets, UnprocessableError for a document that a span
   * does not have, ForbiddenError if another person stored the annotation in the app; see also
   * `assertAcceptable`.
   */
  async upsertSent(
    target: AnnotationTarget,
    sent: readonly SentAnnotation[],
    caller: Identity,
  ): Promise<number[]> {
    assertAcceptable(target, sent);
    const found = await this.findTargets(target, sent);
    const missing = new Set(
      sent.map(({ targetKey }) => targetKey).filter((key) => !found.has(key)),
    );
    if (missing.size > 0) throw missingTargets(target, [...missing]);
    const annotations = sent.map((item) =>
      toNewAnnotation(item, found.get(item.targetKey)!, AnnotationSource.API, caller),
    );
    return this.upsert(target, annotations, caller);
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
    return this.upsert(target, await this.resolve(target, items, caller), caller);
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
      explanation: requireText(note),
      identifier: identifier || generateIdentifier(target),
    }));
    return this.upsert(target, await this.resolve(target, items, caller), caller);
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
    const annotations = await this.resolve(target, [item], caller);
    const [id] = await this.upsert(target, annotations, caller, 'none');
    return id!;
  }

  /**
   * Stores a note that a program sent. A note without an identifier is always a new one.
   * @returns its row ID.
   * @throws NotFoundError if the target does not exist.
   */
  async addSentNote(target: AnnotationTarget, note: NewNote, caller: Identity): Promise<number> {
    const found = await this.findTargets(target, [note]);
    const stored = found.get(note.targetKey);
    if (!stored) throw missingTargets(target, [note.targetKey]);
    const judgment = {
      name: NOTE,
      annotatorKind: AnnotatorKind.HUMAN,
      explanation: note.note,
      identifier: note.identifier || generateIdentifier(target),
    };
    const annotation = toNewAnnotation(judgment, stored, AnnotationSource.API, caller);
    const [id] = await this.upsert(target, [annotation], caller);
    return id!;
  }

  /** Finds targets by the IDs that their senders chose. */
  findTargets(
    target: AnnotationTarget,
    sent: readonly Pick<SentAnnotation, 'targetKey'>[],
  ): Promise<Map<string, FoundTarget>> {
    const keys = [...new Set(sent.map(({ targetKey }) => targetKey))].filter(isStorable);
    return this.queries.findBySenderKey(target, keys);
  }

  /** Returns the annotations whose document their span does not have. */
  async findOutOfRange(
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
  ): Promise<{ annotation: NewAnnotation; count: number }[]> {
    if (!target.hasPosition) return [];
    const keys = annotations.map(({ target: [traceId, spanId] }) => ({
      traceId: traceId!,
      spanId: spanId!,
    }));
    const counts = await this.spans.countDocuments(keys);
    return annotations.flatMap((annotation, at) => {
      const count = counts[at]!;
      const { documentPosition } = annotation;
      return documentPosition >= 0 && documentPosition < count ? [] : { annotation, count };
    });
  }

  /**
   * Stores annotations in the order in which they were given, as part of a transaction. Of those
   * with the same key, the last one wins.
   * @returns row IDs by the text of the key. Skips annotations whose target has been deleted, and
   * those that must not be overwritten.
   */
  async write(
    tx: EntityManager,
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    overwriting: Overwriting,
  ): Promise<Map<string, number>> {
    const byKey = new Map(annotations.map((item) => [keyText(target, item), item]));
    const distinct = [...byKey.values()];
    await this.queries.lockOwners(
      tx,
      target,
      distinct.map((item) => item.target),
    );
    const stored = await this.queries.upsert(tx, target, distinct, overwriting);
    return new Map(stored.map(({ key, id }) => [key, id]));
  }

  private async resolve(
    target: AnnotationTarget,
    items: readonly TargetedAnnotation[],
    caller: Identity,
  ): Promise<NewAnnotation[]> {
    const ids = items.map(({ targetId }) => requireRowId(targetId, target.targets.type));
    const found = await this.queries.findByRowIds(target, ids);
    return items.map((item, at) => {
      const stored = found.get(ids[at]!);
      if (!stored) throw missingTargets(target, [item.targetId], 'ID');
      const identifier = item.identifier || defaultIdentifier(item.source, caller);
      return toNewAnnotation({ ...item, identifier }, stored, item.source, caller);
    });
  }

  private async upsert(
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    caller: Identity,
    overwritten: Overwritten = caller.role === 'ADMIN' ? 'all' : 'own',
  ): Promise<number[]> {
    if (annotations.length === 0) return [];
    const [wrong] = await this.findOutOfRange(target, annotations);
    if (wrong) throw new UnprocessableError(describeOutOfRange(wrong));
    try {
      return await inRetriedTransaction(this.dataSource, async (tx) => {
        const ids = await this.write(tx, target, annotations, { overwritten, onlyOlder: false });
        const skipped = annotations.find((item) => !ids.has(keyText(target, item)));
        if (skipped) throw await this.explainSkipped(tx, target, skipped, overwritten);
        return annotations.map((item) => ids.get(keyText(target, item))!);
      });
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      throw new UnprocessableError(
        'The name, the identifier and the IDs of the target are too long together.',
      );
    }
  }

  private async explainSkipped(
    tx: EntityManager,
    target: AnnotationTarget,
    { target: key, name }: NewAnnotation,
    overwritten: Overwritten,
  ): Promise<Error> {
    if (!(await this.queries.isStored(tx, target, key))) {
      return missingTargets(target, [key.at(-1)!]);
    }
    return overwritten === 'none' ? alreadyExists(target) : notOwn(name);
  }
}

/** The sentence about a document that a span does not have. */
export function describeOutOfRange({
  annotation: { target, documentPosition },
  count,
}: {
  annotation: NewAnnotation;
  count: number;
}): string {
  const range = count === 0 ? 'has no documents' : `has documents 0 to ${count - 1}`;
  return `There is no document ${documentPosition}: the span "${target[1]}" ${range}.`;
}

/**
 * Checks annotations that a program sent, as far as this is possible without their targets.
 * @throws BadRequestError for the reserved name, UnprocessableError for a document annotation with
 * an identifier.
 */
export function assertAcceptable(target: AnnotationTarget, sent: readonly SentAnnotation[]): void {
  refuseReservedName(target, sent);
  if (target.hasPosition && sent.some(({ identifier }) => identifier?.trim())) {
    throw new UnprocessableError('Document annotations cannot have an identifier.');
  }
}

/** Converts a judgment to the row of a stored target. */
export function toNewAnnotation(
  judgment: Judgment,
  { key }: { key: TargetKey },
  source: AnnotationSource,
  { userId }: Pick<Identity, 'userId'>,
): NewAnnotation {
  const { name, annotatorKind, label, score, explanation, metadata, identifier } = judgment;
  return {
    target: key,
    documentPosition: judgment.documentPosition ?? 0,
    name,
    identifier: identifier ?? '',
    annotatorKind,
    label: cleaned(label),
    score: score ?? null,
    explanation: cleaned(explanation),
    metadata: payloadText(metadata ?? {}),
    source,
    userId,
    receivedAt: null,
  };
}

function requireText(text: string | null | undefined): string {
  const trimmed = text?.trim();
  if (!trimmed) throw new UnprocessableError('The note must not be empty.');
  return trimmed;
}

/** The form of the identifiers that published servers generate. */
function generateIdentifier({ kind }: AnnotationTarget): string {
  return `px-${kind}-note:${randomUUID()}`;
}

/** Lets every person who judges in the app hold an opinion of their own under one name. */
function defaultIdentifier(source: AnnotationSource, { userId }: Identity): string {
  return source === AnnotationSource.APP && userId !== null
    ? `app:${toGlobalId('User', userId)}`
    : '';
}

function missingTargets(
  { noun, targets }: AnnotationTarget,
  keys: readonly string[],
  named: string = targets.senderKey,
): NotFoundError {
  const shown = keys.slice(0, MAX_NAMED).join(', ');
  const more = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : '';
  const subject = keys.length === 1 ? capitalize(noun) : `${capitalize(noun)}s`;
  return new NotFoundError(`${subject} with ${named} ${shown}${more} not found.`);
}

/** How many missing targets an error names. */
const MAX_NAMED = 1000;

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function cleaned(text: string | null | undefined): string | null {
  return typeof text === 'string' ? cleanText(text) : null;
}
