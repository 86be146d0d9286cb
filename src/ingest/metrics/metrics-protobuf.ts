import { tooDeep } from '../decode/errors.js';
import {
  field,
  type OtlpReader,
  readExportRequest,
  readKeyValue,
} from '../decode/otlp-protobuf.js';
import type { OtlpResource } from '../decode/otlp-span.js';
import { BYTES, FIXED64, VARINT } from '../decode/wire-reader.js';
import {
  DELTA,
  emptyOtlpMetric,
  emptyOtlpPoint,
  type MetricKind,
  type OtlpMetric,
  type OtlpPoint,
} from './otlp-metric.js';

/**
 * Reads an ExportMetricsServiceRequest in protobuf, in the same way as one with spans.
 *
 * Field numbers: https://github.com/open-telemetry/opentelemetry-proto, `metrics/v1/metrics.proto`.
 */
export function readMetricsProtobuf(body: Uint8Array): OtlpResource<OtlpMetric>[] {
  return readExportRequest(body, readMetric);
}

/** How the kinds of data are called in points: the field number of the attributes, and whether it counts values. */
interface PointFormat {
  kind: MetricKind;
  attributes: number;
  isCounted: boolean;
}

const FORMATS = new Map<number, PointFormat>([
  [field(5, BYTES), { kind: 'GAUGE', attributes: field(7, BYTES), isCounted: false }],
  [field(7, BYTES), { kind: 'SUM', attributes: field(7, BYTES), isCounted: false }],
  [field(9, BYTES), { kind: 'HISTOGRAM', attributes: field(9, BYTES), isCounted: true }],
  [field(10, BYTES), { kind: 'HISTOGRAM', attributes: field(1, BYTES), isCounted: true }],
  [field(11, BYTES), { kind: 'HISTOGRAM', attributes: field(7, BYTES), isCounted: true }],
]);

function readMetric(reader: OtlpReader): OtlpMetric {
  const metric = emptyOtlpMetric();
  reader.nestsTooDeep = false;
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    const format = FORMATS.get(tag);
    if (format) readData(reader, metric, format);
    else if (tag === field(1, BYTES)) metric.name = reader.key();
    else if (tag === field(3, BYTES)) metric.unit = reader.key();
    else reader.skip(tag);
  }
  reader.leave(outer);
  if (reader.nestsTooDeep) metric.failure = tooDeep();
  return metric;
}

function readData(reader: OtlpReader, metric: OtlpMetric, format: PointFormat): void {
  metric.kind = format.kind;
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) metric.points.push(readPoint(reader, format));
    else if (tag === field(2, VARINT)) metric.isDelta = reader.uint32() === DELTA;
    else reader.skip(tag);
  }
  reader.leave(outer);
}

function readPoint(reader: OtlpReader, { attributes, isCounted }: PointFormat): OtlpPoint {
  const point = emptyOtlpPoint();
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === attributes) point.attributes.push(readKeyValue(reader, 0));
    else if (tag === field(2, FIXED64)) point.startNanos = reader.fixed64();
    else if (tag === field(3, FIXED64)) point.nanos = reader.fixed64();
    else if (tag === field(4, FIXED64) && isCounted) point.count = Number(reader.fixed64());
    else if (tag === field(5, FIXED64) && isCounted) point.value = reader.double();
    else if (tag === field(4, FIXED64)) point.value = reader.double();
    else if (tag === field(6, FIXED64) && !isCounted) {
      point.value = Number(BigInt.asIntN(64, reader.fixed64()));
    } else reader.skip(tag);
  }
  reader.leave(outer);
  return point;
}
