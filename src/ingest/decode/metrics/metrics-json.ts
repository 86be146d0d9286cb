import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../../../kernel/json/json.js';
import { MalformedBodyError } from '../errors.js';
import { readExportRequest, rejectionOf } from '../otlp-json.js';
import {
  attributesOf,
  fieldOf,
  integerText,
  listOf,
  nanosOf,
  textOf,
  valuesOf,
} from '../otlp-json-fields.js';
import type { OtlpResource } from '../otlp-span.js';
import { type Buckets, type ExponentialBuckets, fromExponential, toBuckets } from './buckets.js';
import {
  DELTA,
  emptyOtlpMetric,
  type MetricKind,
  type OtlpMetric,
  type OtlpPoint,
} from './otlp-metric.js';

const NAMES = { resources: 'resourceMetrics', scopes: ['scopeMetrics'], items: 'metrics' };

const KINDS: readonly (readonly [string, MetricKind])[] = [
  ['gauge', 'GAUGE'],
  ['sum', 'SUM'],
  ['histogram', 'HISTOGRAM'],
  ['exponentialHistogram', 'HISTOGRAM'],
  ['summary', 'HISTOGRAM'],
];

const DELTA_NAME = 'AGGREGATION_TEMPORALITY_DELTA';

/** Reads an ExportMetricsServiceRequest in OTLP's JSON mapping, in the same way as one with spans. */
export function readMetricsJson(body: Uint8Array): OtlpResource<OtlpMetric>[] {
  return readExportRequest(body, NAMES, readMetric);
}

function readMetric(source: JsonValue): OtlpMetric {
  const metric = emptyOtlpMetric();
  try {
    readMetricFields(metric, source);
  } catch (error) {
    metric.failure = rejectionOf(error);
  }
  return metric;
}

function readMetricFields(metric: OtlpMetric, source: JsonValue): void {
  if (!isJsonObject(source)) throw new MalformedBodyError('A metric is not an object.');
  metric.name = textOf(source, 'name');
  metric.unit = textOf(source, 'unit');
  for (const [name, kind] of KINDS) {
    const data = fieldOf(source, name) ?? null;
    if (data === null) continue;
    if (!isJsonObject(data)) throw new MalformedBodyError(`${name} is not an object.`);
    const temporality = fieldOf(data, 'aggregationTemporality');
    metric.kind = kind;
    metric.isDelta = temporality === DELTA || temporality === DELTA_NAME;
    metric.isMonotonic = kind === 'SUM' ? fieldOf(data, 'isMonotonic') === true : null;
    metric.points = listOf(data, 'dataPoints').map((point) => readPoint(point, name, kind));
  }
}

function readPoint(source: JsonObject, name: string, kind: MetricKind): OtlpPoint {
  const isCounted = kind === 'HISTOGRAM';
  return {
    startNanos: nanosOf(source, 'startTimeUnixNano'),
    nanos: nanosOf(source, 'timeUnixNano'),
    value: isCounted
      ? doubleOf(source, 'sum')
      : (doubleOf(source, 'asDouble') ?? integerOf(source, 'asInt')),
    count: isCounted ? integerOf(source, 'count') : null,
    buckets: readBuckets(source, name),
    attributes: attributesOf(source),
  };
}

function readBuckets(source: JsonObject, kind: string): Buckets | null {
  if (kind === 'histogram') {
    const bounds = valuesOf(source, 'explicitBounds').map((bound) =>
      numberOf(bound, 'explicitBounds'),
    );
    return toBuckets(
      bounds.map((bound) => bound ?? Number.NaN),
      countsOf(source),
    );
  }
  if (kind !== 'exponentialHistogram') return null;
  return fromExponential({
    scale: integerOf(source, 'scale') ?? 0,
    zeroCount: integerOf(source, 'zeroCount') ?? 0,
    positive: readSide(source, 'positive'),
    negative: readSide(source, 'negative'),
  });
}

function readSide(source: JsonObject, name: string): ExponentialBuckets {
  const side = fieldOf(source, name) ?? {};
  if (!isJsonObject(side)) throw new MalformedBodyError(`${name} is not an object.`);
  return { offset: integerOf(side, 'offset') ?? 0, counts: countsOf(side) };
}

function countsOf(source: JsonObject): number[] {
  return valuesOf(source, 'bucketCounts').map((count) =>
    Number(integerText(count, 'bucketCounts')),
  );
}

function integerOf(source: JsonObject, name: string): number | null {
  const value = fieldOf(source, name) ?? null;
  return value === null ? null : Number(integerText(value, name));
}

/** NaN and the infinities are texts in OTLP's mapping, and unknown here. */
function doubleOf(source: JsonObject, name: string): number | null {
  return numberOf(fieldOf(source, name) ?? null, name);
}

function numberOf(value: JsonValue, name: string): number | null {
  if (value === null) return null;
  const number =
    typeof value === 'number' || isRawNumber(value)
      ? numberValue(value)
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  if (Number.isFinite(number)) return number;
  if (typeof value === 'string' && /^(?:NaN|-?Infinity)$/.test(value)) return null;
  throw new MalformedBodyError(`${name} is not a number.`);
}
