import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { FigureConditions } from '../query-bar/figure-conditions.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';

/** The shortest time between two requests while new data arrives. */
const REST_MS = 10_000;

/** The values of the rows of a list with their counts. */
export const FacetsQuery = graphql(`
  query Facets(
    $id: ID!
    $timeRange: TimeRange
    $filterCondition: String
    $traceFilterCondition: String
    $sessionFilterCondition: String
    $search: String
    $searchedRows: SearchedRows
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        facets(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) {
          rowCount
          startTime
          statuses {
            value
            count
            condition
          }
          kinds {
            value
            count
            condition
          }
          models {
            value
            count
            condition
          }
          users {
            value
            count
            condition
          }
          tags {
            value
            count
            condition
          }
          metadata {
            key
            values {
              value
              count
              condition
            }
          }
        }
      }
    }
  }
`);

type Node = Extract<ResultOf<typeof FacetsQuery>['node'], { __typename: 'Project' }>;

/** The values by which a list can be filtered; null if they take too long to count. */
export type Facets = Node['facets'];
export type FacetValue = NonNullable<Facets>['kinds'][number];

/** Counts the values of the rows of a list. The old counts stay until the new ones arrive. */
export function useFacets(
  id: string,
  range: TimeRangeSearch,
  conditions: FigureConditions,
  version: number,
) {
  const { data, error, reload } = useGraphqlQuery(
    FacetsQuery,
    () => ({ id, timeRange: resolveTimeRange(range), ...conditions }),
    { key: [id, range, conditions], keepPrevious: true },
  );
  useReloadOn(version, reload, REST_MS);
  const node = data?.node.__typename === 'Project' ? data.node : undefined;
  return { facets: node?.facets, error, reload };
}
