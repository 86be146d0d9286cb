import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 50;

export const DatasetsListQuery = graphql(`
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
          project {
            id
            name
            isPrivate
            viewerRole
          }
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

/** A cheap query that detects changes, sent every two seconds. */
export const DatasetsUpdatedQuery = graphql(`
  query DatasetsUpdated {
    datasetCount
    datasetsLastUpdatedAt
  }
`);

/** A dataset in the list. */
export type DatasetRow = ResultOf<typeof DatasetsListQuery>['datasets']['edges'][number]['node'];

/** The filters and sort of the list of datasets. */
export interface DatasetsListArguments {
  name: string;
  labelIds: readonly string[];
  sort: { col: 'name' | 'createdAt'; dir: 'asc' | 'desc' };
}

/** Lists the datasets, page by page. */
export function useDatasetsList(args: DatasetsListArguments) {
  const { name, labelIds, sort } = args;
  return usePages(
    createPageSource(DatasetsListQuery, {
      variables: {
        first: PAGE_SIZE,
        sort,
        filter: {
          ...(name === '' ? {} : { col: 'name' as const, value: name }),
          ...(labelIds.length > 0 ? { filterLabels: [...labelIds] } : {}),
        },
      },
      connection: (data) => data.datasets,
    }),
  );
}
