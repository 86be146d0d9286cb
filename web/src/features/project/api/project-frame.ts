import { graphql, type ResultOf } from '../../../graphql.js';

/** Rows that the lists of a project read at a time. */
export const PAGE_SIZE = 50;

/** The number of ingestion errors from which the button shows “99+”. */
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
        isPrivate
        viewerRole
        sampling {
          isEnabled
        }
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

/** A cheap query that detects changes, sent every two seconds. */
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

/** The project, for the page around its lists. */
export type ProjectFrame = Extract<Node, { __typename: 'Project' }>;
