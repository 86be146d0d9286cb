import { CreateTraceMutation } from '../../features/annotations/judge/judgment-mutations.js';
import {
  AgreementsQuery,
  type DetailedAgreement,
  type Queue,
  QueueAgreementQuery,
  QueueQuery,
  QueuesQuery,
} from '../../features/annotations/queues/api/queues.js';
import {
  ClaimMutation,
  ClaimNextMutation,
  ItemQuery,
  ReleaseMutation,
  type ReviewItem,
} from '../../features/annotations/queues/api/review-steps.js';
import { AnnotationSummariesQuery } from '../../features/project/api/annotation-summaries.js';
import { TraceQuery } from '../../features/trace/api/trace-query.js';
import { answer, type Answer, keepWaiting } from '../answers.js';
import { aLabelConfig, aTraceJudgment, judgedTrace } from './judgments.js';
import { projectFrame } from './project-frame.js';
import { PROJECT } from './project-scope.js';
import { ADA } from './users.js';

const TIME = '2026-02-03T04:05:06.000000Z';

/** Another reviewer. */
export const BEN = { id: 'user-2', username: 'ben' };

/** The progress of a queue of three traces with which nobody has begun. */
export function aProgress(part: Partial<Queue['progress']> = {}): Queue['progress'] {
  return {
    total: 3,
    done: 0,
    inProgress: 0,
    available: 3,
    reviewers: [],
    viewer: { done: 0, skipped: 0 },
    ...part,
  };
}

/** A queue of traces that the user of the page created. */
export function aQueue(part: Partial<Queue> = {}): Queue {
  return {
    id: 'queue-1',
    name: 'Last answers',
    description: null,
    target: 'TRACE',
    judgmentsPerItem: 1,
    createdAt: TIME,
    user: ADA,
    annotationConfigs: [aLabelConfig()],
    progress: aProgress(),
    ...part,
  };
}

/** An item of the queue with its number, between its neighbors. */
export function anItem(number: number, part: Partial<ReviewItem> = {}): ReviewItem {
  return {
    id: `item-${number}`,
    number,
    previousItemId: number > 1 ? `item-${number - 1}` : null,
    nextItemId: number < 3 ? `item-${number + 1}` : null,
    annotationQueue: { id: 'queue-1' },
    span: null,
    trace: { id: `trace-${number}`, traceId: `abc${number}` },
    session: null,
    reviews: [],
    ...part,
  };
}

/** How much two people agree on the config. */
export function anAgreement(part: Partial<DetailedAgreement> = {}): DetailedAgreement {
  return {
    itemCount: 3,
    reviewerCount: 2,
    percentAgreement: 2 / 3,
    cohensKappa: 0.4,
    krippendorffsAlpha: null,
    meanAbsoluteDifference: null,
    annotationConfig: aLabelConfig(),
    disagreements: [],
    ...part,
  };
}

/** Answers what the list of queues asks. */
export const listQueues = (
  queues: readonly Queue[],
  ...agreement: DetailedAgreement[]
): Answer[] => [
  answer(QueuesQuery, {
    node: { ...PROJECT, annotationQueues: { edges: queues.map((node) => ({ node })) } },
  }),
  answer(AgreementsQuery, {
    node: {
      ...PROJECT,
      annotationQueues: { edges: queues.map(({ id }) => ({ node: { id, agreement } })) },
    },
  }),
];

/** Answers what the page of a queue asks about it and its items. */
export const showQueue = (queue: Queue, ...items: ReviewItem[]): Answer[] => [
  answer(QueueQuery, { node: { __typename: 'AnnotationQueue', ...queue } }),
  // What is judged keeps loading.
  keepWaiting(TraceQuery),
  answer(ItemQuery, ({ id }) => {
    const found = items.find((item) => item.id === id);
    return {
      node: found
        ? { __typename: 'AnnotationQueueItem' as const, ...found }
        : { __typename: 'Dataset' as const },
    };
  }),
];

/** Where a step through the queue leads: to an item, or to none; and which one comes after it. */
export const leadTo = (
  item: ReviewItem | null,
  queue: Queue = aQueue(),
  upcomingItem: ReviewItem | null = null,
) => ({ step: { annotationQueueItem: item, upcomingItem, annotationQueue: queue } });

/** The items of the queue. */
export const ITEMS: readonly ReviewItem[] = [1, 2, 3].map((number) => anItem(number));

/**
 * Answers what the page asks of somebody who reviews the queue: the first item is next, nobody has
 * judged anything, and every item can be opened and judged.
 */
export const REVIEW: readonly Answer[] = [
  ...projectFrame(),
  ...showQueue(aQueue(), ...ITEMS),
  answer(ClaimNextMutation, leadTo(anItem(1))),
  answer(ClaimMutation, ({ id }) => leadTo(anItem(Number(id.at(-1))))),
  answer(ReleaseMutation, {
    releaseAnnotationQueueItem: { __typename: 'AnnotationQueueItemPayload' },
  }),
  answer(QueueAgreementQuery, {
    node: { __typename: 'AnnotationQueue', id: 'queue-1', agreement: [] },
  }),
  judgedTrace(),
  answer(
    CreateTraceMutation,
    ({ input: { name, label = null, score = null, explanation = null } }) => ({
      answer: {
        rows: [aTraceJudgment({ id: `annotation-${name}`, name, label, score, explanation })],
      },
    }),
  ),
  // The frame of the project reads them again ten seconds later.
  keepWaiting(AnnotationSummariesQuery),
];
