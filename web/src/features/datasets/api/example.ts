import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const ExampleQuery = graphql(`
  query Example($id: ID!, $version: ID) {
    node(id: $id) {
      __typename
      ... on DatasetExample {
        id
        externalId
        createdAt
        datasetSplits {
          id
          name
          color
        }
        revision(datasetVersionId: $version) {
          input
          output
          metadata
          revisionKind
          createdAt
          datasetVersionId
        }
        span {
          id
          name
          spanKind
          context {
            traceId
          }
          project {
            id
          }
        }
      }
    }
  }
`);

type Node = ResultOf<typeof ExampleQuery>['node'];

/** An example and the span it was created from. */
export type ExampleDetail = Extract<Node, { __typename: 'DatasetExample' }>;

/** Returns an example at a version, or its latest state, with every number unchanged. */
export function useExample(id: string, version: string | undefined) {
  const { data, error, reload } = useGraphqlQuery(
    ExampleQuery,
    { id, version: version ?? null },
    { exact: true },
  );
  const found = data?.node.__typename === 'DatasetExample' ? data.node : undefined;
  // An example deleted before the given version does not exist.
  const example = found?.revision.revisionKind === 'DELETE' ? undefined : found;
  return { example, error, isMissing: data !== undefined && !example, reload };
}
