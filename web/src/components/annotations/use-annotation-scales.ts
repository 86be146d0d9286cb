import { useMemo } from 'react';
import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import type { AnnotationScale, AnnotationScales } from './annotation-scale.js';

export const AnnotationScalesQuery = graphql(`
  query AnnotationScales {
    annotationConfigs(first: 1000) {
      edges {
        node {
          __typename
          ... on CategoricalAnnotationConfig {
            name
            optimizationDirection
            values {
              label
              score
            }
          }
          ... on ContinuousAnnotationConfig {
            name
            optimizationDirection
            lowerBound
            upperBound
          }
          ... on FreeformAnnotationConfig {
            name
            optimizationDirection
            lowerBound
            upperBound
            threshold
          }
        }
      }
    }
  }
`);

type Config = ResultOf<typeof AnnotationScalesQuery>['annotationConfigs']['edges'][number]['node'];

const NO_SCORES: ReadonlyMap<string, number> = new Map();

/** Returns the scales that the configs give the annotations of a name; none until loaded. */
export function useAnnotationScales(): AnnotationScales {
  const { data } = useGraphqlQuery(AnnotationScalesQuery, {});
  return useMemo(() => {
    const configs = data?.annotationConfigs.edges.map(({ node }) => node) ?? [];
    return new Map(
      configs.flatMap((config) => {
        const scale = toScale(config);
        return scale ? [[config.name, scale] as const] : [];
      }),
    );
  }, [data]);
}

/** Returns the scale of a config; undefined without a direction or both ends. */
function toScale(config: Config): AnnotationScale | undefined {
  const { optimizationDirection: direction } = config;
  if (direction === null || direction === 'NONE') return undefined;
  const isHigherBetter = direction === 'MAXIMIZE';
  if (config.__typename === 'CategoricalAnnotationConfig') {
    const scores = new Map(
      config.values.flatMap(({ label, score }) =>
        score === null ? [] : [[label, score] as const],
      ),
    );
    const low = Math.min(...scores.values());
    const high = Math.max(...scores.values());
    return low < high ? { isHigherBetter, low, high, scores } : undefined;
  }
  const threshold = config.__typename === 'FreeformAnnotationConfig' ? config.threshold : null;
  const low = threshold ?? config.lowerBound;
  const high = threshold ?? config.upperBound;
  return low === null || high === null
    ? undefined
    : { isHigherBetter, low, high, scores: NO_SCORES };
}
