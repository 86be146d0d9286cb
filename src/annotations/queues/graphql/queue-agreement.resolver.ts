import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { User } from '../../../users/graphql/user.type.js';
import { AnnotationsLoaders } from '../../graphql/annotations.loader.js';
import {
  AnnotationQueueAgreement,
  AnnotationQueueDisagreement,
  AnnotationQueueItem,
  AnnotationQueueJudgment,
  toQueueItem,
} from './annotation-queue.type.js';
import { AnnotationQueuesLoaders } from './annotation-queues.loader.js';

/** How many items an agreement lists. */
const MAX_DISAGREEMENTS = 100;

/** Adds the person to a judgment. */
@Resolver(() => AnnotationQueueJudgment)
export class QueueJudgmentsResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => User, { nullable: true, description: 'Null for deleted users.' })
  user(
    @Parent() { reviewerRowId }: AnnotationQueueJudgment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return loaders.of(this.annotations.users).load(reviewerRowId);
  }
}

/** Adds the items on which people disagree. */
@Resolver(() => AnnotationQueueAgreement)
export class QueueAgreementResolver {
  @ResolveField(() => [AnnotationQueueDisagreement], {
    description:
      'Items on which people gave different values, at most 100. Those whose scores differ most come first.',
  })
  disagreements(
    @Parent() { allDisagreements }: AnnotationQueueAgreement,
  ): AnnotationQueueDisagreement[] {
    return allDisagreements.slice(0, MAX_DISAGREEMENTS);
  }
}

/** Adds the item to a disagreement. */
@Resolver(() => AnnotationQueueDisagreement)
export class QueueDisagreementsResolver {
  constructor(private readonly loaded: AnnotationQueuesLoaders) {}

  @ResolveField(() => AnnotationQueueItem, {
    nullable: true,
    description: 'Null if the item has just been deleted.',
  })
  async annotationQueueItem(
    @Parent() { itemRowId }: AnnotationQueueDisagreement,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationQueueItem | null> {
    const row = await loaders.of(this.loaded.itemsById).load(itemRowId);
    return row && toQueueItem(row);
  }
}
