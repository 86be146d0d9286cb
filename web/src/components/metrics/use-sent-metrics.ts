import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

export const StoredMetricsQuery = graphql(`
  query StoredMetrics($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        sentMetrics {
          name
          unit
          kind
          keptCount
        }
      }
    }
  }
`);

export const MetricAttributesQuery = graphql(`
  query MetricAttributes($id: ID!, $name: String!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        metricAttributes(name: $name)
      }
    }
  }
`);

export type StoredMetric = Extract<
  ResultOf<typeof StoredMetricsQuery>['node'],
  { __typename: 'Project' }
>['sentMetrics'][number];

/** Lists the metrics of which a project stores points; undefined until loaded, or while not needed. */
export function useStoredMetrics(projectId: string, isNeeded: boolean) {
  const { data } = useGraphqlQuery(StoredMetricsQuery, { id: projectId }, { enabled: isNeeded });
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  return project?.sentMetrics.filter(({ keptCount }) => keptCount > 0);
}

/** Lists the attributes that the last points of a metric have; none until loaded. */
export function useMetricAttributes(projectId: string, name: string | null): readonly string[] {
  const { data } = useGraphqlQuery(
    MetricAttributesQuery,
    { id: projectId, name: name ?? '' },
    { enabled: Boolean(name) },
  );
  return data?.node.__typename === 'Project' ? data.node.metricAttributes : [];
}
