import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../database/database-writer.js';
import type { SqlWhere } from '../kernel/sql/sql-where.js';
import type { AnnotationSource } from './annotation.enum.js';
import type { AnnotatorKind } from './annotator-kind.contract.js';
import { type AnnotationTarget, isSameKey, selectKeys } from './annotation-target.js';
import type { TargetKey } from './new-annotation.js';

/** An annotation of any target, without its texts, which can be long. Times are wire text. */
interface AnnotationHead {
  id: number;
  projectId: number;
  /** Row ID of the span, trace or session. */
  targetId: number;
  /** The IDs that the sender chose; null unless the target has them. */
  traceId: string | null;
  spanId: string | null;
  sessionId: string | null;
  /** Index from 0; null unless the target is a document. */
  documentPosition: number | null;
  name: string;
  identifier: string;
  annotatorKind: AnnotatorKind;
  label: string | null;
  score: number | null;
  source: AnnotationSource;
  /** Row ID of the author; null without authentication. */
  userId: number | null;
  createdAt: string;
  updatedAt: string;
}

/** The parts of an annotation that lists leave out unless they are requested. */
interface AnnotationTexts {
  explanation: string | null;
  metadata: object;
}

/** An annotation of any target. */
export type AnnotationRow = AnnotationHead & AnnotationTexts;

/** An annotation in a list. */
export type ListedAnnotation = AnnotationHead & Partial<AnnotationTexts>;

/** Changes to an annotation. Absent fields stay. */
export type AnnotationChanges = Partial<
  Pick<
    AnnotationRow,
    'name' | 'identifier' | 'annotatorKind' | 'label' | 'score' | 'explanation' | 'source'
  > & {
    /** JSON text. */
    metadata: string;
  }
>;

const CHANGED_COLUMNS: Record<keyof AnnotationChanges, string> = {
  name: 'name',
  identifier: 'identifier',
  source: 'source',
  annotatorKind: 'annotator_kind',
  label: 'label',
  score: 'score',
  explanation: 'explanation',
  metadata: 'metadata',
};

/** SQL that reads, changes and deletes annotations of any target. */
@Injectable()
export class AnnotationsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Lists annotations that meet the conditions on `a`, newest stored first. */
  list(target: AnnotationTarget, where: SqlWhere, limit: number): Promise<AnnotationRow[]> {
    return this.database.query(
      `SELECT ${selectList(target)} FROM ${target.table} a ${where.toString()}
        ORDER BY a.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Lists the annotations of targets, in the order in which they were first stored. */
  listByTarget(
    target: AnnotationTarget,
    keys: readonly TargetKey[],
    { withTexts }: { withTexts: boolean },
  ): Promise<ListedAnnotation[]> {
    const columns = target.targets.keys;
    return this.database.query(
      `SELECT ${withTexts ? selectList(target) : selectHead(target)}
         FROM ${selectKeys(columns)}
         JOIN ${target.table} a ON ${isSameKey(columns, 'a', 'k')}
        ORDER BY a.id`,
      columns.map((_, at) => keys.map((key) => key[at])),
    );
  }

  /** Returns those that exist, in no particular order. */
  findByRowIds(target: AnnotationTarget, ids: readonly number[]): Promise<AnnotationRow[]> {
    return this.database.query(
      `SELECT ${selectList(target)} FROM ${target.table} a WHERE a.id = ANY($1)`,
      [ids],
    );
  }

  /** Returns whether a project contains at least one target with one of these IDs, which senders chose. */
  async hasTarget(
    { targets }: AnnotationTarget,
    projectId: number,
    keys: readonly string[],
  ): Promise<boolean> {
    const [row] = await this.database.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM ${targets.table} s
                       WHERE s.${targets.senderKey} = ANY($1) AND s.project_id = $2) AS found`,
      [keys, projectId],
    );
    return row?.found ?? false;
  }

  /** Changes an annotation. @throws a unique violation if its target has one with the new name. */
  async update(
    tx: Transaction,
    target: AnnotationTarget,
    { id, changes }: { id: number; changes: AnnotationChanges },
  ): Promise<void> {
    const fields = Object.keys(changes) as (keyof AnnotationChanges)[];
    const assignments = fields.map((field, at) => `${CHANGED_COLUMNS[field]} = $${at + 2}`);
    await tx.query(
      `UPDATE ${tx.distribution.tableItself(target.table)} SET ${[...assignments, 'updated_at = now()'].join(', ')}
        WHERE id = $1`,
      [id, ...fields.map((field) => changes[field])],
    );
  }

  async deleteByRowIds(target: AnnotationTarget, ids: readonly number[]): Promise<void> {
    await this.database.query(
      `DELETE FROM ${this.database.distribution.tableItself(target.table)} WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** Deletes annotations that meet the conditions on `a`. Returns how many. */
  async deleteWhere(target: AnnotationTarget, where: SqlWhere): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM ${this.database.distribution.tableItself(target.table)} a ${where.toString()}`,
      where.parameters,
    );
    return count;
  }
}

function selectList(target: AnnotationTarget): string {
  return `${selectHead(target)}, a.explanation, a.metadata`;
}

function selectHead({ targets, hasPosition }: AnnotationTarget): string {
  const key = (column: string) => (targets.keys.includes(column) ? `a.${column}` : 'NULL');
  return `a.id, a.project_id AS "projectId", a.target_id AS "targetId",
    ${key('trace_id')} AS "traceId", ${key('span_id')} AS "spanId",
    ${key('session_id')} AS "sessionId",
    ${hasPosition ? 'a.document_position' : 'NULL'} AS "documentPosition",
    a.name, a.identifier, a.annotator_kind AS "annotatorKind", a.label, a.score, a.source, a.user_id AS "userId", a.created_at AS "createdAt",
    a.updated_at AS "updatedAt"`;
}
