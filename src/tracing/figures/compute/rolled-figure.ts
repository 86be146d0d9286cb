import { type Chart, isOfRows, MEASURES, QUANTILE_OF } from '../chart.js';
import { ChartAggregation, ChartEntity } from '../chart.enum.js';
import type { FieldMeasure } from '../../fields/field.js';

/**
 * The SQL of a chart over rollups: its value over the sums `r` of periods, and a select list with how many rows
 * count, or a quantile.
 */
export type RolledFigure = { of: 'traces' | 'spans' } & (
  | { value: string; select: string; probability?: undefined }
  | { probability: number }
);

/** The sums of periods over all rows, and over those that failed. */
const COUNTS = {
  [ChartEntity.TRACES]: { of: 'traces', all: 'r.trace_count', failed: 'r.failed_trace_count' },
  [ChartEntity.SPANS]: { of: 'spans', all: 'r.span_count', failed: 'r.failed_span_count' },
} as const;

/** Returns what rollups know of a chart; null if its rows must be read. */
export function findRolledFigure(chart: Chart): RolledFigure | null {
  if (chart.condition || chart.groupBy || !isOfRows(chart)) return null;
  if (chart.entity === ChartEntity.SESSIONS) return null;
  const { of, all, failed } = COUNTS[chart.entity];
  const toFigure = (sql: string, counted: string) => {
    const value = `(${sql})::float8`;
    return { of, value, select: `${value} AS value, sum(${counted})::float8 AS "rowCount"` };
  };
  switch (chart.aggregation) {
    case ChartAggregation.COUNT:
      return toFigure(`sum(${all})`, all);
    case ChartAggregation.FAILED_COUNT:
      return toFigure(`sum(${failed})`, failed);
    case ChartAggregation.ERROR_RATE:
      return toFigure(`sum(${failed})::float8 / sum(${all})`, all);
    default: {
      const measures: Readonly<Record<string, FieldMeasure>> = MEASURES[chart.entity];
      const { rolledSum, hasRolledQuantiles } = measures[chart.measure ?? ''] ?? {};
      if (chart.aggregation === ChartAggregation.SUM && rolledSum) {
        return toFigure(`sum(${rolledSum})`, all);
      }
      const probability = QUANTILE_OF[chart.aggregation];
      return hasRolledQuantiles && probability !== undefined ? { of, probability } : null;
    }
  }
}
