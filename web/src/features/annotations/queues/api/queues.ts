import { graphql, type ResultOf } from '../../../../graphql.js';
import { useGraphqlQuery } from '../../../../lib/data/use-graphql-query.js';
import { AnnotationConfigFields } from '../../configs/api/annotation-configs.js';

/** How often progress is read again while a page shows it. */
const PROGRESS_INTERVAL_MS = 10_000;

export const QueueFields = graphql(
  `
    fragment QueueFields on AnnotationQueue @_unmask {
      id
      name
      description
      target
      judgmentsPerItem
      createdAt
      user {
        id
        username
      }
      annotationConfigs {
        ...AnnotationConfigFields
      }
      progress {
        total
        done
        inProgress
        available
        reviewers {
          done
          skipped
          inProgress
          user {
            id
            username
          }
        }
        viewer {
          done
          skipped
        }
      }
    }
  `,
  [AnnotationConfigFields],
);

/** A review queue with its configs and its progress. */
export type Queue = ResultOf<typeof QueueFields>;

export type QueueTarget = Queue['target'];

export const QueuesQuery = graphql(
  `
    query ReviewQueues($projectId: ID!) {
      node(id: $projectId) {
        __typename
        ... on Project {
          id
          annotationQueues(first: 1000) {
            edges {
              node {
                ...QueueFields
              }
            }
          }
        }
      }
    }
  `,
  [QueueFields],
);

/** Lists the queues of a project, newest first; undefined until loaded. */
export function useQueues(projectId: string) {
  const { data, error, reload } = useGraphqlQuery(
    QueuesQuery,
    { projectId },
    { refetchInterval: PROGRESS_INTERVAL_MS },
  );
  const queues =
    data?.node.__typename === 'Project'
      ? data.node.annotationQueues.edges.map(({ node }) => node)
      : undefined;
  return { queues, error, reload };
}

export const QueueQuery = graphql(
  `
    query ReviewQueue($id: ID!) {
      node(id: $id) {
        __typename
        ... on AnnotationQueue {
          ...QueueFields
        }
      }
    }
  `,
  [QueueFields],
);

/** Reads one queue, and its progress again and again. */
export function useQueue(id: string) {
  const { data, error, reload } = useGraphqlQuery(
    QueueQuery,
    { id },
    { refetchInterval: PROGRESS_INTERVAL_MS },
  );
  const queue = data?.node.__typename === 'AnnotationQueue' ? data.node : undefined;
  return { queue, isMissing: data !== undefined && !queue, error, reload };
}

const AgreementFields = graphql(
  `
    fragment AgreementFields on AnnotationQueueAgreement @_unmask {
      itemCount
      reviewerCount
      percentAgreement
      cohensKappa
      krippendorffsAlpha
      meanAbsoluteDifference
      annotationConfig {
        ...AnnotationConfigFields
      }
    }
  `,
  [AnnotationConfigFields],
);

export const AgreementsQuery = graphql(
  `
    query ReviewQueueAgreements($projectId: ID!) {
      node(id: $projectId) {
        __typename
        ... on Project {
          id
          annotationQueues(first: 1000) {
            edges {
              node {
                id
                agreement {
                  ...AgreementFields
                }
              }
            }
          }
        }
      }
    }
  `,
  [AgreementFields],
);

/** How much the reviewers of a queue agree on one config. */
export type Agreement = ResultOf<typeof AgreementFields>;

/** Returns the agreement of each queue of a project by ID; empty until loaded. */
export function useAgreements(projectId: string): ReadonlyMap<string, readonly Agreement[]> {
  const { data } = useGraphqlQuery(AgreementsQuery, { projectId });
  if (data?.node.__typename !== 'Project') return new Map();
  return new Map(
    data.node.annotationQueues.edges.map(({ node }) => [node.id, node.agreement] as const),
  );
}

export const QueueAgreementQuery = graphql(
  `
    query ReviewQueueAgreement($id: ID!) {
      node(id: $id) {
        __typename
        ... on AnnotationQueue {
          id
          agreement {
            ...AgreementFields
            disagreements {
              annotationQueueItem {
                id
                number
              }
              judgments {
                label
                score
                user {
                  id
                  username
                }
              }
            }
          }
        }
      }
    }
  `,
  [AgreementFields],
);

type AgreementNode = ResultOf<typeof QueueAgreementQuery>['node'];

/** The agreement on one config, with the items on which people disagree. */
export type DetailedAgreement = Extract<
  AgreementNode,
  { __typename: 'AnnotationQueue' }
>['agreement'][number];

/** Returns the agreement of a queue, with the items on which people disagree. */
export function useQueueAgreement(id: string) {
  const { data, error, reload } = useGraphqlQuery(QueueAgreementQuery, { id });
  const agreement = data?.node.__typename === 'AnnotationQueue' ? data.node.agreement : undefined;
  return { agreement, error, reload };
}

export const CreateQueueMutation = graphql(
  `
    mutation CreateReviewQueue($input: CreateAnnotationQueueInput!) {
      createAnnotationQueue(input: $input) {
        annotationQueue {
          ...QueueFields
        }
      }
    }
  `,
  [QueueFields],
);

export const PatchQueueMutation = graphql(`
  mutation PatchReviewQueue($input: PatchAnnotationQueueInput!) {
    patchAnnotationQueue(input: $input) {
      annotationQueue {
        id
      }
    }
  }
`);

export const DeleteQueueMutation = graphql(`
  mutation DeleteReviewQueue($input: DeleteAnnotationQueueInput!) {
    deleteAnnotationQueue(input: $input) {
      deletedAnnotationQueueId
    }
  }
`);

export const AddItemsMutation = graphql(`
  mutation AddReviewQueueItems($input: AddAnnotationQueueItemsInput!) {
    addAnnotationQueueItems(input: $input) {
      addedCount
      annotationQueue {
        id
        name
      }
    }
  }
`);

/** The documents whose data changes with the queues of a project. */
export const QUEUE_DOCUMENTS = [QueuesQuery, QueueQuery, AgreementsQuery, QueueAgreementQuery];
