import { useCallback } from 'react';
import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange } from '../../../lib/time/time-range.js';
import type { Rule, RuleTarget } from './rules.js';

/** Adding up many annotations takes a moment, so the means are not read with the figures of today. */
const FRESH_MS = 60_000;

export const RuleScoresQuery = graphql(`
  query EvaluationRuleScores(
    $id: ID!
    $timeRange: TimeRange!
    $ofSpans: Boolean!
    $ofTraces: Boolean!
    $ofSessions: Boolean!
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        SPAN: spanAnnotationSummaries(timeRange: $timeRange) @include(if: $ofSpans) {
          name
          meanScore
        }
        TRACE: traceAnnotationSummaries(timeRange: $timeRange) @include(if: $ofTraces) {
          name
          meanScore
        }
        SESSION: sessionAnnotationSummaries(timeRange: $timeRange) @include(if: $ofSessions) {
          name
          meanScore
        }
      }
    }
  }
`);

/**
 * Returns a function that finds the mean score of the last 7 days of the annotations with the name of a
 * rule. It finds nothing until the means are known.
 */
export function useRuleScores(projectId: string, rules: readonly Rule[]) {
  const has = (target: RuleTarget) => rules.some((rule) => rule.target === target);
  const flags = { ofSpans: has('SPAN'), ofTraces: has('TRACE'), ofSessions: has('SESSION') };
  const { data } = useGraphqlQuery(
    RuleScoresQuery,
    () => ({ id: projectId, timeRange: resolveTimeRange({ timeRangeKey: '7d' }), ...flags }),
    { key: [projectId, flags], enabled: rules.length > 0, staleTime: FRESH_MS },
  );
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  return useCallback(
    ({ target, name }: Rule): number | null =>
      project?.[target]?.find((summary) => summary.name === name)?.meanScore ?? null,
    [project],
  );
}
