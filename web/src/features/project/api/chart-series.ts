import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';

const ChartGroups = graphql(`
  fragment ChartGroups on ChartSeries @_unmask {
    otherCount
    isEstimated
    pricedSpans {
      spanCount
      unpricedSpanCount
    }
    groups {
      key
      isOther
      value
      rowCount
      values
    }
  }
`);

/** The values of a chart in bins. */
export const ChartSeriesQuery = graphql(
  `
    query DashboardChartSeries(
      $id: ID!
      $chart: ChartInput!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          chartSeries(chart: $chart, timeRange: $timeRange, timeBinConfig: $timeBinConfig) {
            bins
            ...ChartGroups
          }
        }
      }
    }
  `,
  [ChartGroups],
);

/** The values of a chart of the whole range. */
export const ChartTotalsQuery = graphql(
  `
    query DashboardChartTotals($id: ID!, $chart: ChartInput!, $timeRange: TimeRange!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          chartSeries(chart: $chart, timeRange: $timeRange) {
            ...ChartGroups
          }
        }
      }
    }
  `,
  [ChartGroups],
);

export type ChartInput = VariablesOf<typeof ChartSeriesQuery>['chart'];
export type ChartGroupsData = ResultOf<typeof ChartGroups>;
