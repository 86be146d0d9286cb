import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/database-writer.js';
import type { EntityManager } from 'typeorm';
import type { AnnotatorKind } from '../annotator-kind.contract.js';
import { type AnnotationTarget, isSameKey, selectKeys } from '../annotation-target.js';
import type { TargetKey } from '../new-annotation.js';

/** A stored annotation. */
export interface StoredJudgment {
  id: number;
  /** Row ID. */
  targetId: number;
  name: string;
  annotatorKind: AnnotatorKind;
  label: string | null;
  score: number | null;
  explanation: string | null;
  metadata: object;
  userId: number | null;
}

/** SQL for the annotations of many targets with one identifier. */
@Injectable()
export class OwnAnnotationsQueries {
  /** Finds annotations by target and name, which must differ, in no particular order. */
  find(
    tx: EntityManager,
    { table, targets }: AnnotationTarget,
    keys: readonly { target: TargetKey; name: string }[],
    identifier: string,
  ): Promise<StoredJudgment[]> {
    const columns = [...targets.keys, 'name'];
    return tx.query(
      `SELECT a.id, a.target_id AS "targetId", a.name,
              a.annotator_kind AS "annotatorKind", a.label, a.score, a.explanation,
              a.metadata, a.user_id AS "userId"
         FROM ${selectKeys(columns, 2)}
         JOIN ${table} a ON a.identifier = $1 AND ${isSameKey(columns, 'a', 'k')}`,
      [
        identifier,
        ...targets.keys.map((_, at) => keys.map(({ target }) => target[at])),
        keys.map(({ name }) => name),
      ],
    );
  }

  async delete(
    tx: Transaction,
    { table }: AnnotationTarget,
    ids: readonly number[],
  ): Promise<void> {
    await tx.query(`DELETE FROM ${tx.distribution.tableItself(table)} WHERE id = ANY($1)`, [ids]);
  }
}
