import { Args, Context, ID, Int, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { ProjectSession } from '../../../tracing/sessions/graphql/project-session.type.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { User } from '../../../users/graphql/user.type.js';
import { AnnotationsLoaders } from '../../graphql/annotations.loader.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ReviewState } from '../annotation-queue.enum.js';
import { AnnotationQueuesService, ITEM_TYPE, itemNotFound } from '../annotation-queues.service.js';
import { QueueReviewsService } from '../queue-reviews.service.js';
import {
  AnnotationQueueItemInput,
  ClaimNextAnnotationQueueItemInput,
} from './annotation-queue.inputs.js';
import {
  AnnotationQueue,
  AnnotationQueueItem,
  AnnotationQueueItemPayload,
  AnnotationQueueReview,
  AnnotationQueueReviewer,
  toQueue,
  toQueueItem,
  toQueueReview,
} from './annotation-queue.type.js';
import { AnnotationQueuesLoaders } from './annotation-queues.loader.js';

/** Adds the person to a review. */
@Resolver(() => AnnotationQueueReview)
export class QueueReviewUsersResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => User, {
    nullable: true,
    description: 'Null without authentication, and for deleted users.',
  })
  user(
    @Parent() { reviewerRowId }: AnnotationQueueReview,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return loaders.of(this.annotations.users).load(reviewerRowId);
  }
}

/** Adds the person to a reviewer's counts. */
@Resolver(() => AnnotationQueueReviewer)
export class QueueReviewersResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => User, {
    nullable: true,
    description: 'Null without authentication, and for deleted users.',
  })
  user(
    @Parent() { reviewerRowId }: AnnotationQueueReviewer,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return loaders.of(this.annotations.users).load(reviewerRowId);
  }
}

/** Adds the item after the one that a step leads to. */
@Resolver(() => AnnotationQueueItemPayload)
export class UpcomingItemResolver {
  constructor(private readonly reviewing: QueueReviewsService) {}

  @ResolveField(() => AnnotationQueueItem, {
    nullable: true,
    description:
      'The item that you would get after `annotationQueueItem`, so that you can load it early. It is not claimed, so you may get a different one. Null if none is left, or if `annotationQueueItem` is null.',
  })
  async upcomingItem(
    @Parent() { annotationQueueItem: item }: AnnotationQueueItemPayload,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueItem | null> {
    const row = item && (await this.reviewing.findUpcoming(item.row, caller));
    return row && toQueueItem(row);
  }
}

/** Items of review queues, and the steps of a reviewer through them. */
@Resolver(() => AnnotationQueueItem)
export class QueueReviewsResolver {
  constructor(
    private readonly queues: AnnotationQueuesService,
    private readonly reviewing: QueueReviewsService,
    private readonly loaded: AnnotationQueuesLoaders,
    private readonly annotations: AnnotationsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(ITEM_TYPE, async (id) => {
      const row = await queues.findItem(id);
      return row && toQueueItem(row);
    });
  }

