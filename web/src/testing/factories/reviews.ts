import type { AnnotationConfig } from '../../features/annotations/configs/api/annotation-configs.js';
import { CreateTraceMutation } from '../../features/annotations/judge/judgment-mutations.js';
import { type Judgment, JudgmentsQuery } from '../../features/annotations/judge/judgments.js';
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
import { TraceQuery } from '../../features/trace/api/trace-query.js';
import { answer, type Answer, keepWaiting } from '../answers.js';
import { projectPage } from './project-page.js';
import { PROJECT_ID } from './project-scope.js';

const TIME = '2026-02-03T04:05:06.000000Z';
const PROJECT = { __typename: 'Project', id: PROJECT_ID } as const;

/** The user who looks at the page. */
export const ADA = { id: 'user-1', username: 'ada' };
/** Another reviewer. */
export const BEN = { id: 'user-2', username: 'ben' };

/** The config that the factories use. */
export const CORRECTNESS: AnnotationConfig = {
  __typename: 'CategoricalAnnotationConfig',
  id: 'config-1',
  name: 'correctness',
  description: null,
  optimizationDirection: 'MAXIMIZE',
  values: [
    { label: 'good', score: 1 },
    { label: 'bad', score: 0 },
  ],
};

/** How far a queue of three traces is: nobody has begun. */
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
    annotationConfigs: [CORRECTNESS],
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
    annotationConfig: CORRECTNESS,
    disagreements: [],
    ...part,
  };
}

/** An annotation of a trace by the user of the page. */
export function aTraceJudgment(
  part: Partial<Extract<Judgment, { __typename: 'TraceAnnotation' }>> = {},
): Extract<Judgment, { __typename: 'TraceAnnotation' }> {
  return {
    __typename: 'TraceAnnotation',
    id: 'annotation-1',
    name: 'correctness',
    annotatorKind: 'HUMAN',
    label: 'good',
    score: 1,
    explanation: null,
    metadata: {},
    source: 'APP',
    identifier: `app:${ADA.id}`,
    createdAt: TIME,
    updatedAt: TIME,
    user: ADA,
    ...part,
  };
}

/** Answers with the annotations of whatever trace is asked for. */
export const judgedTrace = (...annotations: ReturnType<typeof aTraceJudgment>[]): Answer =>
  answer(JudgmentsQuery, ({ id }) => ({ node: { __typename: 'Trace' as const, id, annotations } }));

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

/** Where a step through the queue leads: to an item, or to none. */
export const leadTo = (item: ReviewItem | null, queue: Queue = aQueue()) => ({
  step: { annotationQueueItem: item, annotationQueue: queue },
});

/** The items of the queue. */
export const ITEMS: readonly ReviewItem[] = [1, 2, 3].map((number) => anItem(number));

/**
 * Answers what somebody asks who reviews the queue: the first item is next, nobody has judged
 * anything, and every item can be opened and judged.
 */
export const REVIEW: readonly Answer[] = [
  ...projectPage(),
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
  answer(CreateTraceMutation, ({ input: { label = null, score = null, explanation = null } }) => ({
    answer: { rows: [aTraceJudgment({ label, score, explanation })] },
  })),
];
