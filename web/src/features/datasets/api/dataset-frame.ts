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
        evaluatorCount
        project {
          id
          name
          isPrivate
          viewerRole
        }
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

/** A cheap query that detects changes, sent every two seconds. */
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

/** A dataset, for the page around its lists. */
export type DatasetFrame = Extract<Node, { __typename: 'Dataset' }>;
