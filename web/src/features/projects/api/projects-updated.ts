import { graphql } from '../../../graphql.js';

/** A cheap query, sent every two seconds: has anything changed? */
export const ProjectsUpdatedQuery = graphql(`
  query ProjectsUpdated {
    projectCount
    projectsLastUpdatedAt
  }
`);
