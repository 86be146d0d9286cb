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

/** What a span would be as an example; read with `askExactly`, as it is edited and sent back. */
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
