import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { isTooLargeForIndex } from '../kernel/errors/database-errors.js';
import { isStorable } from '../kernel/validation/storable.js';
import { AnnotationSource } from './annotation.enum.js';
import { AnnotatorKind } from './annotator-kind.contract.js';
import { KEY_TOO_LONG } from './annotation-rules.js';
import {
  type AnnotationTarget,
  DOCUMENT_ANNOTATIONS,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from './annotation-target.js';
import { AnnotationWritingService } from './annotation-writing.service.js';
import {
  APP_IDENTIFIER,
  keyText,
  type NewAnnotation,
  type SentAnnotation,
  toNewAnnotation,
} from './new-annotation.js';

/** An annotation from another product. Its name may be that of notes. */
export interface ImportedAnnotation extends Omit<SentAnnotation, 'annotatorKind'> {
  annotatorKind: `${AnnotatorKind}`;
  /** Whether a person gave it in the app of the other product, or a program sent it. */
  source?: 'APP' | 'API';
  /** When it was given or changed. Wire text; now if absent or null. */
  changedAt?: string | null;
}

export type ImportedKind = AnnotationTarget['kind'];

/** The outcome of importing annotations: how many were stored, and why others were refused. */
export interface ImportedAnnotations {
  stored: number;
  refused: { annotation: ImportedAnnotation; reason: string }[];
}

const TARGETS: Record<ImportedKind, AnnotationTarget> = {
  span: SPAN_ANNOTATIONS,
  document: DOCUMENT_ANNOTATIONS,
  trace: TRACE_ANNOTATIONS,
  session: SESSION_ANNOTATIONS,
};

/** Stores annotations from other products, as far as that is possible. They have no author. */
@Injectable()
export class ImportedAnnotationsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly writing: AnnotationWritingService,
  ) {}

  /**
   * Replaces annotations with the same target, name and identifier. Of equal ones, the last wins.
   * @param project the name of the project of the sessions. Spans and traces are found in any project.
   */
  async store(
    kind: ImportedKind,
    annotations: readonly ImportedAnnotation[],
    project: string,
  ): Promise<ImportedAnnotations> {
    const target = TARGETS[kind];
    const only = kind === 'session' ? project : null;
    const found = await this.writing.findTargets(target, annotations, only);
    const outcome: ImportedAnnotations = { stored: 0, refused: [] };
    const given = new Map<NewAnnotation, ImportedAnnotation>();
    for (const annotation of annotations) {
      const reason = whyNot(target, annotation, found.has(annotation.targetKey));
      if (reason === null) {
        const stored = found.get(annotation.targetKey)!;
        const judgment = {
          ...annotation,
          annotatorKind: AnnotatorKind[annotation.annotatorKind],
          identifier: ownIdentifier(annotation.identifier),
        };
        const source = AnnotationSource[annotation.source ?? 'API'];
        const row = toNewAnnotation(judgment, stored, source, { userId: null });
        given.set({ ...row, receivedAt: annotation.changedAt ?? null }, annotation);
      } else outcome.refused.push({ annotation, reason });
    }
    for (const { annotation } of await this.writing.findOutOfRange(target, [...given.keys()])) {
      const reason = 'The span does not have this document.';
      outcome.refused.push({ annotation: given.get(annotation)!, reason });
      given.delete(annotation);
    }
    await this.write(target, [...given.keys()], (annotation, reason) => {
      if (reason === null) outcome.stored += 1;
      else outcome.refused.push({ annotation: given.get(annotation)!, reason });
    });
    return outcome;
  }

  /** Writes annotations together or, if a key is too long for its index, one by one. */
  private async write(
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    report: (annotation: NewAnnotation, reason: string | null) => void,
  ): Promise<void> {
    if (annotations.length === 0) return;
    try {
      const stored = await this.database.inTransaction(async (tx) => {
        await this.writing.lockTargets(tx, target, annotations);
        const overwriting = { overwritten: 'all', onlyOlder: false } as const;
        return this.writing.write(tx, target, annotations, overwriting);
      });
      for (const annotation of annotations) {
        const isStored = stored.has(keyText(target, annotation));
        report(annotation, isStored ? null : missing(target));
      }
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      const [first] = annotations;
      if (annotations.length === 1) report(first!, KEY_TOO_LONG);
      else for (const annotation of annotations) await this.write(target, [annotation], report);
    }
  }
}

function whyNot(
  target: AnnotationTarget,
  { name, identifier }: ImportedAnnotation,
  isFound: boolean,
): string | null {
  if (!isFound) return missing(target);
  const isFine = isStorable(name) && isStorable(identifier ?? '');
  return isFine ? null : 'The name or identifier contains a character that cannot be stored.';
}

function missing({ noun }: AnnotationTarget): string {
  return `No ${noun} has this ID.`;
}

/** Identifiers that name a user of another server must not name one of this server's users. */
function ownIdentifier(identifier: string | null | undefined): string {
  return identifier?.startsWith(APP_IDENTIFIER) ? `imported-${identifier}` : (identifier ?? '');
}
