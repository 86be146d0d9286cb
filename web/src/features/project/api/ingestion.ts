import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { PAGE_SIZE } from './project-frame.js';

/** How often the page is read again while somebody looks at it. */
const REFRESH_MS = 5_000;

export const HealthQuery = graphql(`
  query IngestionHealth($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        ingestionErrorReasons {
          reason
          count
          keptCount
        }
        exporters {
          id
          serviceName
          sdkName
          sdkVersion
          sdkLanguage
          keyName
          firstSeenAt
          lastSeenAt
          httpProtobufRequestCount
          httpJsonRequestCount
          grpcRequestCount
          spanCount
          spanCountToday
          logRecordCount
          metricPointCount
          refusedCount
          problems {
            kind
            message
            advice
          }
          unreadKeys {
            key
            requestCount
            example
          }
        }
        sentMetrics {
          name
          unit
          kind
          pointCount
          keptCount
        }
      }
    }
  }
`);

export const ErrorsQuery = graphql(`
  query IngestionErrors($id: ID!, $first: Int!, $after: String, $reason: String) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        ingestionErrors(first: $first, after: $after, reason: $reason) {
          edges {
            node {
              id
              reason
              message
              traceId
              spanId
              spanName
              occurredAt
              resentAt
              isKept
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
`);

export const ContentQuery = graphql(`
  query IngestionErrorContent($id: ID!) {
    node(id: $id) {
      __typename
      ... on IngestionError {
        id
        content
      }
    }
  }
`);

export const ResendMutation = graphql(`
  mutation ResendIngestionErrors($input: ResendIngestionErrorsInput!) {
    resendIngestionErrors(input: $input) {
      storedCount
      refusedCount
      endCursor
    }
  }
`);

export const DeleteErrorsMutation = graphql(`
  mutation DeleteIngestionErrors($input: DeleteIngestionErrorsInput!) {
    deleteIngestionErrors(input: $input) {
      deletedCount
    }
  }
`);

type ProjectHealth = Extract<ResultOf<typeof HealthQuery>['node'], { __typename: 'Project' }>;

/** An exporter that sends spans to the project. */
export type Exporter = ProjectHealth['exporters'][number];

/** A metric that was sent to the project. */
export type SentMetric = ProjectHealth['sentMetrics'][number];

/** Returns the exporters of a project, its metrics and the reasons why spans were not stored, and keeps them up to date. */
export function useIngestionHealth(id: string) {
  const { data, error, reload } = useGraphqlQuery(
    HealthQuery,
    { id },
    { refetchInterval: REFRESH_MS },
  );
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  return {
    exporters: project?.exporters,
    metrics: project?.sentMetrics,
    reasons: project?.ingestionErrorReasons,
    error,
    reload,
  };
}

/** Lists what was not stored, newest first. */
export function useIngestionErrors(id: string, reason: string | undefined) {
  return usePages(
    createPageSource(ErrorsQuery, {
      variables: { id, first: PAGE_SIZE, reason: reason ?? null },
      connection: (data) =>
        data.node.__typename === 'Project' ? data.node.ingestionErrors : undefined,
    }),
  );
}

/** A span or an annotation that was not stored. */
export type IngestionErrorRow = ReturnType<typeof useIngestionErrors>['rows'][number];

/** Returns what was sent; null if it is not kept. */
export function useErrorContent(id: string, isKept: boolean) {
  const { data, error, reload } = useGraphqlQuery(ContentQuery, { id }, { enabled: isKept });
  const content = data?.node.__typename === 'IngestionError' ? data.node.content : undefined;
  return { content, error, reload };
}
