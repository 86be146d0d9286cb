import { graphql, type ResultOf } from '../../graphql.js';
import { listNodes } from '../../lib/data/connections.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { getPermissions } from '../../lib/viewer/permissions.js';
import { useViewer } from '../../lib/viewer/viewer.js';

const MAX_CHOICES = 50;

export const ProjectOptionsQuery = graphql(`
  query ProjectOptions($filter: ProjectFilter, $first: Int!) {
    projects(first: $first, sort: { col: name, dir: asc }, filter: $filter) {
      edges {
        node {
          id
          name
          isPrivate
          viewerRole
        }
      }
    }
  }
`);

type ProjectNode = ResultOf<typeof ProjectOptionsQuery>['projects']['edges'][number]['node'];

/** A project that can be chosen. */
export type ProjectOption = Pick<ProjectNode, 'id' | 'name' | 'isPrivate'>;

/** Lists the first projects whose names contain a text, and in which the user may write. */
export function useProjectOptions(name: string, isNeeded: boolean): readonly ProjectOption[] {
  const { data } = useGraphqlQuery(
    ProjectOptionsQuery,
    { filter: name === '' ? null : { col: 'name' as const, value: name }, first: MAX_CHOICES },
    { keepPrevious: true, enabled: isNeeded },
  );
  const projects = data ? listNodes(data.projects) : [];
  return projects.filter(({ viewerRole }) => getPermissions(viewerRole ?? undefined).write);
}

/**
 * Whether the user may create what can belong to a project: for everyone, or in one of the first projects
 * at least.
 */
export function useMayCreate(): boolean {
  const { can, isPending } = useViewer();
  const isNeeded = pageConfig.authenticationEnabled && !isPending && !can.write;
  return useProjectOptions('', isNeeded).length > 0 || can.write;
}
