import { cleanText } from '../../../kernel/json/clean-json.js';
import { type JsonObject, setOwn, stringifyJson } from '../../../kernel/json/json.js';
import { type Mask, maskObject } from '../../../masking/mask.contract.js';
import { cutText } from '../../../kernel/text/cut-text.js';
import { collectAttributes } from '../attributes.js';
import { cleanValue } from '../clean.js';
import type { DecodeOptions, OtlpEncoding } from '../decode-traces.js';
import { SpanRejectedError } from '../errors.js';
import { checkEventName, isProjectNameTooLong } from '../limits.js';
import type { OtlpResource } from '../otlp-span.js';
import { rejectSpan } from '../reject.js';
import type { RejectedSpan } from '../span-record.js';
import { nameSource, type SpanSource } from '../span-source.js';
import { checkMicros, toMicros } from '../time.js';
import { readMetricsJson } from './metrics-json.js';
import { readMetricsProtobuf } from './metrics-protobuf.js';
import type { Buckets } from './buckets.js';
import type { MetricKind, OtlpMetric, OtlpPoint } from './otlp-metric.js';

const UNIT_LENGTH = 100;
const SERVICE_LENGTH = 1000;

/** A point of a metric as the writer stores it. No string contains NUL or a lone surrogate. */
export interface MetricPoint {
  projectName: string;
  name: string;
  unit: string;
  kind: MetricKind;
  /** Whether it is what was added since the point before. */
  isDelta: boolean;
  /** Microseconds since 1970. */
  time: bigint;
  /** From when on it counts; null if unknown. */
  startTime: bigint | null;
  /** The value; of a histogram, the sum of its values. */
  value: number;
  /** How many values a histogram has; null for others. */
  count: number | null;
  /** How the values of a histogram are distributed; null if that is unknown, and for others. */
  buckets: Buckets | null;
  /** JSON text. */
  attributesJson: string;
  serviceName: string | null;
}

/** The points of one request: those to store and those refused. */
export interface DecodedMetrics {
  points: MetricPoint[];
  rejected: RejectedSpan[];
  sources: SpanSource[];
}

type Options = Pick<DecodeOptions, 'projectName' | 'defaultProject' | 'maskOf'> & {
  /** When the request arrived, in microseconds since 1970. */
  receivedAt: bigint;
};

/**
 * Decodes a decompressed ExportMetricsServiceRequest into points. Rejects those that cannot be stored, without
 * affecting the others.
 * @throws MalformedBodyError if the body cannot be read at all.
 */
export function decodeMetrics(
  body: Uint8Array,
  encoding: OtlpEncoding,
  options: Options,
): DecodedMetrics {
  const resources = encoding === 'protobuf' ? readMetricsProtobuf(body) : readMetricsJson(body);
  const decoded: DecodedMetrics = { points: [], rejected: [], sources: [] };
  for (const resource of resources) {
    const name = options.projectName ?? resource.projectName ?? options.defaultProject;
    const before = { points: decoded.points.length, rejected: decoded.rejected.length };
    const projectName = cleanText(name);
    const isTooLong = isProjectNameTooLong(projectName);
    const shown = isTooLong ? options.defaultProject : projectName;
    for (const metric of resource.items) {
      if (isTooLong) metric.failure ??= projectNameTooLong();
      decodeMetric(decoded, metric, resource, shown, options);
    }
    const pointCount = decoded.points.length - before.points;
    const refusedCount = decoded.rejected.length - before.rejected;
    if (pointCount + refusedCount === 0) continue;
    decoded.sources.push({
      ...nameSource(resource, shown),
      spanCount: 0,
      logCount: 0,
      pointCount,
      refusedCount,
      lastReason: refusedCount > 0 ? decoded.rejected.at(-1)!.reason : null,
      lateCount: 0,
      aheadMicros: null,
      unreadKeys: new Map(),
    });
  }
  return decoded;
}

function projectNameTooLong(): SpanRejectedError {
  const message = 'The project name is longer than 1024 bytes.';
  return new SpanRejectedError('project_name_too_long', message);
}

function decodeMetric(
  decoded: DecodedMetrics,
  metric: OtlpMetric,
  resource: OtlpResource<OtlpMetric>,
  projectName: string,
  { maskOf, receivedAt }: Options,
): void {
  const mask = maskOf(projectName);
  const reject = (error: unknown): void => {
    const name = mask ? mask.text(metric.name) : metric.name;
    decoded.rejected.push(rejectSpan({ traceId: '', spanId: '', name }, error, projectName));
  };
  if (metric.failure) {
    reject(metric.failure);
    return;
  }
  const kind = toKind(metric);
  if (kind === null) return;
  const service = resource.attributes.findLast(({ key }) => key === 'service.name')?.value;
  for (const point of metric.points) {
    // A sender says so if it has no value.
    if (point.value === null && point.count === null) continue;
    try {
      decoded.points.push({
        ...convertPoint(point, mask, receivedAt),
        projectName,
        name: readName(metric.name, mask),
        unit: readText(metric.unit, mask, UNIT_LENGTH),
        kind,
        isDelta: metric.isDelta,
        serviceName: typeof service === 'string' ? readText(service, mask, SERVICE_LENGTH) : null,
      });
    } catch (error) {
      reject(error);
    }
  }
}

/**
 * Returns the kind of a metric. A sum that goes up and down is a gauge unless its points are changes, because
 * its differences would look like restarts.
 */
function toKind({ kind, isMonotonic, isDelta }: OtlpMetric): MetricKind | null {
  return isMonotonic === false && !isDelta ? 'GAUGE' : kind;
}

function readName(name: string, mask: Mask | null): string {
  checkEventName(name, 'metric');
  return cleanText(mask ? mask.text(name) : name);
}

/** Masks before it cuts, because a cut text may no longer match the rules. */
function readText(text: string, mask: Mask | null, length: number): string {
  return cleanText(cutText(mask ? mask.text(text) : text, length));
}

function convertPoint(
  { nanos, startNanos, value, count, buckets, attributes: sent }: OtlpPoint,
  mask: Mask | null,
  receivedAt: bigint,
): Pick<MetricPoint, 'time' | 'startTime' | 'value' | 'count' | 'buckets' | 'attributesJson'> {
  const attributes: JsonObject = {};
  const flat = [...collectAttributes(sent)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, one] of flat) setOwn(attributes, key, cleanValue(one));
  return {
    time: nanos === 0n ? receivedAt : checkMicros(toMicros(nanos, 'time'), 'time'),
    startTime:
      startNanos === 0n ? null : checkMicros(toMicros(startNanos, 'start time'), 'start time'),
    value: value !== null && Number.isFinite(value) ? value : 0,
    count: count === null ? null : Math.min(count, Number.MAX_SAFE_INTEGER),
    buckets,
    // Sorted, so that all points of a series have the same text.
    attributesJson: stringifyJson(mask ? maskObject(mask, attributes) : attributes),
  };
}
