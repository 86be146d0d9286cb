import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter, type Transaction } from '../database/database-writer.js';
import { type AnnotationTarget, arrayType, isSameKey, keyColumns } from './annotation-target.js';
import { isPresent } from '../spans/dropped-traces.js';
import { hasPresentOwner, lockOwners } from './lock-owners.queries.js';
import { keyValues, type KeyPart, type NewAnnotation, type TargetKey } from './new-annotation.js';

/** A stored target. */
export interface FoundTarget {
  /** Row ID. */
  id: number;
  projectId: number;
  key: TargetKey;
}

/** The annotations that a caller may overwrite: `own` spares those of others. */
export type Overwritten = 'all' | 'own' | 'none';

/** The rules by which an upsert overwrites stored annotations. */
export interface Overwriting {
  overwritten: Overwritten;
  /** Whether it leaves alone what was stored after the new annotation was received. */
  onlyOlder: boolean;
}

/** The stored annotation with a key. */
export interface WrittenAnnotation {
  id: number;
  key: string;
}

/** SQL that finds targets and stores their annotations. */
@Injectable()
export class AnnotationWritesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Finds targets by the IDs that their senders chose, without locking them.
   * @param project the name of the only project to look at.
   */
  async findBySenderKey(
    target: AnnotationTarget,
    keys: readonly string[],
    project: string | null,
  ): Promise<Map<string, FoundTarget>> {
    const { senderKey } = target.targets;
    const rows = await this.database.query<FoundRow[]>(
      `SELECT ${foundTarget(target)} FROM ${target.targets.table} s
        WHERE s.${senderKey} = ANY($1) AND ${hasPresentOwner(target)}
          ${project === null ? '' : 'AND s.project_id = (SELECT p.id FROM projects p WHERE p.name = $2)'}`,
      project === null ? [keys] : [keys, project],
    );
    return toFoundTargets(target, rows);
  }

  /** Like `findBySenderKey`, but keeps the targets from being deleted during a transaction. */
  async lockBySenderKey(
    tx: Transaction,
    target: AnnotationTarget,
    keys: readonly string[],
  ): Promise<Map<string, FoundTarget>> {
    const condition = `s.${target.targets.senderKey} = ANY($1)`;
    return toFoundTargets(target, await lockTargets(tx, target, condition, keys));
  }

  /** Like `lockBySenderKey`, by row IDs. */
  async lockByRowIds(
    tx: Transaction,
    target: AnnotationTarget,
    ids: readonly number[],
  ): Promise<Map<number, FoundTarget>> {
    const rows = await lockTargets(tx, target, 's.id = ANY($1)', ids);
    return new Map(rows.map((row) => [row.id, toFoundTarget(target, row)]));
  }

  /** Keeps targets from being deleted during a transaction. */
  async lock(
    tx: Transaction,
    target: AnnotationTarget,
    targets: readonly TargetKey[],
  ): Promise<void> {
    await lockOwners(tx, target, targets);
  }

  /** Returns whether a target exists. */
  async isStored(tx: EntityManager, target: AnnotationTarget, key: TargetKey): Promise<boolean> {
    const { targets } = target;
    const conditions = targets.keys.map((column, at) => `s.${column} = $${at + 1}`);
    const [row] = await tx.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM ${targets.table} s
                       WHERE ${conditions.join(' AND ')} AND ${hasPresentOwner(target)}) AS found`,
      [...key],
    );
    return row?.found ?? false;
  }

  /** Returns the texts of the keys of annotations that would overwrite somebody else's. */
  async findNotOwn(
    tx: EntityManager,
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
  ): Promise<Set<string>> {
    const key = keyColumns(target);
    const keys = annotations.map((item) => keyValues(target, item));
    const types = key.map(arrayType);
    const rows = await tx.query<Record<string, KeyPart>[]>(
      `SELECT ${key.map((column) => `a.${column}`).join(', ')}
         FROM unnest(${types.map((type, at) => `$${at + 1}::${type}`).join(', ')},
                     $${key.length + 1}::bigint[]) AS excluded (${key.join(', ')}, user_id)
         JOIN ${target.table} a
           ON ${isSameKey(key, 'a', 'excluded')}
        WHERE NOT (${MAY_OVERWRITE.own})`,
      [
        ...key.map((_, at) => keys.map((values) => values[at])),
        annotations.map((item) => item.userId),
      ],
    );
    return new Set(rows.map((row) => JSON.stringify(key.map((column) => row[column]))));
  }

  /**
   * Stores annotations whose keys differ. Overwrites those with the same key, and keeps their IDs
   * and times of creation. Row IDs increase in the given order. Skips missing targets, and
   * annotations that may not be overwritten.
   */
  async upsert(
    tx: Transaction,
    target: AnnotationTarget,
    annotations: readonly NewAnnotation[],
    { overwritten, onlyOlder }: Overwriting,
  ): Promise<WrittenAnnotation[]> {
    const key = keyColumns(target);
    const { targets, table } = target;
    const keyArrays = targets.keys.map((column, at) => `$${at + 1}::${arrayType(column)}`);
    const stored = key.includes('project_id') ? key : [...key, 'project_id'];
    const at = targets.keys.length;
    const rows = await tx.query<Record<string, KeyPart>[]>(
      `WITH item AS MATERIALIZED (
         SELECT nextval('${table}_id_seq') AS id, sent.*
           FROM unnest(${keyArrays.join(', ')}, $${at + 1}::int[], $${at + 2}::text[],
                       $${at + 3}::text[], $${at + 4}::text[], $${at + 5}::text[],
                       $${at + 6}::float8[], $${at + 7}::text[], $${at + 8}::json[],
                       $${at + 9}::text[], $${at + 10}::bigint[], $${at + 11}::timestamptz[])
             AS sent (${targets.keys.join(', ')}, document_position, name, identifier,
                      annotator_kind, label, score, explanation, metadata, source, user_id,
                      received_at))
       INSERT INTO ${tx.distribution.tableItself(table)} AS a (id, ${stored.join(', ')}, target_id,
              ${target.hasStartTime ? 'start_time,' : ''} annotator_kind, label, score,
              explanation, metadata, source, user_id, created_at, updated_at)
       SELECT item.id, ${stored.map((column) => `${column === 'project_id' ? 's' : 'item'}.${column}`).join(', ')}, s.id,
              ${target.hasStartTime ? 's.start_time,' : ''} item.annotator_kind, item.label,
              item.score, item.explanation, item.metadata, item.source, item.user_id,
              coalesce(item.received_at, now()), coalesce(item.received_at, now())
         FROM item
         JOIN ${targets.table} s
           ON ${isSameKey(targets.keys, 's', 'item')}
          AND ${hasPresentOwner(target)}
        ORDER BY ${key.map((column) => `item.${column}${collation(column)}`).join(', ')}
       ON CONFLICT (${key.join(', ')}) DO UPDATE
          SET annotator_kind = excluded.annotator_kind, label = excluded.label,
              score = excluded.score, explanation = excluded.explanation,
              metadata = excluded.metadata, source = excluded.source, user_id = excluded.user_id,
              updated_at = excluded.updated_at
        WHERE ${MAY_OVERWRITE[overwritten]} AND ${onlyOlder ? 'a.updated_at < excluded.updated_at' : 'true'}
       RETURNING a.id, ${key.map((column) => `a.${column}`).join(', ')}`,
      [
        ...targets.keys.map((_, column) => annotations.map((item) => item.target[column])),
        annotations.map((item) => item.documentPosition),
        annotations.map((item) => item.name),
        annotations.map((item) => item.identifier),
        annotations.map((item) => item.annotatorKind),
        annotations.map((item) => item.label),
        annotations.map((item) => item.score),
        annotations.map((item) => item.explanation),
        annotations.map((item) => item.metadata),
        annotations.map((item) => item.source),
        annotations.map((item) => item.userId),
        annotations.map((item) => item.receivedAt),
      ],
    );
    return rows.map((row) => ({
      id: Number(row['id']),
      key: JSON.stringify(key.map((column) => row[column])),
    }));
  }
}

/** Without authentication, annotations have no author, and everyone may overwrite them. */
const MAY_OVERWRITE: Record<Overwritten, string> = {
  all: 'true',
  own: 'a.user_id IS NOT DISTINCT FROM excluded.user_id',
  none: 'false',
};

/** A target with the columns of its key. */
type FoundRow = { id: number; projectId: number; precedence: number } & Record<string, KeyPart>;

function foundTarget({ targets }: AnnotationTarget): string {
  return `s.id, s.project_id AS "projectId", ${targets.precedence} AS precedence,
    ${targets.keys.map((key) => `s.${key}`).join(', ')}`;
}

function toFoundTarget({ targets }: AnnotationTarget, row: FoundRow): FoundTarget {
  const key = targets.keys.map((column) => row[column]!);
  return { id: row.id, projectId: row.projectId, key };
}

/**
 * Returns the found targets by the sender's ID. If several traces have a span with it, the one stored first
 * counts; if several projects have a session with it, the one with the most recent activity.
 */
function toFoundTargets(
  target: AnnotationTarget,
  rows: readonly FoundRow[],
): Map<string, FoundTarget> {
  const found = new Map<string, FoundRow>();
  for (const row of rows) {
    const sent = row[target.targets.senderKey] as string;
    const other = found.get(sent);
    if (!other || comesFirst(row, other)) found.set(sent, row);
  }
  return new Map([...found].map(([sent, row]) => [sent, toFoundTarget(target, row)]));
}

function comesFirst(one: FoundRow, other: FoundRow): boolean {
  return one.precedence === other.precedence
    ? one.id > other.id
    : one.precedence > other.precedence;
}

/** Finds targets and locks their owners. */
async function lockTargets(
  tx: Transaction,
  target: AnnotationTarget,
  condition: string,
  values: readonly (string | number)[],
): Promise<FoundRow[]> {
  const { targets, owners } = target;
  const find = (from: string) =>
    tx.query<FoundRow[]>(`SELECT ${foundTarget(target)} FROM ${targets.table} s ${from}`, [values]);
  if (tx.distribution.distributes(owners.table)) {
    const found = await find(`WHERE ${condition}`);
    await lockOwners(
      tx,
      target,
      found.map((row) => owners.keys.map((column) => row[column]!)),
    );
    return find(`WHERE ${condition} AND ${hasPresentOwner(target)}`);
  }
  // Deletions lock the same rows in the same order. Looks at the locked rows as they are by then.
  const isOwned = owners.table === 'traces' ? isPresent('o') : 'true';
  return find(
    `JOIN ${owners.table} o ON ${isSameKey(owners.keys, 'o', 's')}
    WHERE ${condition} AND ${isOwned}
    ORDER BY ${owners.keys.map((column) => `o.${column}`).join(', ')} FOR KEY SHARE OF o`,
  );
}

function collation(column: string): string {
  return arrayType(column) === 'text[]' ? ' COLLATE "C"' : '';
}
