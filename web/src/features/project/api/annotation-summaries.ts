import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { ProjectTab } from '../tabs.js';
import type { FigureConditions } from '../query-bar/figure-conditions.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';

const SummaryFields = graphql(`
  fragment SummaryFields on AnnotationSummary @_unmask {
    name
    count
    meanScore
    labelFractions {
      label
      fraction
    }
  }
`);

export const AnnotationSummariesQuery = graphql(
  `
    query AnnotationSummaries(
      $id: ID!
      $timeRange: TimeRange
      $filterCondition: String
      $traceFilterCondition: String
      $sessionFilterCondition: String
      $search: String
      $searchedRows: SearchedRows
      $ofSpans: Boolean!
      $ofTraces: Boolean!
      $ofSessions: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spanAnnotationNames
          traceAnnotationNames
          sessionAnnotationNames
          spanAnnotationSummaries(
            timeRange: $timeRange
            filterCondition: $filterCondition
            traceFilterCondition: $traceFilterCondition
            sessionFilterCondition: $sessionFilterCondition
            search: $search
            searchedRows: $searchedRows
          ) @include(if: $ofSpans) {
            ...SummaryFields
          }
          traceAnnotationSummaries(
            timeRange: $timeRange
            filterCondition: $filterCondition
            traceFilterCondition: $traceFilterCondition
            sessionFilterCondition: $sessionFilterCondition
            search: $search
            searchedRows: $searchedRows
          ) @include(if: $ofTraces) {
            ...SummaryFields
          }
          sessionAnnotationSummaries(
            timeRange: $timeRange
            sessionFilterCondition: $sessionFilterCondition
            search: $search
            searchedRows: $searchedRows
          ) @include(if: $ofSessions) {
            ...SummaryFields
          }
        }
      }
    }
  `,
  [SummaryFields],
);

/** All annotations of a project with one name in the time range. */
export type AnnotationSummary = ResultOf<typeof SummaryFields>;

type Node = ResultOf<typeof AnnotationSummariesQuery>['node'];

/**
 * The names of all annotations of a project, and the summaries that a list shows for its time range.
 */
export type AnnotationSummaries = Extract<Node, { __typename: 'Project' }>;

/**
 * How often live changes read the summaries. With a million annotations, they take 0.1 s to add up.
 */
const REST_MS = 10_000;

/**
 * Returns the summaries for the time range, and reads them again when `version` changes, though not
 * more than every ten seconds.
 * @param tab the list; undefined if none is shown.
 */
export function useAnnotationSummaries(
  id: string,
  range: TimeRangeSearch,
  conditions: FigureConditions,
  version: number,
  tab: ProjectTab | undefined,
): AnnotationSummaries | undefined {
  const { data, reload } = useGraphqlQuery(
    AnnotationSummariesQuery,
    () => ({
      id,
      timeRange: resolveTimeRange(range),
      ...conditions,
      ofSpans: tab === 'spans' || tab === 'traces',
      ofTraces: tab === 'traces',
      ofSessions: tab === 'sessions',
    }),
    { key: [id, range, conditions, tab], enabled: tab !== undefined },
  );
  useReloadOn(version, reload, REST_MS);
  return data?.node.__typename === 'Project' ? data.node : undefined;
}
