import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import { useReloadOn } from './use-reload-on.js';

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

const AnnotationSummariesQuery = graphql(
  `
    query AnnotationSummaries($id: ID!, $timeRange: TimeRange) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spanAnnotationNames
          traceAnnotationNames
          sessionAnnotationNames
          spanAnnotationSummaries(timeRange: $timeRange) {
            ...SummaryFields
          }
          traceAnnotationSummaries(timeRange: $timeRange) {
            ...SummaryFields
          }
          sessionAnnotationSummaries(timeRange: $timeRange) {
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

/** The names of all annotations of a project, and their summaries for one time range. */
export type AnnotationSummaries = Extract<Node, { __typename: 'Project' }>;

/** Returns the summaries for the time range and reads them again whenever `version` changes. */
export function useAnnotationSummaries(
  id: string,
  range: TimeRangeSearch,
  version: number,
): AnnotationSummaries | undefined {
  const { data, reload } = useGraphqlQuery(
    AnnotationSummariesQuery,
    () => ({ id, timeRange: resolveTimeRange(range) }),
    { key: [id, range] },
  );
  useReloadOn(version, reload);
  return data?.node.__typename === 'Project' ? data.node : undefined;
}
