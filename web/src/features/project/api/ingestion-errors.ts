import { graphql } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { PAGE_SIZE } from './project-frame.js';

const IngestionErrorsQuery = graphql(`
  query IngestionErrors($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        ingestionErrors(first: $first, after: $after) {
          edges {
            node {
              id
              reason
              message
              traceId
              spanId
              spanName
              occurredAt
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

/** Lists the rejected spans of a project, newest first. */
export function useIngestionErrors(id: string) {
  return usePages(
    createPageSource(IngestionErrorsQuery, {
      variables: { id, first: PAGE_SIZE },
      connection: (data) =>
        data.node.__typename === 'Project' ? data.node.ingestionErrors : undefined,
    }),
  );
}
