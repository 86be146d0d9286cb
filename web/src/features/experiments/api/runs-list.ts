import { graphql, type ResultOf } from '../../../graphql.js';
import { readSort } from '../../../components/data-table/columns.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { readRunColumn } from '../search.js';
import { RunFields } from './run-fields.js';

const PAGE_SIZE = 50;

export const RunsQuery = graphql(
  `
    query ExperimentRuns($id: ID!, $first: Int!, $after: String, $sort: ExperimentRunSort) {
      node(id: $id) {
        __typename
        ... on Experiment {
          id
          runs(first: $first, after: $after, sort: $sort) {
            edges {
              node {
                ...RunFields
                startTime
                annotations(first: 1000) {
                  edges {
                    node {
                      id
                      name
                      label
                      score
                      error
                    }
                  }
                }
                example {
                  id
                  externalId
                  revision {
                    input
                    output
                  }
                }
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  `,
  [RunFields],
);

type Node = ResultOf<typeof RunsQuery>['node'];

/** A run in the list of an experiment. */
export type RunRow = Extract<Node, { __typename: 'Experiment' }>['runs']['edges'][number]['node'];

/** Lists the runs of an experiment, page by page. */
export function useRunsList(experimentId: string, sort: string) {
  return usePages(
    createPageSource(RunsQuery, {
      variables: { id: experimentId, first: PAGE_SIZE, sort: toRunSort(sort) },
      connection: ({ node }) => (node.__typename === 'Experiment' ? node.runs : undefined),
      exact: true,
    }),
  );
}

function toRunSort(sort: string) {
  const { col, dir } = readSort(sort);
  const column = readRunColumn(col);
  return column ? { col: column, dir } : null;
}
