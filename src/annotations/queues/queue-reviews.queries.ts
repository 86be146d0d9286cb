import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { type AnnotationTarget, isSameKey } from '../annotation-target.js';
import type { ReviewState } from './annotation-queue.enum.js';
import { AnnotationQueueReviewEntity } from './annotation-queue-item.entity.js';

/** The progress of one reviewer on an item. Claims that have expired are left out. */
export interface ReviewRow {
  itemId: number;
  /** Row ID of the user; 0 without authentication. */
  reviewerId: number;
  state: ReviewState;
  /** Wire text; null unless the state is CLAIMED. */
  claimedUntil: string | null;
  updatedAt: string;
}

/** Counts the items of a queue. */
export interface ProgressRow {
  queueId: number;
  total: number;
  /** Judged by as many people as the queue asks for. */
  done: number;
  /** Claimed by somebody, and not done. */
  inProgress: number;
  /** Those that the reviewer can still get, including those that the reviewer skipped. */
  available: number;
}

/** Counts the items of a queue that one person finished, skipped and has open. */
export interface ReviewerRow {
  queueId: number;
  reviewerId: number;
  done: number;
  skipped: number;
  inProgress: number;
}

/** A person's latest judgment of an item that this person finished. */
export interface JudgmentRow {
  queueId: number;
  itemId: number;
  configId: number;
  reviewerId: number;
  label: string | null;
  score: number | null;
}

/** Whether a review `r` counts as one of the judgments that the queue asks for. */
const COUNTS = `(r.state = 'DONE' OR (r.state = 'CLAIMED' AND r.claimed_until > statement_timestamp()))`;

/** Whether the reviewer $2 can have the item `i` of the queue `q`. */
const IS_FREE = `(SELECT count(*) FROM annotation_queue_reviews r
    WHERE r.item_id = i.id AND r.reviewer_id <> $2 AND ${COUNTS}) < q.judgments_per_item`;

/**
 * The items of the queue $1 that the reviewer $2 can get, in the order in which the reviewer gets
 * them: the one that is open, those that are new to the reviewer, those that the reviewer skipped.
 */
const OFFERED = {
  from: `annotation_queues q
         JOIN annotation_queue_items i ON i.queue_id = q.id
         LEFT JOIN annotation_queue_reviews mine ON mine.item_id = i.id AND mine.reviewer_id = $2`,
  where: `q.id = $1 AND mine.state IS DISTINCT FROM 'DONE' AND ${IS_FREE}`,
  order: `coalesce(mine.claimed_until > statement_timestamp(), false) DESC,
                 mine.state IS NOT DISTINCT FROM 'SKIPPED',
                 CASE mine.state WHEN 'SKIPPED' THEN mine.updated_at END, i.position`,
} as const;

