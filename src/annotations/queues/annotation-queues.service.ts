import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../kernel/errors/database-errors.js';
import {
  ConflictError,
  DomainError,
  ForbiddenError,
  NotFoundError,
} from '../../kernel/errors/errors.js';
import { requireRowId, toGlobalId } from '../../kernel/ids/global-id.js';
import { ProjectsService } from '../../projects/projects.service.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../annotation-target.js';
import { AnnotationConfigsService } from '../configs/annotation-configs.service.js';
import type { TargetKey } from '../new-annotation.js';
import { QueueTarget } from './annotation-queue.enum.js';
import {
  AnnotationQueuesQueries,
  type QueueContent,
  type QueueRow,
  type Slice,
} from './annotation-queues.queries.js';
import { type MatchedItems, QueueSelectionService } from './queue-selection.service.js';

/** Type names in the global IDs of queues and their items. */
export const QUEUE_TYPE = 'AnnotationQueue';
export const ITEM_TYPE = 'AnnotationQueueItem';

/** How many items a queue can have. */
export const MAX_ITEMS = 10_000;

/** How many people can be asked to judge each item. */
export const MAX_JUDGMENTS_PER_ITEM = 20;

/** How many configs a queue can ask for. */
const MAX_CONFIGS = 50;

/** Items to add: either those with these global IDs, or those that match. */
export type QueueSource = { targetIds: readonly string[] } | { matching: MatchedItems };

export interface NewQueue extends QueueContent {
  /** Global ID. */
  projectId: string;
  target: QueueTarget;
  /** Global IDs. */
  configIds: readonly string[];
  source: QueueSource | null;
}

/** Changes to a queue. Absent fields stay. */
export type QueueChanges = Partial<QueueContent> & {
  /** Global IDs. */
  configIds?: readonly string[];
};

const TARGETS: Record<QueueTarget, AnnotationTarget> = {
  [QueueTarget.SPAN]: SPAN_ANNOTATIONS,
  [QueueTarget.TRACE]: TRACE_ANNOTATIONS,
  [QueueTarget.SESSION]: SESSION_ANNOTATIONS,
};

