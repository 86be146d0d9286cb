import { graphql } from '../../../graphql.js';

/** The cheap question asked every two seconds: has anything come since? */
export const ProjectsUpdatedQuery = graphql(`
  query ProjectsUpdated {
    projectCount
    projectsLastUpdatedAt
  }
`);
