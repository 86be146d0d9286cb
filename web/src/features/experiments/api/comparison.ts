import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { RunFields } from './run-fields.js';

/** Rows contain whole inputs and outputs, so each page has only a few. */
const PAGE_SIZE = 25;

export const ComparisonQuery = graphql(
  `
    query CompareExperiments(
      $base: ID!
      $compares: [ID!]!
      $first: Int!
      $after: String
      $condition: String
    ) {
      compareExperiments(
        baseExperimentId: $base
        compareExperimentIds: $compares
        first: $first
        after: $after
        filterCondition: $condition
      ) {
        edges {
          node {
            id
            example {
              id
              externalId
              revision {
                input
                output
                metadata
              }
            }
            repeatedRunGroups {
              id
              experimentId
              runs {
                ...RunFields
                annotations(first: 1000) {
                  edges {
                    node {
                      id
                      name
                      label
                      score
                      error
                    }
                  }
                }
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
  `,
  [RunFields],
);

/** An example with its runs in every compared experiment. */
export type ComparisonRow = ResultOf<
  typeof ComparisonQuery
>['compareExperiments']['edges'][number]['node'];
/** The runs of one experiment for one example. */
export type RunGroup = ComparisonRow['repeatedRunGroups'][number];
/** A run as the comparison shows it. */
export type ComparedRun = RunGroup['runs'][number];

/**
 * Lists the examples that match a condition, with the runs of the compared experiments, page by
 * page.
 */
export function useComparison(experimentIds: readonly string[], condition: string) {
  const [base = '', ...compares] = experimentIds;
  return usePages(
    createPageSource(ComparisonQuery, {
      variables: { base, compares, first: PAGE_SIZE, condition: condition || null },
      connection: (data) => data.compareExperiments,
      exact: true,
    }),
    { enabled: experimentIds.length > 0 },
  );
}