/** SQL for the reviews of queue items. Writers must have locked the queue. */
@Injectable()
export class QueueReviewsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Claims the item that the reviewer has open, or else the first free one that the reviewer has
   * not seen, or else the one that the reviewer skipped first.
   * @returns the row ID of the item; null if there is none.
   */
  async claimNext(
    tx: EntityManager,
    queueId: number,
    reviewerId: number,
    { leaseSeconds, includesSkipped }: { leaseSeconds: number; includesSkipped: boolean },
  ): Promise<number | null> {
    const [row] = await tx.query<{ itemId: number }[]>(
      `INSERT INTO annotation_queue_reviews AS r
              (item_id, queue_id, reviewer_id, state, claimed_until, updated_at)
       SELECT i.id, q.id, $2, 'CLAIMED', statement_timestamp() + make_interval(secs => $3::int),
              statement_timestamp()
         FROM ${OFFERED.from}
        WHERE ${OFFERED.where} AND ($4::boolean OR mine.state IS DISTINCT FROM 'SKIPPED')
        ORDER BY ${OFFERED.order}
        LIMIT 1
       ON CONFLICT (item_id, reviewer_id) DO UPDATE
          SET state = excluded.state, claimed_until = excluded.claimed_until,
              updated_at = excluded.updated_at
       RETURNING r.item_id AS "itemId"`,
      [queueId, reviewerId, leaseSeconds, includesSkipped],
    );
    return row?.itemId ?? null;
  }

  /**
   * Finds the item that `claimNext` would claim for the reviewer after the given one, and claims
   * nothing.
   */
  async findUpcoming(queueId: number, reviewerId: number, itemId: number): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }[]>(
      `SELECT i.id FROM ${OFFERED.from} WHERE ${OFFERED.where} AND i.id <> $3
        ORDER BY ${OFFERED.order} LIMIT 1`,
      [queueId, reviewerId, itemId],
    );
    return row?.id ?? null;
  }

  /**
   * Sets the state of an item for a reviewer. A claim does not reopen what the reviewer has
   * finished.
   * @returns false if others judge the item already. It can always be skipped.
   */
  async setState(
    tx: EntityManager,
    itemId: number,
    reviewerId: number,
    { state, leaseSeconds }: { state: ReviewState; leaseSeconds: number },
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO annotation_queue_reviews AS r
              (item_id, queue_id, reviewer_id, state, claimed_until, updated_at)
       SELECT i.id, q.id, $2, $3::text,
              CASE $3::text WHEN 'CLAIMED' THEN statement_timestamp() + make_interval(secs => $4::int) END,
              statement_timestamp()
         FROM annotation_queue_items i
         JOIN annotation_queues q ON q.id = i.queue_id
        WHERE i.id = $1 AND ($3::text = 'SKIPPED' OR ${IS_FREE} OR EXISTS (
                SELECT FROM annotation_queue_reviews mine
                 WHERE mine.item_id = i.id AND mine.reviewer_id = $2 AND mine.state = 'DONE'))
       ON CONFLICT (item_id, reviewer_id) DO UPDATE
          SET state = CASE WHEN r.state = 'DONE' AND excluded.state = 'CLAIMED' THEN r.state
                           ELSE excluded.state END,
              claimed_until = CASE r.state WHEN 'DONE' THEN NULL ELSE excluded.claimed_until END,
              updated_at = excluded.updated_at
       RETURNING r.item_id`,
      [itemId, reviewerId, state, leaseSeconds],
    );
    return rows.length > 0;
  }

  /** Gives up a reviewer's claim, if there is one. */
  async release(tx: EntityManager, itemId: number, reviewerId: number): Promise<void> {
    await tx.query(
      `DELETE FROM annotation_queue_reviews
        WHERE item_id = $1 AND reviewer_id = $2 AND state = 'CLAIMED'`,
      [itemId, reviewerId],
    );
  }

  /** Lists the reviews of items, in the order in which they last changed. */
  listByItem(itemIds: readonly number[]): Promise<ReviewRow[]> {
    return this.database.query(
      `SELECT ${selectColumns(AnnotationQueueReviewEntity, 'r', { except: ['queueId'] })}
         FROM annotation_queue_reviews r
        WHERE r.item_id = ANY($1) AND (${COUNTS} OR r.state = 'SKIPPED')
        ORDER BY r.updated_at, r.reviewer_id`,
      [itemIds],
    );
  }

  /** Skips queues that have been deleted. */
  countProgress(queueIds: readonly number[], reviewerId: number): Promise<ProgressRow[]> {
    return this.database.query(
      `SELECT q.id AS "queueId", count(i.id) AS total,
              count(i.id) FILTER (WHERE r.done >= q.judgments_per_item) AS done,
              count(i.id) FILTER (WHERE r.claimed > 0
                AND r.done < q.judgments_per_item) AS "inProgress",
              count(i.id) FILTER (WHERE r.is_mine_done IS NOT TRUE
                AND coalesce(r.others, 0) < q.judgments_per_item) AS available
         FROM annotation_queues q
         LEFT JOIN annotation_queue_items i ON i.queue_id = q.id
         LEFT JOIN (
           SELECT r.item_id, count(*) FILTER (WHERE r.state = 'DONE') AS done,
                  count(*) FILTER (WHERE ${COUNTS} AND r.state = 'CLAIMED') AS claimed,
                  count(*) FILTER (WHERE ${COUNTS} AND r.reviewer_id <> $2) AS others,
                  bool_or(r.state = 'DONE' AND r.reviewer_id = $2) AS is_mine_done
             FROM annotation_queue_reviews r WHERE r.queue_id = ANY($1) GROUP BY r.item_id
         ) r ON r.item_id = i.id
        WHERE q.id = ANY($1) GROUP BY q.id`,
      [queueIds, reviewerId],
    );
  }

  /** Lists the reviewers of queues, those who finished most first. */
  countByReviewer(queueIds: readonly number[]): Promise<ReviewerRow[]> {
    return this.database.query(
      `SELECT r.queue_id AS "queueId", r.reviewer_id AS "reviewerId",
              count(*) FILTER (WHERE r.state = 'DONE') AS done,
              count(*) FILTER (WHERE r.state = 'SKIPPED') AS skipped,
              count(*) FILTER (WHERE ${COUNTS} AND r.state = 'CLAIMED') AS "inProgress"
         FROM annotation_queue_reviews r WHERE r.queue_id = ANY($1)
        GROUP BY r.queue_id, r.reviewer_id
        ORDER BY done DESC, r.reviewer_id`,
      [queueIds],
    );
  }

  /** Lists what people who finished an item said about it, for the configs of its queue. */
  listJudgments(target: AnnotationTarget, queueIds: readonly number[]): Promise<JudgmentRow[]> {
    const ofItem = isSameKey(target.targets.keys, 'a', 'i');
    return this.database.query(
      `SELECT DISTINCT ON (i.id, c.id, a.user_id) i.queue_id AS "queueId", i.id AS "itemId",
              c.id AS "configId", a.user_id AS "reviewerId", a.label, a.score
         FROM annotation_queue_items i
         JOIN annotation_queue_reviews r ON r.item_id = i.id AND r.state = 'DONE'
         JOIN annotation_queue_configs qc ON qc.queue_id = i.queue_id
         JOIN annotation_configs c ON c.id = qc.annotation_config_id
         JOIN ${target.table} a ON ${ofItem} AND a.name = c.name AND a.user_id = r.reviewer_id
          AND a.annotator_kind = 'HUMAN'
        WHERE i.queue_id = ANY($1)
        ORDER BY i.id, c.id, a.user_id, a.updated_at DESC, a.id DESC`,
      [queueIds],
    );
  }
}
