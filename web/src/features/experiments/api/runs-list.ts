import { useCallback } from 'react';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readExactPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';
import { readSort } from '../../../components/data-table/types.js';
import { readRunColumn } from '../search.js';
import { RunFields } from './run-fields.js';

const PAGE_SIZE = 50;

const RunsQuery = graphql(
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
                annotations {
                  id
                  name
                  label
                  score
                  error
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
  const fetchPage = useCallback<FetchPage<RunRow>>(
    (after) =>
      readExactPage(
        RunsQuery,
        { id: experimentId, first: PAGE_SIZE, after, sort: toRunSort(sort) },
        ({ node }) => (node.__typename === 'Experiment' ? node.runs : undefined),
      ),
    [experimentId, sort],
  );
  return useList(JSON.stringify([experimentId, sort]), fetchPage);
}

function toRunSort(sort: string) {
  const { col, dir } = readSort(sort);
  const column = readRunColumn(col);
  return column ? { col: column, dir } : null;
}
