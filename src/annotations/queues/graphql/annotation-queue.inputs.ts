import { Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { Check } from '../../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../../kernel/validation/json-fields.js';
import { SpanKind } from '../../../tracing/spans/graphql/span.type.js';
import { QueueTarget } from '../annotation-queue.enum.js';
import { MAX_ITEMS, type QueueSource } from '../annotation-queues.service.js';

enum QueueOrder {
  NEWEST = 'NEWEST',
  RANDOM = 'RANDOM',
}

registerEnumType(QueueOrder, {
  name: 'AnnotationQueueOrder',
  description: 'The matching items to take if there are more than the limit.',
  valuesMap: {
    NEWEST: { description: 'Those that began last.' },
    RANDOM: { description: 'A random sample of the newest 10,000, in random order.' },
  },
});

@InputType({ description: 'Fields are combined with AND.' })
export class AnnotationQueueFilterInput {
  @Field(() => TimeRangeInput, {
    nullable: true,
    description: 'When the spans or traces began. Sessions match if they overlap the range.',
  })
  timeRange?: TimeRangeInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Only for spans.' })
  rootSpansOnly?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'Exact names. Only for spans.' })
  names?: string[] | null;

  @Field(() => [SpanKind], { nullable: true, description: 'Only for spans.' })
  kinds?: SpanKind[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only for spans and traces.' })
  failedOnly?: boolean | null;

  @Field(() => Int, { defaultValue: 50, description: `At most ${MAX_ITEMS}.` })
  limit: number;

  @Field(() => QueueOrder, { defaultValue: QueueOrder.NEWEST })
  order: QueueOrder;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class AnnotationQueueSourceInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'Spans, traces or sessions of the project, in this order.',
  })
  targetIds?: string[];

  @Field(() => AnnotationQueueFilterInput, { nullable: true })
  filter?: AnnotationQueueFilterInput;
}

@InputType()
export class CreateAnnotationQueueInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => String, {
    description: 'Unique in the project. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => QueueTarget)
  target: QueueTarget;

  @Field(() => [ID], { description: 'The annotations to ask reviewers for. At least one.' })
  annotationConfigIds: string[];

  @Field(() => Int, { defaultValue: 1, description: 'How many people should judge each item.' })
  judgmentsPerItem: number;

  @Field(() => AnnotationQueueSourceInput, {
    nullable: true,
    description: 'The first items. Without it, the queue is empty.',
  })
  source?: AnnotationQueueSourceInput | null;
}

@InputType({
  description:
    'Absent fields stay unchanged. Null removes the description, and leaves other fields unchanged.',
})
export class PatchAnnotationQueueInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  @Check(z.union([trimmedName(), z.null()]).optional())
  name?: string | null;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => [ID], { nullable: true })
  annotationConfigIds?: string[] | null;

  @Field(() => Int, { nullable: true })
  judgmentsPerItem?: number | null;
}

@InputType()
export class DeleteAnnotationQueueInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class AddAnnotationQueueItemsInput {
  @Field(() => ID)
  annotationQueueId: string;

  @Field(() => AnnotationQueueSourceInput)
  source: AnnotationQueueSourceInput;
}

@InputType()
export class ClaimNextAnnotationQueueItemInput {
  @Field(() => ID)
  annotationQueueId: string;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether to return to items that you skipped once no others are left.',
  })
  includeSkipped: boolean;
}

@InputType()
export class AnnotationQueueItemInput {
  @Field(() => ID)
  annotationQueueItemId: string;
}

export function toQueueSource({ targetIds, filter }: AnnotationQueueSourceInput): QueueSource {
  if (targetIds) return { targetIds };
  // GraphQL has checked that exactly one is given.
  const { order, ...matching } = filter!;
  return { matching: { ...matching, isRandom: order === QueueOrder.RANDOM } };
}