  @ResolveField(() => AnnotationQueue)
  async annotationQueue(
    @Parent() { row: { queueId } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationQueue> {
    // Items are deleted with their queue.
    return toQueue((await loaders.of(this.loaded.queuesById).load(queueId))!);
  }

  @ResolveField(() => Int, {
    description: 'Rank among the remaining items of the queue, from 1, without gaps.',
  })
  async number(
    @Parent() { row: { id } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return (await this.getPlace(id, loaders)).number;
  }

  @ResolveField(() => ID, { nullable: true, description: 'The item before it; null if first.' })
  async previousItemId(
    @Parent() { row: { id } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const { previousId } = await this.getPlace(id, loaders);
    return previousId === null ? null : toGlobalId(ITEM_TYPE, previousId);
  }

  @ResolveField(() => ID, { nullable: true, description: 'The item after it; null if last.' })
  async nextItemId(
    @Parent() { row: { id } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const { nextId } = await this.getPlace(id, loaders);
    return nextId === null ? null : toGlobalId(ITEM_TYPE, nextId);
  }

  @ResolveField(() => Span, { nullable: true, description: 'Null unless the item is a span.' })
  async span(
    @Parent() { row: { traceId, spanId } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    if (traceId === null || spanId === '') return null;
    return loaders.of(this.annotations.spans).load([traceId, spanId]);
  }

  @ResolveField(() => Trace, {
    nullable: true,
    description: 'The trace, or the trace of the span. Null for sessions.',
  })
  async trace(
    @Parent() { row: { traceId } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return traceId === null ? null : loaders.of(this.annotations.traces).load(traceId);
  }

  @ResolveField(() => ProjectSession, {
    nullable: true,
    description: 'Null unless the item is a session.',
  })
  async session(
    @Parent() { row: { projectId, sessionId } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectSession | null> {
    if (projectId === null || sessionId === null) return null;
    return loaders.of(this.annotations.sessions).load({ projectId, sessionId });
  }

  @ResolveField(() => [AnnotationQueueReview], {
    description: 'Who has judged, skipped or opened the item. Excludes expired claims.',
  })
  async reviews(
    @Parent() { row: { id } }: AnnotationQueueItem,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationQueueReview[]> {
    return (await loaders.of(this.loaded.reviews).load(id)).map(toQueueReview);
  }

  @Mutation(() => AnnotationQueueItemPayload, {
    description:
      'Claims the next item of a queue for you: the one that you have open, or else the first that needs another judgment, or else one that you skipped. Nobody else gets it for ten minutes, unless the queue asks for several judgments.',
  })
  @Access('MEMBER', 'by project role')
  async claimNextAnnotationQueueItem(
    @Args('input') { annotationQueueId, includeSkipped }: ClaimNextAnnotationQueueItemInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueItemPayload> {
    const { queue, itemId } = await this.reviewing.claimNext(
      annotationQueueId,
      includeSkipped,
      caller,
    );
    const item = itemId === null ? null : await this.queues.findItem(itemId);
    return {
      annotationQueue: toQueue(queue),
      annotationQueueItem: item && toQueueItem(item),
      query: {},
    };
  }

  @Mutation(() => AnnotationQueueItemPayload, {
    description:
      'Claims an item for another ten minutes, or returns to one that you skipped. Items that you have judged stay judged.',
  })
  @Access('MEMBER', 'by project role')
  async claimAnnotationQueueItem(
    @Args('input') { annotationQueueItemId }: AnnotationQueueItemInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueItemPayload> {
    return this.toPayload(
      await this.reviewing.setState(annotationQueueItemId, ReviewState.CLAIMED, caller),
    );
  }

  @Mutation(() => AnnotationQueueItemPayload, { description: 'Marks an item as judged by you.' })
  @Access('MEMBER', 'by project role')
  async finishAnnotationQueueItem(
    @Args('input') { annotationQueueItemId }: AnnotationQueueItemInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueItemPayload> {
    return this.toPayload(
      await this.reviewing.setState(annotationQueueItemId, ReviewState.DONE, caller),
    );
  }

  @Mutation(() => AnnotationQueueItemPayload, {
    description: 'Puts an item off: you get it again after all others.',
  })
  @Access('MEMBER', 'by project role')
  async skipAnnotationQueueItem(
    @Args('input') { annotationQueueItemId }: AnnotationQueueItemInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueItemPayload> {
    return this.toPayload(
      await this.reviewing.setState(annotationQueueItemId, ReviewState.SKIPPED, caller),
    );
  }

  @Mutation(() => AnnotationQueueItemPayload, {
    description: 'Gives up your claim of an item, so that others get it at once.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async releaseAnnotationQueueItem(
    @Args('input') { annotationQueueItemId }: AnnotationQueueItemInput,
    @Caller() caller: Identity,
  ): Promise<AnnotationQueueItemPayload> {
    return this.toPayload(await this.reviewing.release(annotationQueueItemId, caller));
  }

  private async getPlace(itemId: number, loaders: GraphqlContext['loaders']) {
    const place = await loaders.of(this.loaded.places).load(itemId);
    if (!place) throw itemNotFound(itemId);
    return place;
  }

  private async toPayload(itemId: number): Promise<AnnotationQueueItemPayload> {
    const item = await this.queues.findItem(itemId);
    const queue = item && (await this.queues.findById(item.queueId));
    if (!item || !queue) throw itemNotFound(itemId);
    return { annotationQueue: toQueue(queue), annotationQueueItem: toQueueItem(item), query: {} };
  }
}
