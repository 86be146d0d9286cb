import { CostFields, type CostSummary } from '../../../components/costs/cost-fields.js';
import type { CostOwner } from '../../../components/costs/unpriced-note.js';
import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { FigureConditions } from '../query-bar/figure-conditions.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';

/** The shortest time between two requests while new data arrives. */
const REST_MS = 10_000;

/** Separate from the other figures, because with a condition on spans it takes longer. */
export const ProjectCostQuery = graphql(
  `
    query ProjectCost(
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
          costSummary(
            timeRange: $timeRange
            filterCondition: $filterCondition
            traceFilterCondition: $traceFilterCondition
            sessionFilterCondition: $sessionFilterCondition
            search: $search
            searchedRows: $searchedRows
          ) {
            ...CostFields
          }
        }
      }
    }
  `,
  [CostFields],
);

/** The cost of a part of a project, and which part. */
export interface ProjectCost {
  summary: CostSummary;
  owner: CostOwner;
}

/**
 * Returns the cost of a project for one time range and the filters of a list; undefined while it
 * loads, null if it could not be read.
 */
export function useProjectCost(
  id: string,
  range: TimeRangeSearch,
  conditions: FigureConditions,
  version: number,
): ProjectCost | null | undefined {
  const { data, error, reload } = useGraphqlQuery(
    ProjectCostQuery,
    () => ({ id, timeRange: resolveTimeRange(range), ...conditions }),
    { key: [id, range, conditions] },
  );
  useReloadOn(version, reload, REST_MS);
  if (data?.node.__typename === 'Project') {
    const owner = { id, timeRange: resolveTimeRange(range), ...conditions };
    return { summary: data.node.costSummary, owner };
  }
  return error ? null : undefined;
}
