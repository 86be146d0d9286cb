import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { ConflictError } from '../../kernel/errors/errors.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import type { AnnotationConfigEntity } from '../configs/annotation-config.entity.js';
import { AnnotationConfigsQueries } from '../configs/annotation-configs.queries.js';
import { type Agreement, measureLabelAgreement, measureScoreAgreement } from './agreement.js';
import { ReviewState } from './annotation-queue.enum.js';
import type { AnnotationQueueItemEntity } from './annotation-queue-item.entity.js';
import { AnnotationQueuesQueries, type QueueRow } from './annotation-queues.queries.js';
import {
  AnnotationQueuesService,
  ITEM_TYPE,
  itemNotFound,
  queueNotFound,
  toAnnotationTarget,
} from './annotation-queues.service.js';
import {
  type JudgmentRow,
  type ProgressRow,
  QueueReviewsQueries,
  type ReviewerRow,
  type ReviewRow,
} from './queue-reviews.queries.js';

/** How long nobody else gets an item after it was claimed. Claiming it again renews the claim. */
const LEASE_SECONDS = 600;

/** The reviewer ID of everyone while authentication is off. */
const ANONYMOUS_REVIEWER = 0;

/** The agreement of the reviewers of a queue on one of its configs. */
export interface ConfigAgreement extends Agreement {
  config: AnnotationConfigEntity;
  /** Those whose scores differ most come first. */
  disagreements: Disagreement[];
}

/** An item on which reviewers gave different values for one config. */
export interface Disagreement {
  itemId: number;
  judgments: JudgmentRow[];
}

/** The progress of a queue, of all reviewers and of the caller. */
export interface QueueProgress extends ProgressRow {
  reviewers: ReviewerRow[];
}

