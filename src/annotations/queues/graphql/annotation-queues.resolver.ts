import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { User } from '../../../users/graphql/user.type.js';
import {
  AnnotationConfig,
  toAnnotationConfig,
} from '../../configs/graphql/annotation-config.type.js';
import { AnnotationsLoaders } from '../../graphql/annotations.loader.js';
import { AnnotationQueuesService, QUEUE_TYPE } from '../annotation-queues.service.js';
import { toReviewerId } from '../queue-reviews.service.js';
import {
  AddAnnotationQueueItemsInput,
  CreateAnnotationQueueInput,
  DeleteAnnotationQueueInput,
  PatchAnnotationQueueInput,
  toQueueSource,
} from './annotation-queue.inputs.js';
import {
  AddAnnotationQueueItemsPayload,
  AnnotationQueue,
  AnnotationQueueAgreement,
  AnnotationQueueConnection,
  type AnnotationQueueItem,
  AnnotationQueueItemConnection,
  AnnotationQueueMutationPayload,
  AnnotationQueueProgress,
  DeleteAnnotationQueuePayload,
  toQueue,
  toQueueAgreement,
  toQueueItem,
  toQueueReviewer,
} from './annotation-queue.type.js';
import { AnnotationQueuesLoaders } from './annotation-queues.loader.js';

/** Adds review queues to the fields of a project. */
@Resolver(() => Project)
export class QueuesOfProjectResolver {
  constructor(private readonly loaded: AnnotationQueuesLoaders) {}

  @ResolveField(() => AnnotationQueueConnection, {
    description: 'The review queues of the project, newest first.',
  })
  annotationQueues(
    @Parent() { rowId: id }: Project,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<AnnotationQueue>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        loaders.of(this.loaded.queuesOfProject).load({ id, ...slice }),
      count: () => loaders.of(this.loaded.queueCount).load(id),
    };
    return offsetConnection(page, list, toQueue);
  }
}

/** Review queues: what belongs to one, and the mutations of whole queues. */
@Resolver(() => AnnotationQueue)
export class AnnotationQueuesResolver {
  constructor(
    private readonly queues: AnnotationQueuesService,
    private readonly loaded: AnnotationQueuesLoaders,
    private readonly annotations: AnnotationsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(QUEUE_TYPE, async (id) => {
      const row = await queues.findById(id);
      return row && toQueue(row);
    });
  }

  @ResolveField(() => Project)
  async project(
    @Parent() { row }: AnnotationQueue,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project> {
    // Queues are deleted with their project.
    return (await loaders.of(this.loaded.projects).load(row.projectId))!;
  }

  @ResolveField(() => User, {
    nullable: true,
    description: 'Who created the queue; null without authentication, and for deleted users.',
  })
  async user(
    @Parent() { row }: AnnotationQueue,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return row.userId === null ? null : loaders.of(this.annotations.users).load(row.userId);
  }

  @ResolveField(() => [AnnotationConfig], {
    description: 'The annotations that reviewers are asked for.',
  })
  async annotationConfigs(
    @Parent() { row }: AnnotationQueue,
    @Context() { loaders }: GraphqlContext,
  ): Promise<(typeof AnnotationConfig)[]> {
    const configs = await Promise.all(
      row.configIds.map((id) => loaders.of(this.loaded.configs).load(id)),
    );
    return configs.filter((config) => config !== null).map(toAnnotationConfig);
  }

  @ResolveField(() => AnnotationQueueItemConnection, { description: 'Items, by position.' })
  items(
    @Parent() { row: { id } }: AnnotationQueue,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<AnnotationQueueItem>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        loaders.of(this.loaded.items).load({ id, ...slice }),
      count: () => loaders.of(this.loaded.itemCount).load(id),
    };
    return offsetConnection(page, list, toQueueItem);
  }

  @ResolveField(() => AnnotationQueueProgress)
  async progress(
    @Parent() { row: { id } }: AnnotationQueue,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationQueueProgress> {
    const { reviewers, ...counts } = await loaders.of(this.loaded.progress).load({ id, caller });
    const viewerId = toReviewerId(caller);
    const viewer = reviewers.find(({ reviewerId }) => reviewerId === viewerId) ?? {
      reviewerId: viewerId,
      done: 0,
      skipped: 0,
      inProgress: 0,
    };
    return {
      ...counts,
      reviewers: reviewers.map(toQueueReviewer),
      viewer: toQueueReviewer(viewer),
    };
  }

  @ResolveField(() => [AnnotationQueueAgreement], {
    description:
      'How much reviewers agree on each config, judging by items that two or more people finished.',
  })
  async agreement(
    @Parent() { row }: AnnotationQueue,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationQueueAgreement[]> {
    return (await loaders.of(this.loaded.agreement).load(row)).map(toQueueAgreement);
  }

  @Mutation(() => AnnotationQueueMutationPayload)
  @Access('MEMBER', 'by project role')
  async createAnnotationQueue(
    @Args('input')
    { annotationConfigIds, description, source, ...others }: CreateAnnotationQueueInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueMutationPayload> {
    const row = await this.queues.create(
      {
        ...others,
        description: description ?? null,
        configIds: annotationConfigIds,
        source: source ? toQueueSource(source) : null,
      },
      caller,
    );
    return { annotationQueue: toQueue(row), query: {} };
  }

  @Mutation(() => AnnotationQueueMutationPayload, {
    description: 'Changes a queue. Only its creator and admins may.',
  })
  @Access('MEMBER', 'by project role')
  async patchAnnotationQueue(
    @Args('input')
    { id, name, description, annotationConfigIds, judgmentsPerItem }: PatchAnnotationQueueInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueMutationPayload> {
    const changes = {
      ...(name && { name }),
      ...(description !== undefined && { description }),
      ...(annotationConfigIds && { configIds: annotationConfigIds }),
      ...(typeof judgmentsPerItem === 'number' && { judgmentsPerItem }),
    };
    return { annotationQueue: toQueue(await this.queues.update(id, changes, caller)), query: {} };
  }

  @Mutation(() => DeleteAnnotationQueuePayload, {
    description: 'Deletes a queue. Only its creator and admins may. Annotations stay.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteAnnotationQueue(
    @Args('input') { id }: DeleteAnnotationQueueInput,
    @Caller() caller: Identity,
  ): Promise<DeleteAnnotationQueuePayload> {
    await this.queues.delete(id, caller);
    return { deletedAnnotationQueueId: id, query: {} };
  }

  @Mutation(() => AddAnnotationQueueItemsPayload, {
    description: 'Appends items to a queue. Skips items that are already in it.',
  })
  @Access('MEMBER', 'by project role')
  async addAnnotationQueueItems(
    @Args('input') { annotationQueueId, source }: AddAnnotationQueueItemsInput,
  ): Promise<AddAnnotationQueueItemsPayload> {
    const { queue, added } = await this.queues.addItems(annotationQueueId, toQueueSource(source));
    return { annotationQueue: toQueue(queue), addedCount: added, query: {} };
  }
}
