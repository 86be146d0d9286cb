import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { quote } from '../../../lib/filter-language/write-condition.js';
import { readRowNumber } from '../../../lib/ids/row-number.js';
import { useViewer } from '../../../lib/viewer/viewer.js';

/** Where the server records runs, except for those of users who read a private project. */
const SHARED = 'playground';

export const PlaygroundProjectQuery = graphql(`
  query PlaygroundProject {
    projects(first: 50, filter: { col: name, value: "playground" }) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const PastRunsQuery = graphql(`
  query PastPlaygroundRuns($projectId: ID!, $condition: String) {
    node(id: $projectId) {
      __typename
      ... on Project {
        id
        spans(first: 40, filterCondition: $condition, sort: { col: startTime, dir: desc }) {
          edges {
            node {
              id
              name
              startTime
              statusCode
              statusMessage
              modelName
              latencyMs
              context {
                traceId
              }
              outputPreview {
                truncatedValue
              }
            }
          }
        }
      }
    }
  }
`);

type Node = ResultOf<typeof PastRunsQuery>['node'];

/** A run that is over. */
export type PastRun = Extract<Node, { __typename: 'Project' }>['spans']['edges'][number]['node'];

/** Returns the project of the playground, or the user's own one, and the latest runs of the user, newest first. */
export function usePastRuns() {
  const { viewer, isPending } = useViewer();
  const projects = useGraphqlQuery(PlaygroundProjectQuery, {});
  const found = projects.data && listNodes(projects.data.projects);
  const own = viewer && `${SHARED} of user ${readRowNumber(viewer.id)}`;
  const project =
    found?.find(({ name }) => name === own) ?? found?.find(({ name }) => name === SHARED);
  const projectId = project?.id;
  const runs = useGraphqlQuery(
    PastRunsQuery,
    {
      projectId: projectId ?? '',
      condition: viewer ? `user.id == ${quote(viewer.username)}` : null,
    },
    { enabled: projectId !== undefined && !isPending },
  );
  const node = runs.data?.node;
  const hasNone = found !== undefined && projectId === undefined;
  return {
    projectId,
    runs: hasNone ? [] : node?.__typename === 'Project' ? listNodes(node.spans) : undefined,
    error: projects.error ?? runs.error,
    reload: projectId === undefined ? projects.reload : runs.reload,
  };
}
