import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { RuleTarget } from './rules.js';

export const MatchingCountQuery = graphql(`
  query MatchingCount(
    $id: ID!
    $condition: String
    $timeRange: TimeRange!
    $ofSpans: Boolean!
    $ofTraces: Boolean!
    $ofSessions: Boolean!
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        SPAN: recordCount(timeRange: $timeRange, filterCondition: $condition) @include(if: $ofSpans)
        TRACE: traceCount(timeRange: $timeRange, traceFilterCondition: $condition)
          @include(if: $ofTraces)
        SESSION: sessionCount(timeRange: $timeRange, sessionFilterCondition: $condition)
          @include(if: $ofSessions)
      }
    }
  }
`);

/** The target and condition to count. */
interface Counted {
  projectId: string;
  target: RuleTarget;
  condition: string;
  range: TimeRangeSearch;
}

/** Counts the spans, traces or sessions that meet a condition. An error may be a mistake in it. */
export function useMatchingCount({ projectId, target, condition, range }: Counted) {
  const { data, error } = useGraphqlQuery(
    MatchingCountQuery,
    () => ({
      id: projectId,
      condition: condition.trim() || null,
      timeRange: resolveTimeRange(range),
      ofSpans: target === 'SPAN',
      ofTraces: target === 'TRACE',
      ofSessions: target === 'SESSION',
    }),
    { key: [projectId, target, condition.trim(), range] },
  );
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  return { count: project?.[target], error };
}
