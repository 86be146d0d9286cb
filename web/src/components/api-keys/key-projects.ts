import { graphql } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

const KeyProjectsQuery = graphql(`
  query KeyProjects {
    projects(first: 1000, sort: { col: name, dir: asc }) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

/** Lists the projects a key can be limited to: the first thousand by name. */
export function useKeyProjects(): readonly { id: string; name: string }[] {
  const { data } = useGraphqlQuery(KeyProjectsQuery, {});
  return data?.projects.edges.map(({ node }) => node) ?? [];
}
