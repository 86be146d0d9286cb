import { useCallback } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';

const PAGE_SIZE = 50;

const DatasetsListQuery = graphql(`
  query DatasetsList($first: Int!, $after: String, $sort: DatasetSort, $filter: DatasetFilter) {
    datasets(first: $first, after: $after, sort: $sort, filter: $filter) {
      edges {
        node {
          id
          name
          description
          createdAt
          lastUpdatedAt
          exampleCount
          experimentCount
          createdBy {
            id
            username
          }
          labels {
            id
            name
            description
            color
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A cheap query, sent every two seconds: has anything changed? */
export const DatasetsUpdatedQuery = graphql(`
  query DatasetsUpdated {
    datasetCount
    datasetsLastUpdatedAt
  }
`);

/** A dataset in the list. */
export type DatasetRow = ResultOf<typeof DatasetsListQuery>['datasets']['edges'][number]['node'];

/** What the list of datasets depends on. */
export interface DatasetsListArguments {
  name: string;
  labelIds: readonly string[];
  sort: { col: 'name' | 'createdAt'; dir: 'asc' | 'desc' };
}

/** Lists the datasets, page by page. */
export function useDatasetsList(args: DatasetsListArguments) {
  const client = useClient();
  const { name, labelIds, sort } = args;
  const fetchPage = useCallback<FetchPage<DatasetRow>>(
    (after) =>
      readPage(
        client,
        DatasetsListQuery,
        {
          first: PAGE_SIZE,
          after,
          sort,
          filter: {
            ...(name === '' ? {} : { col: 'name' as const, value: name }),
            ...(labelIds.length > 0 ? { filterLabels: [...labelIds] } : {}),
          },
        },
        (data) => data.datasets,
      ),
    [client, name, labelIds, sort],
  );
  return useList(JSON.stringify(args), fetchPage);
}
