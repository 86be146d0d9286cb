import { graphql } from '../../../graphql.js';

export const AddSpansMutation = graphql(`
  mutation AddSpans($input: AddSpansToDatasetInput!) {
    addSpansToDataset(input: $input) {
      dataset {
        id
        name
      }
    }
  }
`);

/** A span as an example. Read with `exact`, because it is edited and sent back. */
export const SpanExampleQuery = graphql(`
  query SpanExample($id: ID!) {
    node(id: $id) {
      __typename
      ... on Span {
        id
        asExampleRevision {
          input
          output
          metadata
        }
      }
    }
  }
`);
