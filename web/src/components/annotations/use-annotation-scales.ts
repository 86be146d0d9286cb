import { useMemo } from 'react';
import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import type { Direction } from '../score-labels/score-texts.js';
import type { AnnotationScale, AnnotationScales } from './annotation-scale.js';

export const AnnotationScalesQuery = graphql(`
  query AnnotationScales($projectId: ID!) {
    node(id: $projectId) {
      __typename
      ... on Project {
        id
        annotationScales {
          name
          optimizationDirection
          values {
            label
            score
          }
          lowerBound
          upperBound
          threshold
        }
      }
    }
  }
`);

export type Scale = Extract<
  ResultOf<typeof AnnotationScalesQuery>['node'],
  { __typename: 'Project' }
>['annotationScales'][number];

/** Returns the scales that a project gives the annotations of a name; none until loaded. */
export function useAnnotationScales(projectId: string | undefined): AnnotationScales {
  const scales = useScales(projectId);
  return useMemo(
    () =>
      new Map(
        scales.flatMap((one) => {
          const scale = toScale(one);
          return scale ? [[one.name, scale] as const] : [];
        }),
      ),
    [scales],
  );
}

/** Returns which scores of a name are better in a project; none until loaded. */
export function useDirections(projectId: string | undefined): ReadonlyMap<string, Direction> {
  const scales = useScales(projectId);
  return useMemo(
    () => new Map(scales.map((one) => [one.name, one.optimizationDirection])),
    [scales],
  );
}

const NO_SCALES: readonly Scale[] = [];

function useScales(projectId: string | undefined): readonly Scale[] {
  const { data } = useGraphqlQuery(
    AnnotationScalesQuery,
    { projectId: projectId ?? '' },
    { enabled: projectId !== undefined },
  );
  return data?.node?.__typename === 'Project' ? data.node.annotationScales : NO_SCALES;
}

/** Returns what decides about values; undefined without a direction or both ends. */
function toScale(given: Scale): AnnotationScale | undefined {
  const { optimizationDirection: direction, values, threshold } = given;
  if (direction === 'NONE') return undefined;
  const isHigherBetter = direction === 'MAXIMIZE';
  const scores = new Map(
    (values ?? []).flatMap(({ label, score }) => (score === null ? [] : [[label, score] as const])),
  );
  if (values) {
    const low = Math.min(...scores.values());
    const high = Math.max(...scores.values());
    return low < high ? { isHigherBetter, low, high, scores } : undefined;
  }
  const low = threshold ?? given.lowerBound;
  const high = threshold ?? given.upperBound;
  return low === null || high === null ? undefined : { isHigherBetter, low, high, scores };
}
