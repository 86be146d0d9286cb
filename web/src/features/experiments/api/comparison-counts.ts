import { useMemo } from 'react';
import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { Directions } from '../compare/runs.js';

const CountFields = graphql(`
  fragment CountFields on MetricCounts @_unmask {
    numRunsImproved
    numRunsRegressed
    numRunsEqual
    numRunsWithoutComparison
  }
`);

export const ComparisonCountsQuery = graphql(
  `
    query ComparisonCounts($base: ID!, $compares: [ID!]!) {
      experimentRunMetricComparisons(baseExperimentId: $base, compareExperimentIds: $compares) {
        latency {
          ...CountFields
        }
        totalTokenCount {
          ...CountFields
        }
        promptTokenCount {
          ...CountFields
        }
        completionTokenCount {
          ...CountFields
        }
        totalCost {
          ...CountFields
        }
      }
      experimentAnnotationComparisons(baseExperimentId: $base, compareExperimentIds: $compares) {
        annotationName
        optimizationDirection
        counts {
          ...CountFields
        }
      }
    }
  `,
  [CountFields],
);

/** How often the base experiment was better (improved), worse (regressed) or equal. */
export type Counts = ResultOf<typeof CountFields>;

/**
 * Counts how often the base experiment was better or worse than the others, per metric and score, and
 * says which scores are better.
 */
export function useComparisonCounts(experimentIds: readonly string[]) {
  const [base = '', ...compares] = experimentIds;
  const { data, error } = useGraphqlQuery(
    ComparisonCountsQuery,
    { base, compares },
    { enabled: compares.length > 0 },
  );
  const directions: Directions = useMemo(() => {
    const compared = data?.experimentAnnotationComparisons ?? [];
    return new Map(compared.map((one) => [one.annotationName, one.optimizationDirection]));
  }, [data]);
  return { counts: data, directions, error };
}
