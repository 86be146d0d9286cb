import { Field, Float, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import {
  AnnotationConfig,
  toAnnotationConfig,
} from '../../configs/graphql/annotation-config.type.js';
import type { AnnotationQueueItemEntity } from '../annotation-queue-item.entity.js';
import { QueueTarget, ReviewState } from '../annotation-queue.enum.js';
import type { QueueRow } from '../annotation-queues.queries.js';
import { ITEM_TYPE, QUEUE_TYPE } from '../annotation-queues.service.js';
import type { ReviewerRow, ReviewRow } from '../queue-reviews.queries.js';
import type { ConfigAgreement } from '../queue-reviews.service.js';

registerEnumType(QueueTarget, {
  name: 'AnnotationQueueTarget',
  description: 'The kinds of items of review queues.',
});

registerEnumType(ReviewState, {
  name: 'AnnotationQueueReviewState',
  description: 'The state of an item for one reviewer.',
  valuesMap: {
    CLAIMED: { description: 'Has claimed it.' },
    DONE: { description: 'Has judged it.' },
    SKIPPED: { description: 'Has put it off.' },
  },
});

@ObjectType({
  description: 'A list of items that people judge one by one.',
  implements: () => Node,
})
export class AnnotationQueue implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  row: QueueRow;

  @Field(() => String, { description: 'Unique in the project.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => QueueTarget)
  target: QueueTarget;

  @Field(() => Int, { description: 'How many people should judge each item.' })
  judgmentsPerItem: number;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, { description: 'When the queue itself was last edited.' })
  updatedAt: string;
}

@ObjectType()
export class AnnotationQueueEdge extends EdgeOf(AnnotationQueue) {}

@ObjectType()
export class AnnotationQueueConnection extends ConnectionOf(AnnotationQueueEdge) {}

@ObjectType({
  description: 'A span, trace or session in a review queue.',
  implements: () => Node,
})
export class AnnotationQueueItem implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  row: AnnotationQueueItemEntity;

  @Field(() => Int, { description: 'Position in the queue, from 1. Deleted items leave gaps.' })
  position: number;
}

@ObjectType()
export class AnnotationQueueItemEdge extends EdgeOf(AnnotationQueueItem) {}

@ObjectType()
export class AnnotationQueueItemConnection extends ConnectionOf(AnnotationQueueItemEdge) {}

@ObjectType({ description: 'The progress of one reviewer on an item.' })
export class AnnotationQueueReview {
  @HideField()
  reviewerRowId: number;

  @Field(() => ReviewState)
  state: ReviewState;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When others can get the item, unless the claim is renewed. Only for claims.',
  })
  claimedUntil: string | null;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ description: 'The progress of one person in a review queue.' })
export class AnnotationQueueReviewer {
  @HideField()
  reviewerRowId: number;

  @Field(() => Int, { description: 'Number of items that the person has judged.' })
  done: number;

  @Field(() => Int, { description: 'Number of items that the person has put off.' })
  skipped: number;

  @Field(() => Int, { description: 'Number of items that the person has open.' })
  inProgress: number;
}

@ObjectType({ description: 'Counts the items of a review queue.' })
export class AnnotationQueueProgress {
  @Field(() => Int)
  total: number;

  @Field(() => Int, { description: 'Judged by as many people as the queue asks for.' })
  done: number;

  @Field(() => Int, { description: 'Claimed by at least one reviewer, and not done.' })
  inProgress: number;

  @Field(() => Int, {
    description: 'Those that you can still get, including those that you skipped.',
  })
  available: number;

  @Field(() => [AnnotationQueueReviewer], {
    description: 'Reviewers, those with the most judged items first.',
  })
  reviewers: AnnotationQueueReviewer[];

  @Field(() => AnnotationQueueReviewer, { description: 'Your own progress.' })
  viewer: AnnotationQueueReviewer;
}

@ObjectType({ description: 'The review of one item by one person.' })
export class AnnotationQueueJudgment {
  @HideField()
  reviewerRowId: number;

  @Field(() => String, { nullable: true })
  label: string | null;

  @Field(() => Float, { nullable: true })
  score: number | null;
}

@ObjectType({ description: 'An item on which people gave different values for one config.' })
export class AnnotationQueueDisagreement {
  @HideField()
  itemRowId: number;

  @Field(() => [AnnotationQueueJudgment])
  judgments: AnnotationQueueJudgment[];
}

@ObjectType({
  description:
    'The agreement of reviewers on one config. A measure is null if the judgments do not define it.',
})
export class AnnotationQueueAgreement {
  @HideField()
  allDisagreements: AnnotationQueueDisagreement[];

  @Field(() => AnnotationConfig)
  annotationConfig: typeof AnnotationConfig;

  @Field(() => Int, { description: 'Number of items that two or more people judged.' })
  itemCount: number;

  @Field(() => Int, { description: 'Number of people who judged these items.' })
  reviewerCount: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of equal judgments among pairs of judgments of one item, 0 to 1.',
  })
  percentAgreement: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Cohen's kappa, for labels from exactly two people.",
  })
  cohensKappa: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Krippendorff's alpha: nominal for labels, interval for scores.",
  })
  krippendorffsAlpha: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean difference between two scores of one item.',
  })
  meanAbsoluteDifference: number | null;
}

@ObjectType({ description: 'The result of a mutation of a review queue.' })
export class AnnotationQueueMutationPayload {
  @Field(() => AnnotationQueue)
  annotationQueue: AnnotationQueue;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class AddAnnotationQueueItemsPayload extends AnnotationQueueMutationPayload {
  @Field(() => Int, { description: 'Number of items that were not in the queue before.' })
  addedCount: number;
}

@ObjectType()
export class DeleteAnnotationQueuePayload {
  @Field(() => ID)
  deletedAnnotationQueueId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType({ description: 'The result of a step through a review queue.' })
export class AnnotationQueueItemPayload extends AnnotationQueueMutationPayload {
  @Field(() => AnnotationQueueItem, {
    nullable: true,
    description: 'Null if no item is left for you.',
  })
  annotationQueueItem: AnnotationQueueItem | null;
}

export function toQueue(row: QueueRow): AnnotationQueue {
  const { id, name, description, target, judgmentsPerItem, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(QUEUE_TYPE, id),
    row,
    name,
    description,
    target,
    judgmentsPerItem,
    createdAt,
    updatedAt,
  };
}

export function toQueueItem(row: AnnotationQueueItemEntity): AnnotationQueueItem {
  return { id: toGlobalId(ITEM_TYPE, row.id), row, position: row.position };
}

export function toQueueReview({
  reviewerId,
  state,
  claimedUntil,
  updatedAt,
}: ReviewRow): AnnotationQueueReview {
  return { reviewerRowId: reviewerId, state, claimedUntil, updatedAt };
}

export function toQueueReviewer({
  reviewerId,
  done,
  skipped,
  inProgress,
}: Omit<ReviewerRow, 'queueId'>): AnnotationQueueReviewer {
  return { reviewerRowId: reviewerId, done, skipped, inProgress };
}

export function toQueueAgreement({
  config,
  disagreements,
  ...agreement
}: ConfigAgreement): AnnotationQueueAgreement {
  return {
    ...agreement,
    annotationConfig: toAnnotationConfig(config),
    allDisagreements: disagreements.map(({ itemId, judgments }) => ({
      itemRowId: itemId,
      judgments: judgments.map(({ reviewerId, label, score }) => ({
        reviewerRowId: reviewerId,
        label,
        score,
      })),
    })),
  };
}
