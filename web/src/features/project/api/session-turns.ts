import type { QueryClient } from '@tanstack/react-query';
import { CostDetailFields, CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions, useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { TracePreviewFields } from './listed-span.js';
import { PAGE_SIZE } from './project-frame.js';

export const SessionFrameQuery = graphql(
  `
    query SessionFrame($id: ID!) {
      node(id: $id) {
        __typename
        ... on ProjectSession {
          id
          sessionId
          startTime
          endTime
          userId
          numTraces
          numTracesWithError
          latencyMsP50: traceLatencyMsQuantile(probability: 0.5)
          tokenUsage {
            total
            prompt
            completion
          }
          costSummary {
            ...CostFields
          }
          costDetailSummaryEntries {
            ...CostDetailFields
          }
        }
      }
    }
  `,
  [CostDetailFields, CostFields],
);

const SessionTurnsQuery = graphql(
  `
    query SessionTurns($id: ID!, $first: Int!, $after: String) {
      node(id: $id) {
        __typename
        ... on ProjectSession {
          id
          traces(first: $first, after: $after) {
            edges {
              node {
                id
                traceId
                startTime
                latencyMs
                errorCount
                tokenCountTotal
                tokenCountPrompt
                tokenCountCompletion
                costSummary {
                  ...CostFields
                }
                ...TracePreviewFields
                rootSpan {
                  id
                  name
                  statusMessage
                }
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  `,
  [CostFields, TracePreviewFields],
);

const TurnValuesQuery = graphql(`
  query TurnValues($spanId: ID!) {
    node(id: $spanId) {
      __typename
      ... on Span {
        id
        input {
          truncatedValue
          value
          mimeType
        }
        output {
          truncatedValue
          value
          mimeType
        }
      }
    }
  }
`);

type SessionNode = ResultOf<typeof SessionFrameQuery>['node'];

/** A session with its figures. */
export type SessionFrame = Extract<SessionNode, { __typename: 'ProjectSession' }>;

/** One turn of a conversation: a trace, with the start of its input and output. */
export type Turn = Extract<
  ResultOf<typeof SessionTurnsQuery>['node'],
  { __typename: 'ProjectSession' }
>['traces']['edges'][number]['node'];

/** Returns a session by its node ID. */
export function useSessionFrame(id: string) {
  return useGraphqlQuery(SessionFrameQuery, { id });
}

/** Loads the figures of a session ahead. */
export function prefetchSession(client: QueryClient, id: string) {
  return settleRequest(client.query(buildQueryOptions(SessionFrameQuery, { id })));
}

/** Lists the turns of a session in chronological order. */
export function useSessionTurns(id: string) {
  return usePages(
    createPageSource(SessionTurnsQuery, {
      variables: { id, first: PAGE_SIZE },
      connection: (data) =>
        data.node.__typename === 'ProjectSession' ? data.node.traces : undefined,
    }),
  );
}

/** Returns the whole input and output of a turn, read once it is visible. */
export function useTurnValues(spanId: string | undefined, isLookedAt: boolean) {
  const { data } = useGraphqlQuery(
    TurnValuesQuery,
    { spanId: spanId ?? '' },
    { enabled: spanId !== undefined && isLookedAt, staleTime: Infinity },
  );
  return data?.node.__typename === 'Span' ? data.node : undefined;
}
