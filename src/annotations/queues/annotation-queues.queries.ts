import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { type AnnotationTarget, arrayType, isSameKey } from '../annotation-target.js';
import { hasPresentOwner, lockOwners } from '../lock-owners.queries.js';
import type { TargetKey } from '../new-annotation.js';
import { AnnotationQueueEntity } from './annotation-queue.entity.js';
import { AnnotationQueueItemEntity } from './annotation-queue-item.entity.js';

/** A queue with the row IDs of its configs, in ascending order. */
export type QueueRow = AnnotationQueueEntity & { configIds: number[] };

/** Selects part of a list by position. */
export interface Slice {
  offset: number;
  limit: number;
}

/** The place of an item in its queue. */
export interface ItemPlace {
  /** Row ID of the item. */
  id: number;
  /** From 1, without gaps. */
  number: number;
  /** Row IDs of the items before and after it. */
  previousId: number | null;
  nextId: number | null;
}

export type QueueContent = Pick<AnnotationQueueEntity, 'name' | 'description' | 'judgmentsPerItem'>;

const COLUMNS = `${selectColumns(AnnotationQueueEntity, 'q')},
  (SELECT coalesce(jsonb_agg(c.annotation_config_id ORDER BY c.annotation_config_id), '[]')
     FROM annotation_queue_configs c WHERE c.queue_id = q.id) AS "configIds"`;

/** Select list of an item. */
const ITEM_COLUMNS = selectColumns(AnnotationQueueItemEntity, 'i');

