import { useCallback, useMemo } from 'react';
import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { ScoreRange } from '../scores.js';

export const DatasetScoresQuery = graphql(`
  query DatasetScores($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        experimentAnnotationSummaries {
          annotationName
          minScore
          maxScore
        }
      }
    }
  }
`);

/**
 * Returns the scores of the experiments of a dataset, with their ranges; unknown without a dataset.
 */
export function useDatasetScores(datasetId: string | undefined) {
  const { data, reload: ask } = useGraphqlQuery(
    DatasetScoresQuery,
    { id: datasetId ?? '' },
    { enabled: datasetId !== undefined },
  );
  const reload = useCallback(() => {
    if (datasetId !== undefined) ask();
  }, [ask, datasetId]);
  const known = useMemo(() => {
    if (data?.node.__typename !== 'Dataset') return { ranges: undefined, names: undefined };
    const ranges = new Map<string, ScoreRange>();
    const summaries = data.node.experimentAnnotationSummaries;
    for (const { annotationName, minScore, maxScore } of summaries) {
      if (minScore === null || maxScore === null) continue;
      ranges.set(annotationName, { min: minScore, max: maxScore });
    }
    return {
      ranges: new Map([[data.node.id, ranges]]),
      names: summaries.map(({ annotationName }) => annotationName).toSorted(),
    };
  }, [data]);
  return { ...known, reload };
}