/** Lists, creates, changes, fills and deletes review queues. */
@Injectable()
export class AnnotationQueuesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: AnnotationQueuesQueries,
    private readonly selection: QueueSelectionService,
    private readonly projects: ProjectsService,
    private readonly configs: AnnotationConfigsService,
  ) {}

  async findById(id: number): Promise<QueueRow | null> {
    const [queue] = await this.queries.findByIds([id]);
    return queue ?? null;
  }

  /** Lists part of the queues of each project, newest first. */
  async listByProject(projectIds: readonly number[], slice: Slice): Promise<QueueRow[][]> {
    const rows = await this.queries.listByProject(projectIds, slice);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Returns results in the order of the projects. */
  async countByProject(projectIds: readonly number[]): Promise<number[]> {
    return inOrder(projectIds, await this.queries.countByProject(projectIds));
  }

  /** Lists part of the items of each queue, by position. */
  async listItems(queueIds: readonly number[], slice: Slice) {
    const rows = await this.queries.listItems(queueIds, slice);
    const byQueue = Map.groupBy(rows, ({ queueId }) => queueId);
    return queueIds.map((id) => byQueue.get(id) ?? []);
  }

  /** Returns results in the order of the queues. */
  async countItems(queueIds: readonly number[]): Promise<number[]> {
    return inOrder(queueIds, await this.queries.countItems(queueIds));
  }

  findItem(id: number) {
    return this.queries.findItem(id);
  }

  /**
   * Creates a queue, with its first items if there is a source.
   * @throws NotFoundError for an unknown project, config or item, ConflictError if the project has a
   * queue with this name, DomainError BAD_USER_INPUT for too many configs, judgments or items.
   */
  async create(
    { projectId, target, configIds, source, ...content }: NewQueue,
    caller: Identity,
  ): Promise<QueueRow> {
    const project = await this.projects.getByGlobalId(projectId);
    assertJudgments(content);
    const configs = await this.findConfigIds(configIds);
    const keys = source ? await this.resolveSource(target, project.id, source) : [];
    return this.write(content.name, async (tx) => {
      const owned = { ...content, projectId: project.id, target, userId: caller.userId };
      const id = await this.queries.insert(tx, owned);
      await this.queries.replaceConfigs(tx, id, configs);
      await this.queries.insertItems(tx, { id, projectId: project.id }, TARGETS[target], keys);
      return id;
    });
  }

  /**
   * Changes a queue.
   * @throws ForbiddenError unless the caller created it or is an admin; see also `create`.
   */
  async update(globalId: string, changes: QueueChanges, caller: Identity): Promise<QueueRow> {
    const queue = await this.getOwn(globalId, caller);
    const { name, description, judgmentsPerItem } = queue;
    const { configIds, ...changed } = changes;
    const content = { name, description, judgmentsPerItem, ...changed };
    assertJudgments(content);
    const configs = configIds && (await this.findConfigIds(configIds));
    return this.write(content.name, async (tx) => {
      if (!(await this.queries.lock(tx, queue.id))) throw queueNotFound(globalId);
      await this.queries.update(tx, queue.id, content);
      if (configs) await this.queries.replaceConfigs(tx, queue.id, configs);
      return queue.id;
    });
  }

  /**
   * Deletes a queue. Annotations stay.
   * @throws ForbiddenError unless the caller created it or is an admin, NotFoundError.
   */
  async delete(globalId: string, caller: Identity): Promise<void> {
    const { id } = await this.getOwn(globalId, caller);
    await this.queries.delete(id);
  }

  /**
   * Appends items to a queue. Skips items that are already in it.
   * @returns the queue, and how many items were added.
   * @throws NotFoundError, and DomainError BAD_USER_INPUT if the queue would be too long.
   */
  async addItems(
    globalId: string,
    source: QueueSource,
  ): Promise<{ queue: QueueRow; added: number }> {
    const queue = await this.get(globalId);
    const keys = await this.resolveSource(queue.target, queue.projectId, source);
    const added = await this.database.inTransaction(async (tx) => {
      if (!(await this.queries.lock(tx, queue.id))) throw queueNotFound(globalId);
      const count = await this.queries.insertItems(tx, queue, TARGETS[queue.target], keys);
      const [items] = await this.queries.countItems([queue.id], tx);
      if ((items?.count ?? 0) > MAX_ITEMS) throw tooManyItems();
      return count;
    });
    return { queue, added };
  }

  /** @throws NotFoundError, and DomainError BAD_USER_INPUT for the ID of something else. */
  async get(globalId: string): Promise<QueueRow> {
    const queue = await this.findById(requireRowId(globalId, QUEUE_TYPE));
    if (!queue) throw queueNotFound(globalId);
    return queue;
  }

  private async getOwn(globalId: string, caller: Identity): Promise<QueueRow> {
    const queue = await this.get(globalId);
    const isOwn = queue.userId !== null && queue.userId === caller.userId;
    if (isOwn || caller.role === 'ADMIN') return queue;
    throw new ForbiddenError(
      `The review queue "${queue.name}" belongs to another user. Only its creator or an admin can change it.`,
    );
  }

  private async findConfigIds(globalIds: readonly string[]): Promise<number[]> {
    if (globalIds.length === 0) throw badInput('A review queue needs at least one config.');
    if (globalIds.length > MAX_CONFIGS) {
      throw badInput(`A review queue can have at most ${MAX_CONFIGS} configs.`);
    }
    return (await this.configs.getAll(globalIds)).map(({ id }) => id);
  }

  private async resolveSource(
    target: QueueTarget,
    projectId: number,
    source: QueueSource,
  ): Promise<TargetKey[]> {
    if ('matching' in source) {
      const { matching } = source;
      if (matching.limit < 1 || matching.limit > MAX_ITEMS) {
        throw badInput(`\`limit\` must be between 1 and ${MAX_ITEMS}.`);
      }
      return this.selection.select(target, projectId, matching);
    }
    const { targetIds } = source;
    if (targetIds.length > MAX_ITEMS) throw tooManyItems();
    const { targets } = TARGETS[target];
    const ids = new Map(
      targetIds.map((globalId) => [requireRowId(globalId, targets.type), globalId]),
    );
    const keys = await this.queries.findKeys(TARGETS[target], projectId, [...ids.keys()]);
    return [...ids].map(([id, globalId]) => {
      const key = keys.get(id);
      if (key) return key;
      throw new NotFoundError(`${targets.type} "${globalId}" not found in this project.`);
    });
  }

  private async write(name: string, work: (tx: Transaction) => Promise<number>): Promise<QueueRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const [queue] = await this.queries.findByIds([await work(tx)], tx);
        return queue!;
      });
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(`Review queue "${name}" already exists in this project.`);
      }
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The project or a config has since been deleted.');
    }
  }
}

/** The annotations that the reviewers of a queue give. */
export function toAnnotationTarget(target: QueueTarget): AnnotationTarget {
  return TARGETS[target];
}

export function queueNotFound(globalId: string): NotFoundError {
  return new NotFoundError(`Review queue "${globalId}" not found.`);
}

export function itemNotFound(id: number): NotFoundError {
  return new NotFoundError(`Review queue item "${toGlobalId(ITEM_TYPE, id)}" not found.`);
}

function assertJudgments({ judgmentsPerItem }: Pick<QueueContent, 'judgmentsPerItem'>): void {
  if (judgmentsPerItem >= 1 && judgmentsPerItem <= MAX_JUDGMENTS_PER_ITEM) return;
  throw badInput(`\`judgmentsPerItem\` must be between 1 and ${MAX_JUDGMENTS_PER_ITEM}.`);
}

function tooManyItems(): DomainError {
  return badInput(`A review queue can have at most ${MAX_ITEMS} items.`);
}

function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}

function inOrder(ids: readonly number[], rows: readonly { id: number; count: number }[]): number[] {
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