/** Hands out the items of review queues, and measures what became of them. */
@Injectable()
export class QueueReviewsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queues: AnnotationQueuesService,
    private readonly queuesQueries: AnnotationQueuesQueries,
    private readonly reviews: QueueReviewsQueries,
    private readonly configs: AnnotationConfigsQueries,
  ) {}

  /**
   * Claims the next item of a queue for the caller: the one that the caller has open, or else the
   * first one that needs another judgment, or else one that the caller skipped. Nobody else gets
   * it until the claim expires, unless the queue asks for several judgments.
   * @returns the row ID of the item; null if there is none.
   * @throws NotFoundError for an unknown queue.
   */
  async claimNext(
    queueId: string,
    includesSkipped: boolean,
    caller: Identity,
  ): Promise<{ queue: QueueRow; itemId: number | null }> {
    const queue = await this.queues.get(queueId);
    const itemId = await this.database.inTransaction(async (tx) => {
      if (!(await this.queuesQueries.lock(tx, queue.id))) throw queueNotFound(queueId);
      const options = { leaseSeconds: LEASE_SECONDS, includesSkipped };
      return this.reviews.claimNext(tx, queue.id, toReviewerId(caller), options);
    });
    return { queue, itemId };
  }

  /**
   * Finds the item that the caller would get after one of the same queue, so that it can be read
   * ahead. Nobody has it until it is claimed, so the caller may get another one.
   */
  async findUpcoming(
    { id, queueId }: AnnotationQueueItemEntity,
    caller: Identity,
  ): Promise<AnnotationQueueItemEntity | null> {
    const upcoming = await this.reviews.findUpcoming(queueId, toReviewerId(caller), id);
    return upcoming === null ? null : this.queues.findItem(upcoming);
  }

  /**
   * Moves an item to a state for the caller. Claiming an item renews the caller's claim, and
   * returns to an item that the caller skipped.
   * @returns the row ID of the item.
   * @throws NotFoundError for an unknown item, ConflictError if it is no longer free.
   */
  setState(itemId: string, state: ReviewState, caller: Identity): Promise<number> {
    return this.change(itemId, async (tx, id) => {
      const change = { state, leaseSeconds: LEASE_SECONDS };
      if (await this.reviews.setState(tx, id, toReviewerId(caller), change)) return;
      if (!(await this.queuesQueries.findItem(id, tx))) throw itemNotFound(id);
      throw new ConflictError(
        'Others are already reviewing this item. Continue with the next one.',
      );
    });
  }

  /**
   * Gives up the caller's claim of an item, if there is one.
   * @returns the row ID of the item.
   * @throws NotFoundError for an unknown item.
   */
  release(itemId: string, caller: Identity): Promise<number> {
    return this.change(itemId, (tx, id) => this.reviews.release(tx, id, toReviewerId(caller)));
  }

  /** Returns results in the order of the items. */
  async listByItem(itemIds: readonly number[]): Promise<ReviewRow[][]> {
    const byItem = Map.groupBy(await this.reviews.listByItem(itemIds), ({ itemId }) => itemId);
    return itemIds.map((id) => byItem.get(id) ?? []);
  }

  /** Returns results in the order of the queues; all zero for those that have been deleted. */
  async countProgress(queueIds: readonly number[], caller: Identity): Promise<QueueProgress[]> {
    const rows = await this.reviews.countProgress(queueIds, toReviewerId(caller));
    const reviewers = await this.reviews.countByReviewer(queueIds);
    const byQueue = new Map(rows.map((row) => [row.queueId, row]));
    const reviewersByQueue = Map.groupBy(reviewers, ({ queueId }) => queueId);
    return queueIds.map((queueId) => ({
      ...(byQueue.get(queueId) ?? { queueId, total: 0, done: 0, inProgress: 0, available: 0 }),
      reviewers: reviewersByQueue.get(queueId) ?? [],
    }));
  }

  /** Measures agreement on each config of queues, in their order. */
  async measureAgreement(queues: readonly QueueRow[]): Promise<ConfigAgreement[][]> {
    const configs = await this.configs.findByIds([...new Set(queues.flatMap((q) => q.configIds))]);
    const configsById = new Map(configs.map((config) => [config.id, config]));
    const judgments: JudgmentRow[] = [];
    for (const [target, group] of Map.groupBy(queues, (queue) => queue.target)) {
      const ids = group.map(({ id }) => id);
      judgments.push(...(await this.reviews.listJudgments(toAnnotationTarget(target), ids)));
    }
    const byConfig = Map.groupBy(judgments, (row) => `${row.queueId} ${row.configId}`);
    return queues.map(({ id, configIds }) =>
      configIds.flatMap((configId) => {
        const config = configsById.get(configId);
        const rows = byConfig.get(`${id} ${configId}`) ?? [];
        return config ? { config, ...measure(config, rows) } : [];
      }),
    );
  }

  private async change(
    itemId: string,
    work: (tx: EntityManager, id: number) => Promise<void>,
  ): Promise<number> {
    const id = requireRowId(itemId, ITEM_TYPE);
    const item = await this.queues.findItem(id);
    if (!item) throw itemNotFound(id);
    await this.database.inTransaction(async (tx) => {
      if (!(await this.queuesQueries.lock(tx, item.queueId))) throw itemNotFound(id);
      await work(tx, id);
    });
    return id;
  }
}

/** Returns the ID under which the caller reviews. */
export function toReviewerId({ userId }: Identity): number {
  return userId ?? ANONYMOUS_REVIEWER;
}

/** Categorical configs compare labels, all others scores. */
function measure(
  { type }: AnnotationConfigEntity,
  rows: readonly JudgmentRow[],
): Omit<ConfigAgreement, 'config'> {
  if (type === 'CATEGORICAL') {
    const items = groupRatings(rows, ({ label }) => label);
    return { ...measureLabelAgreement(items), disagreements: findDisagreements(items, () => 0) };
  }
  const items = groupRatings(rows, ({ score }) => score);
  return { ...measureScoreAgreement(items), disagreements: findDisagreements(items, getSpread) };
}

function groupRatings<V>(rows: readonly JudgmentRow[], valueOf: (row: JudgmentRow) => V | null) {
  const ratings = rows.flatMap((row) => {
    const value = valueOf(row);
    return value === null ? [] : { row, reviewerId: row.reviewerId, value };
  });
  return [...Map.groupBy(ratings, ({ row }) => row.itemId).values()];
}

function findDisagreements<V>(
  items: readonly { row: JudgmentRow; value: V }[][],
  sizeOf: (values: V[]) => number,
): Disagreement[] {
  return items
    .map((item) => ({ item, values: item.map(({ value }) => value) }))
    .filter(({ values }) => new Set(values).size > 1)
    .map(({ item, values }) => ({ item, size: sizeOf(values) }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ item }) => ({ itemId: item[0]!.row.itemId, judgments: item.map(({ row }) => row) }));
}

function getSpread(scores: number[]): number {
  return Math.max(...scores) - Math.min(...scores);
}
