/** The width of a chart, as a part of the page. */
export enum DashboardChartWidth {
  HALF = 'HALF',
  FULL = 'FULL',
}
