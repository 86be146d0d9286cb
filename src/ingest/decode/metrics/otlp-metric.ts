import type { SpanRejectedError } from '../errors.js';
import type { OtlpAttribute } from '../otlp-span.js';
import type { Buckets } from './buckets.js';

/** The kinds of metrics, by how their points add up. */
export type MetricKind = 'GAUGE' | 'SUM' | 'HISTOGRAM';

/** A metric as sent over OTLP, the same for protobuf and JSON. */
export interface OtlpMetric {
  name: string;
  unit: string;
  /** Null if it has no data of a known kind. Histograms of both kinds and summaries are the same here. */
  kind: MetricKind | null;
  /** Whether each point is what was added since the one before; false if since a fixed start. */
  isDelta: boolean;
  /** Whether a sum only grows; null for other kinds. */
  isMonotonic: boolean | null;
  points: OtlpPoint[];
  /** Set if the metric was found in the body of the request but could not be read. */
  failure: SpanRejectedError | null;
}

/** A point of a metric. */
export interface OtlpPoint {
  startNanos: bigint;
  nanos: bigint;
  /** The value; of a histogram, the sum of its values. Null if unset. */
  value: number | null;
  /** How many values a histogram has; null for others. */
  count: number | null;
  /** How the values of a histogram are distributed; null if that is unknown, and for others. */
  buckets: Buckets | null;
  attributes: OtlpAttribute[];
}

/** Returns a metric with no fields set. */
export function emptyOtlpMetric(): OtlpMetric {
  return {
    name: '',
    unit: '',
    kind: null,
    isDelta: false,
    isMonotonic: null,
    points: [],
    failure: null,
  };
}

/** Returns a point with no fields set. */
export function emptyOtlpPoint(): OtlpPoint {
  return { startNanos: 0n, nanos: 0n, value: null, count: null, buckets: null, attributes: [] };
}

/** The value of OTLP's AggregationTemporality for what was added since the point before. */
export const DELTA = 1;
