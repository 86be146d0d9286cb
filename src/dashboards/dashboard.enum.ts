/** How much of the width of a page a chart takes. */
export enum DashboardChartWidth {
  HALF = 'HALF',
  FULL = 'FULL',
}