/** SQL for review queues and their items. */
@Injectable()
export class AnnotationQueuesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<QueueRow[]> {
    return tx.query(`SELECT ${COLUMNS} FROM annotation_queues q WHERE q.id = ANY($1)`, [ids]);
  }

  /** Lists part of the queues of each project, newest first. */
  listByProject(projectIds: readonly number[], { offset, limit }: Slice): Promise<QueueRow[]> {
    return this.database.query(
      `SELECT page.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM annotation_queues q WHERE q.project_id = p.id
          ORDER BY q.id DESC OFFSET $2 LIMIT $3
       ) page`,
      [projectIds, offset, limit],
    );
  }

  /** Skips projects without queues. */
  countByProject(projectIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT project_id AS id, count(*) AS count FROM annotation_queues
        WHERE project_id = ANY($1) GROUP BY project_id`,
      [projectIds],
    );
  }

  /** @returns the row ID. @throws a unique violation if the project has one with this name. */
  async insert(
    tx: EntityManager,
    {
      projectId,
      name,
      description,
      target,
      judgmentsPerItem,
      userId,
    }: Omit<AnnotationQueueEntity, 'id' | 'createdAt' | 'updatedAt'>,
  ): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO annotation_queues
              (project_id, name, description, target, judgments_per_item, user_id)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [projectId, name, description, target, judgmentsPerItem, userId],
    );
    return row.id;
  }

  /** @throws a unique violation if the project has another queue with the name. */
  async update(
    tx: EntityManager,
    id: number,
    { name, description, judgmentsPerItem }: QueueContent,
  ): Promise<void> {
    await tx.query(
      `UPDATE annotation_queues SET name = $2, description = $3, judgments_per_item = $4,
              updated_at = now() WHERE id = $1`,
      [id, name, description, judgmentsPerItem],
    );
  }

  /** @throws a foreign key violation if a config has since been deleted. */
  async replaceConfigs(
    tx: EntityManager,
    queueId: number,
    configIds: readonly number[],
  ): Promise<void> {
    await tx.query('DELETE FROM annotation_queue_configs WHERE queue_id = $1', [queueId]);
    await tx.query(
      `INSERT INTO annotation_queue_configs (queue_id, annotation_config_id)
       SELECT $1::bigint, unnest($2::bigint[])`,
      [queueId, configIds],
    );
  }

  async delete(id: number): Promise<void> {
    await this.database.query('DELETE FROM annotation_queues WHERE id = $1', [id]);
  }

  /**
   * Locks a queue, whose claims thereby happen one after another. Returns false if it has been
   * deleted.
   */
  async lock(tx: EntityManager, id: number): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT FROM annotation_queues WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return rows.length > 0;
  }

  /**
   * Appends targets to a queue in the given order. Skips those that it has, and those that have
   * since been deleted or moved. Locks their owners in the order in which deletions do.
   * @returns how many were added.
   */
  async insertItems(
    tx: Transaction,
    { id: queueId, projectId }: Pick<QueueRow, 'id' | 'projectId'>,
    target: AnnotationTarget,
    keys: readonly TargetKey[],
  ): Promise<number> {
    const { targets } = target;
    await lockOwners(tx, target, keys);
    const columns = targets.keys.join(', ');
    const arrays = targets.keys.map((column, at) => `$${at + 2}::${arrayType(column)}`);
    const sent = `unnest(${arrays.join(', ')}) WITH ORDINALITY AS k (${columns}, at)`;
    const isSent = (row: string): string => isSameKey(targets.keys, row, 'k');
    const selectList = targets.keys.map((key) => `k.${key}`).join(', ');
    const stored = await tx.query<{ key: TargetKey }[]>(
      `SELECT jsonb_build_array(${selectList}) AS key FROM ${sent}
         JOIN ${targets.table} s ON ${isSent('s')} AND s.project_id = $1 AND ${hasPresentOwner(target)}
        ORDER BY k.at`,
      [projectId, ...targets.keys.map((_, at) => keys.map((key) => key[at]))],
    );
    const rows = await tx.query<unknown[]>(
      `INSERT INTO annotation_queue_items (queue_id, position, ${columns})
       SELECT $1::bigint, coalesce((SELECT max(position) FROM annotation_queue_items WHERE queue_id = $1), 0)
                  + row_number() OVER (ORDER BY k.at), ${selectList}
         FROM ${sent}
        WHERE NOT EXISTS (SELECT FROM annotation_queue_items i WHERE i.queue_id = $1 AND ${isSent('i')})
       RETURNING id`,
      [queueId, ...targets.keys.map((_, at) => stored.map(({ key }) => key[at]))],
    );
    return rows.length;
  }

  /** Finds the keys of targets of a project by their row IDs. Skips all others. */
  async findKeys(
    { targets }: AnnotationTarget,
    projectId: number,
    rowIds: readonly number[],
  ): Promise<Map<number, TargetKey>> {
    const rows = await this.database.query<{ id: number; key: TargetKey }[]>(
      `SELECT s.id, jsonb_build_array(${targets.keys.map((key) => `s.${key}`).join(', ')}) AS key
         FROM ${targets.table} s WHERE s.id = ANY($1) AND s.project_id = $2`,
      [rowIds, projectId],
    );
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  async countItems(
    queueIds: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<{ id: number; count: number }[]> {
    return tx.query(
      `SELECT queue_id AS id, count(*) AS count FROM annotation_queue_items
        WHERE queue_id = ANY($1) GROUP BY queue_id`,
      [queueIds],
    );
  }

  /** Lists part of the items of each queue, by position. */
  listItems(
    queueIds: readonly number[],
    { offset, limit }: Slice,
  ): Promise<AnnotationQueueItemEntity[]> {
    return this.database.query(
      `SELECT page.* FROM unnest($1::bigint[]) AS q (id) CROSS JOIN LATERAL (
         SELECT ${ITEM_COLUMNS} FROM annotation_queue_items i WHERE i.queue_id = q.id
          ORDER BY i.position OFFSET $2 LIMIT $3
       ) page`,
      [queueIds, offset, limit],
    );
  }

  async findItem(
    id: number,
    tx: EntityManager = this.database.manager,
  ): Promise<AnnotationQueueItemEntity | null> {
    const [row] = await this.findItems([id], tx);
    return row ?? null;
  }

  /** Returns those that exist, in no particular order. */
  findItems(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<AnnotationQueueItemEntity[]> {
    return tx.query(`SELECT ${ITEM_COLUMNS} FROM annotation_queue_items i WHERE i.id = ANY($1)`, [
      ids,
    ]);
  }

  /** Returns those that exist, in no particular order. */
  findPlaces(itemIds: readonly number[]): Promise<ItemPlace[]> {
    const neighbor = (comparison: string, order: string) =>
      `(SELECT o.id FROM annotation_queue_items o
         WHERE o.queue_id = i.queue_id AND o.position ${comparison} i.position
         ORDER BY o.position ${order} LIMIT 1)`;
    return this.database.query(
      `SELECT i.id, ${neighbor('<', 'DESC')} AS "previousId", ${neighbor('>', 'ASC')} AS "nextId",
              (SELECT count(*) FROM annotation_queue_items o
                WHERE o.queue_id = i.queue_id AND o.position <= i.position) AS number
         FROM annotation_queue_items i WHERE i.id = ANY($1)`,
      [itemIds],
    );
  }
}
