import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/database-writer.js';
import { isTooLargeForIndex } from '../kernel/errors/database-errors.js';
import { UnprocessableError } from '../kernel/errors/errors.js';
import type { JsonObject } from '../kernel/json/json.js';
import { AnnotationSource } from './annotation.enum.js';
import { AnnotatorKind } from './annotator-kind.contract.js';
import { KEY_TOO_LONG } from './annotation-rules.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from './annotation-target.js';
import { AnnotationWritingService } from './annotation-writing.service.js';
import { type TargetKey, toNewAnnotation } from './new-annotation.js';

/** Something that this server has evaluated. */
export interface EvaluatedThing {
  kind: 'SPAN' | 'TRACE' | 'SESSION';
  /** The trace ID and span ID, the trace ID, or the row ID of the project and the session ID. */
  key: TargetKey;
}

/** The evaluation of one span, trace or session, to be stored as an annotation. */
export interface NewEvaluationAnnotation {
  name: string;
  annotatorKind: 'LLM' | 'CODE';
  identifier: string;
  label: string | null;
  score: number | null;
  explanation: string | null;
  metadata: JsonObject;
}

const TARGETS: Record<EvaluatedThing['kind'], AnnotationTarget> = {
  SPAN: SPAN_ANNOTATIONS,
  TRACE: TRACE_ANNOTATIONS,
  SESSION: SESSION_ANNOTATIONS,
};

/** Stores what this server's own evaluators say. Such annotations have no author. */
@Injectable()
export class EvaluationAnnotationsService {
  constructor(private readonly writing: AnnotationWritingService) {}

  /**
   * Stores an evaluation as an annotation, unless the evaluated thing no longer exists. Replaces one
   * with the same name and identifier.
   * @throws UnprocessableError if the name, the identifier and the key are too long for the index.
   */
  async store(
    tx: Transaction,
    { kind, key }: EvaluatedThing,
    given: NewEvaluationAnnotation,
  ): Promise<void> {
    const target = TARGETS[kind];
    const judgment = { ...given, annotatorKind: AnnotatorKind[given.annotatorKind] };
    const annotation = toNewAnnotation(judgment, { key }, AnnotationSource.API, { userId: null });
    try {
      await this.writing.lockTargets(tx, target, [annotation]);
      const overwriting = { overwritten: 'all', onlyOlder: false } as const;
      await this.writing.write(tx, target, [annotation], overwriting);
    } catch (error) {
      if (!isTooLargeForIndex(error)) throw error;
      throw new UnprocessableError(KEY_TOO_LONG);
    }
  }
}
