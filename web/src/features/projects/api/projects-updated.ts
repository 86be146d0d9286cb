import { graphql } from '../../../graphql.js';

/** A cheap query that detects changes, sent every two seconds. */
export const ProjectsUpdatedQuery = graphql(`
  query ProjectsUpdated {
    projectCount
    projectsLastUpdatedAt
  }
`);
