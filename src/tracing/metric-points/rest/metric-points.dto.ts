import type { MetricSeries, ProjectMetric } from '../metric-points.service.js';

/** A metric that was sent to a project over OTLP. */
export class ProjectMetricItem {
  name: string;
  /** As the sender calls it; empty if it has none. */
  unit: string;
  /** `GAUGE`, `SUM` or `HISTOGRAM`. */
  kind: string;
  /** Points that arrived. */
  points: number;
  /** Points that are stored. 0 if the metric is only counted. */
  kept_points: number;
  last_seen_at: string;
}

export class ProjectMetricList {
  data: ProjectMetricItem[];
}

export class MetricPointItem {
  /** When the bin begins. */
  time: string;
  /**
   * The sum of a counter; the mean of a gauge; the sum of a histogram's values. Null if there were no points.
   */
  value: number | null;
  /** How many values a histogram got; of others, how many points there were. */
  count: number;
}

/** The sums of a metric's points, by the value of an attribute. */
export class MetricSeriesItem {
  /** The value of the attribute; null for points without it. */
  key: string | null;
  points: MetricPointItem[];
}

export class MetricSeriesList {
  data: MetricSeriesItem[];
}

export function toProjectMetricItem(metric: ProjectMetric): ProjectMetricItem {
  return {
    name: metric.name,
    unit: metric.unit,
    kind: metric.kind,
    points: metric.pointCount,
    kept_points: metric.keptCount,
    last_seen_at: metric.lastSeenAt,
  };
}

export function toMetricSeriesItem(
  { key, values, counts }: MetricSeries,
  bins: readonly Date[],
): MetricSeriesItem {
  return {
    key,
    points: bins.map((bin, at) => ({
      time: bin.toISOString(),
      value: values[at] ?? null,
      count: counts[at] ?? 0,
    })),
  };
}
