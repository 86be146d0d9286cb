import { graphql, type ResultOf } from '../../../graphql.js';
import { useExactQuery } from '../../../lib/use-exact-query.js';

const ExampleQuery = graphql(`
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

/** An example with what it was made from. */
export type ExampleDetail = Extract<Node, { __typename: 'DatasetExample' }>;

/** An example at a version, or as it is now; every number in it as it was stored. */
export function useExample(id: string, version: string | undefined) {
  const { data, error, reload } = useExactQuery(ExampleQuery, { id, version: version ?? null });
  const found = data?.node.__typename === 'DatasetExample' ? data.node : undefined;
  // One that was deleted before the version asked for is not there.
  const example = found?.revision.revisionKind === 'DELETE' ? undefined : found;
  return { example, error, isMissing: data !== undefined && !example, reload };
}
