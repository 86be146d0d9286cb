import { graphql, type ResultOf } from '../../../graphql.js';

/** How many ingestion errors the badge counts before it says “99+”. */
export const COUNTED_ERRORS = 100;

export const ProjectFrameQuery = graphql(`
  query ProjectFrame($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        name
        description
        gradientStartColor
        gradientEndColor
        hasTraces
        ingestionErrors(first: 100) {
          edges {
            node {
              id
            }
          }
        }
      }
    }
  }
`);

/** The cheap question asked every two seconds: has anything come since? */
export const ProjectUpdatedQuery = graphql(`
  query ProjectUpdated($id: ID!) {
    node(id: $id) {
      ... on Project {
        id
        streamingLastUpdatedAt
      }
    }
  }
`);

type Node = ResultOf<typeof ProjectFrameQuery>['node'];

/** The project around its lists. */
export type ProjectFrame = Extract<Node, { __typename: 'Project' }>;
