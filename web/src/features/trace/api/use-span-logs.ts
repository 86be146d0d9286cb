import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 100;

export const SpanLogsQuery = graphql(`
  query SpanLogs($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      __typename
      ... on Span {
        id
        logRecords(first: $first, after: $after) {
          edges {
            node {
              id
              time
              severity
              severityText
              eventName
              body
              isJsonBody
              attributes
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

type Span = Extract<ResultOf<typeof SpanLogsQuery>['node'], { __typename: 'Span' }>;

/** A log record of a span. */
export type SpanLog = Span['logRecords']['edges'][number]['node'];

/** Lists the log records of a span by global ID, in time order. */
export function useSpanLogs(id: string) {
  return usePages(
    createPageSource(SpanLogsQuery, {
      variables: { id, first: PAGE_SIZE },
      connection: (data) => (data.node.__typename === 'Span' ? data.node.logRecords : undefined),
    }),
  );
}
