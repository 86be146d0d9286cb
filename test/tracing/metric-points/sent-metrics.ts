import { JSON_TYPE } from '../../ingest/otlp.js';

/** 2024-03-01 at 10:00 UTC. */
const BEGIN = Date.UTC(2024, 2, 1, 10);
const MINUTE_MS = 60_000;

/** Returns a minute after 10:00, as ISO text. */
export const isoAt = (minute: number): string => new Date(BEGIN + minute * MINUTE_MS).toISOString();

/** A point of a metric, with the minute at which it ends. */
export interface SentPoint {
  /** From when on it counts; the minute before by default. */
  since?: number;
  minute: number;
  attributes?: Record<string, string | number>;
  value?: number;
  /** For histograms, with bounds of 1, 2 and 4. */
  counts?: number[];
}

/** Sends metrics of a project over OTLP. */
export async function sendMetrics(
  url: string,
  project: string,
  metrics: readonly object[],
  begin = BEGIN,
): Promise<void> {
  const response = await fetch(`${url}/v1/metrics`, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'x-project-name': project },
    body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }).replaceAll(
      /"minute:(-?\d+)"/g,
      (_, minute: string) => `"${(begin + Number(minute) * MINUTE_MS) * 1_000_000}"`,
    ),
  });
  if (!response.ok) throw new Error(await response.text());
}

const toPoint = ({ minute, since = minute - 1, attributes = {}, value, counts }: SentPoint) => ({
  startTimeUnixNano: `minute:${since}`,
  timeUnixNano: `minute:${minute}`,
  attributes: Object.entries(attributes).map(([key, of]) => ({
    key,
    value: typeof of === 'string' ? { stringValue: of } : { doubleValue: of },
  })),
  ...(counts
    ? {
        count: counts.reduce((sum, count) => sum + count, 0),
        sum: value,
        bucketCounts: counts,
        explicitBounds: [1, 2, 4],
      }
    : { asDouble: value }),
});

type Temporality = 'delta' | 'cumulative';

const temporalityOf = (temporality: Temporality) => (temporality === 'delta' ? 1 : 2);

export const aCounter = (name: string, temporality: Temporality, points: readonly SentPoint[]) => ({
  name,
  sum: {
    aggregationTemporality: temporalityOf(temporality),
    isMonotonic: true,
    dataPoints: points.map(toPoint),
  },
});

export const aGauge = (name: string, points: readonly SentPoint[]) => ({
  name,
  gauge: { dataPoints: points.map(toPoint) },
});

export const aHistogram = (
  name: string,
  temporality: Temporality,
  points: readonly SentPoint[],
) => ({
  name,
  histogram: {
    aggregationTemporality: temporalityOf(temporality),
    dataPoints: points.map(toPoint),
  },
});
