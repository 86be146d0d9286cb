import { Injectable } from '@nestjs/common';
import type { Identity } from '../../../kernel/access/access.js';
import {
  type BatchLoader,
  createLoaderById,
  loadInGroups,
} from '../../../kernel/graphql/loaders.js';
import { type Project, toProject } from '../../../projects/graphql/project.type.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import type { AnnotationConfigEntity } from '../../configs/annotation-config.entity.js';
import { AnnotationConfigsQueries } from '../../configs/annotation-configs.queries.js';
import type { AnnotationQueueItemEntity } from '../annotation-queue-item.entity.js';
import {
  AnnotationQueuesQueries,
  type ItemPlace,
  type QueueRow,
  type Slice,
} from '../annotation-queues.queries.js';
import { AnnotationQueuesService } from '../annotation-queues.service.js';
import type { ReviewRow } from '../queue-reviews.queries.js';
import {
  type ConfigAgreement,
  type QueueProgress,
  QueueReviewsService,
  toReviewerId,
} from '../queue-reviews.service.js';

/** Part of a list of a project or queue. */
interface SliceKey extends Slice {
  /** Row ID of the project or queue. */
  id: number;
}

/** Loads what belongs to many queues, items and projects at once. */
@Injectable()
export class AnnotationQueuesLoaders {
  /** By row ID. */
  readonly projects: BatchLoader<number, Project | null>;
  /** By row ID. */
  readonly configs: BatchLoader<number, AnnotationConfigEntity | null>;
  /** By row ID. */
  readonly queuesById: BatchLoader<number, QueueRow | null>;
  /** By row ID. */
  readonly itemsById: BatchLoader<number, AnnotationQueueItemEntity | null>;
  /** By row ID of the item. */
  readonly places: BatchLoader<number, ItemPlace | null>;

  constructor(
    private readonly queues: AnnotationQueuesService,
    queries: AnnotationQueuesQueries,
    private readonly reviewing: QueueReviewsService,
    projects: ProjectsService,
    configs: AnnotationConfigsQueries,
  ) {
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
    this.configs = createLoaderById(
      (ids) => configs.findByIds(ids),
      (config) => config,
    );
    this.queuesById = createLoaderById(
      (ids) => queries.findByIds(ids),
      (queue) => queue,
    );
    this.itemsById = createLoaderById(
      (ids) => queries.findItems(ids),
      (item) => item,
    );
    this.places = createLoaderById(
      (ids) => queries.findPlaces(ids),
      (place) => place,
    );
  }

  readonly queuesOfProject: BatchLoader<SliceKey, QueueRow[]> = toSlices((ids, slice) =>
    this.queues.listByProject(ids, slice),
  );

  readonly queueCount: BatchLoader<number, number> = {
    batch: (ids) => this.queues.countByProject(ids),
  };

  readonly items: BatchLoader<SliceKey, AnnotationQueueItemEntity[]> = toSlices((ids, slice) =>
    this.queues.listItems(ids, slice),
  );

  readonly itemCount: BatchLoader<number, number> = {
    batch: (ids) => this.queues.countItems(ids),
  };

  /** By row ID of the item. */
  readonly reviews: BatchLoader<number, ReviewRow[]> = {
    batch: (ids) => this.reviewing.listByItem(ids),
  };

  /** By row ID of the queue, for a caller. */
  readonly progress: BatchLoader<{ id: number; caller: Identity }, QueueProgress> = {
    cacheKey: ({ id, caller }) => `${id} ${toReviewerId(caller)}`,
    batch: (keys) =>
      this.reviewing.countProgress(
        keys.map(({ id }) => id),
        // All fields of a request have the same caller.
        keys[0]!.caller,
      ),
  };

  readonly agreement: BatchLoader<QueueRow, ConfigAgreement[]> = {
    cacheKey: ({ id }) => String(id),
    batch: (queues) => this.reviewing.measureAgreement(queues),
  };
}

function toSlices<R>(
  list: (ids: readonly number[], slice: Slice) => Promise<R[][]>,
): BatchLoader<SliceKey, R[]> {
  return {
    cacheKey: ({ id, offset, limit }) => `${id} ${offset} ${limit}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ offset, limit }) => `${offset} ${limit}`,
        (group, { offset, limit }) =>
          list(
            group.map(({ id }) => id),
            { offset, limit },
          ),
        ({ limit }) => limit,
      ),
  };
}
