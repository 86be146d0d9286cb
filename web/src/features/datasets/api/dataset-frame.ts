import { graphql, type ResultOf } from '../../../graphql.js';

export const DatasetFrameQuery = graphql(`
  query DatasetFrame($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        name
        description
        metadata
        createdAt
        exampleCount
        experimentCount
        createdBy {
          id
          username
        }
        labels {
          id
          name
          description
          color
        }
        versions(first: 1) {
          edges {
            node {
              id
              sequenceNumber
            }
          }
        }
      }
    }
  }
`);

/** The cheap question asked every two seconds: has anything changed since? */
export const DatasetUpdatedQuery = graphql(`
  query DatasetUpdated($id: ID!) {
    node(id: $id) {
      ... on Dataset {
        id
        experimentCount
        lastUpdatedAt
      }
    }
  }
`);

type Node = ResultOf<typeof DatasetFrameQuery>['node'];

/** A dataset around its lists. */
export type DatasetFrame = Extract<Node, { __typename: 'Dataset' }>;
