import { graphql, type ResultOf } from '../../../../graphql.js';
import { QueueFields } from './queues.js';

const ItemFields = graphql(`
  fragment ReviewItemFields on AnnotationQueueItem @_unmask {
    id
    number
    previousItemId
    nextItemId
    annotationQueue {
      id
    }
    span {
      id
      spanId
    }
    trace {
      id
      traceId
    }
    session {
      id
      sessionId
    }
    reviews {
      state
      user {
        id
        username
      }
    }
  }
`);

/** An item of a queue, what to read, and who has judged it or has it open. */
export type ReviewItem = ResultOf<typeof ItemFields>;

export const ItemQuery = graphql(
  `
    query ReviewItem($id: ID!) {
      node(id: $id) {
        __typename
        ... on AnnotationQueueItem {
          ...ReviewItemFields
        }
      }
    }
  `,
  [ItemFields],
);

export const FirstItemQuery = graphql(`
  query FirstReviewItem($queueId: ID!) {
    node(id: $queueId) {
      __typename
      ... on AnnotationQueue {
        id
        items(first: 1) {
          edges {
            node {
              id
            }
          }
        }
      }
    }
  }
`);

const StepFields = graphql(
  `
    fragment ReviewStepFields on AnnotationQueueItemPayload @_unmask {
      annotationQueueItem {
        ...ReviewItemFields
      }
      upcomingItem {
        ...ReviewItemFields
      }
      annotationQueue {
        ...QueueFields
      }
    }
  `,
  [ItemFields, QueueFields],
);

/** The item after a step through a queue, the one to read ahead, and the queue with its progress. */
export type StepResult = ResultOf<typeof StepFields>;

export const ClaimNextMutation = graphql(
  `
    mutation ClaimNextReviewItem($queueId: ID!) {
      step: claimNextAnnotationQueueItem(input: { annotationQueueId: $queueId }) {
        ...ReviewStepFields
      }
    }
  `,
  [StepFields],
);

export const ClaimMutation = graphql(
  `
    mutation ClaimReviewItem($id: ID!) {
      step: claimAnnotationQueueItem(input: { annotationQueueItemId: $id }) {
        ...ReviewStepFields
      }
    }
  `,
  [StepFields],
);

/** Mutations run one after another, and the first error ends them. */
export const FinishMutation = graphql(
  `
    mutation FinishReviewItem($id: ID!, $queueId: ID!) {
      finishAnnotationQueueItem(input: { annotationQueueItemId: $id }) {
        __typename
      }
      step: claimNextAnnotationQueueItem(input: { annotationQueueId: $queueId }) {
        ...ReviewStepFields
      }
    }
  `,
  [StepFields],
);

export const SkipMutation = graphql(
  `
    mutation SkipReviewItem($id: ID!, $queueId: ID!) {
      skipAnnotationQueueItem(input: { annotationQueueItemId: $id }) {
        __typename
      }
      step: claimNextAnnotationQueueItem(input: { annotationQueueId: $queueId }) {
        ...ReviewStepFields
      }
    }
  `,
  [StepFields],
);

export const ReleaseMutation = graphql(`
  mutation ReleaseReviewItem($id: ID!) {
    releaseAnnotationQueueItem(input: { annotationQueueItemId: $id }) {
      __typename
    }
  }
`);

/** Puts an item off without asking for another one. */
export const PutOffMutation = graphql(`
  mutation PutOffReviewItem($id: ID!) {
    skipAnnotationQueueItem(input: { annotationQueueItemId: $id }) {
      __typename
    }
  }
`);
