import { useCallback } from 'react';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readExactPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';
import { RunFields } from './run-fields.js';

/** Rows contain whole inputs and outputs, so each page has only a few. */
const PAGE_SIZE = 25;

const ComparisonQuery = graphql(
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
                annotations {
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
  const key = JSON.stringify([experimentIds, condition]);
  const fetchPage = useCallback<FetchPage<ComparisonRow>>(
    (after) => {
      const [[base = '', ...compares], text] = JSON.parse(key) as [string[], string];
      return readExactPage(
        ComparisonQuery,
        { base, compares, first: PAGE_SIZE, after, condition: text || null },
        (data) => data.compareExperiments,
      );
    },
    [key],
  );
  return useList(key, fetchPage);
}
