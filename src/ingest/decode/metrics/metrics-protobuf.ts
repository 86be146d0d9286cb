import { numberValue } from '../../../kernel/json/json.js';
import { tooDeep } from '../errors.js';
import { field, type OtlpReader, readExportRequest, readKeyValue } from '../otlp-protobuf.js';
import type { OtlpResource } from '../otlp-span.js';
import { BYTES, FIXED64, VARINT } from '../wire-reader.js';
import {
  type Buckets,
  type ExponentialBuckets,
  type ExponentialHistogram,
  fromExponential,
  toBuckets,
} from './buckets.js';
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

/** The encoding of points of one kind: the field number of the attributes, and whether it counts values. */
interface PointFormat {
  kind: MetricKind;
  attributes: number;
  isCounted: boolean;
  buckets?: 'explicit' | 'exponential';
}

const FORMATS = new Map<number, PointFormat>([
  [field(5, BYTES), { kind: 'GAUGE', attributes: field(7, BYTES), isCounted: false }],
  [field(7, BYTES), { kind: 'SUM', attributes: field(7, BYTES), isCounted: false }],
  [
    field(9, BYTES),
    { kind: 'HISTOGRAM', attributes: field(9, BYTES), isCounted: true, buckets: 'explicit' },
  ],
  [
    field(10, BYTES),
    { kind: 'HISTOGRAM', attributes: field(1, BYTES), isCounted: true, buckets: 'exponential' },
  ],
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
  metric.isMonotonic = format.kind === 'SUM' ? false : null;
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) metric.points.push(readPoint(reader, format));
    else if (tag === field(2, VARINT)) metric.isDelta = reader.uint32() === DELTA;
    else if (tag === field(3, VARINT) && format.kind === 'SUM') {
      metric.isMonotonic = reader.uint32() !== 0;
    } else reader.skip(tag);
  }
  reader.leave(outer);
}

function readPoint(reader: OtlpReader, { attributes, isCounted, buckets }: PointFormat): OtlpPoint {
  const point = emptyOtlpPoint();
  const distribution = buckets && BUCKET_READERS[buckets]();
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
    } else if (!distribution?.read(reader, tag)) reader.skip(tag);
  }
  reader.leave(outer);
  point.buckets = distribution?.finish() ?? null;
  return point;
}

/** Reads the fields of buckets among those of a point. */
interface BucketReader {
  /** @returns whether the field is one of them, and was read. */
  read(reader: OtlpReader, tag: number): boolean;
  finish(): Buckets | null;
}

const BUCKET_READERS: Record<'explicit' | 'exponential', () => BucketReader> = {
  explicit: () => {
    const [bounds, counts]: [number[], number[]] = [[], []];
    return {
      read: (reader, tag) =>
        readRepeated(reader, tag, 6, FIXED64, () => counts.push(Number(reader.fixed64()))) ||
        readRepeated(reader, tag, 7, FIXED64, () => bounds.push(reader.double())),
      finish: () => toBuckets(bounds, counts),
    };
  },
  exponential: () => {
    const histogram: ExponentialHistogram = {
      scale: 0,
      zeroCount: 0,
      positive: { offset: 0, counts: [] },
      negative: { offset: 0, counts: [] },
    };
    return {
      read: (reader, tag) => {
        if (tag === field(6, VARINT)) histogram.scale = readSigned(reader);
        else if (tag === field(7, FIXED64)) histogram.zeroCount = Number(reader.fixed64());
        else if (tag === field(8, BYTES)) histogram.positive = readSide(reader);
        else if (tag === field(9, BYTES)) histogram.negative = readSide(reader);
        else return false;
        return true;
      },
      finish: () => fromExponential(histogram),
    };
  },
};

function readSide(reader: OtlpReader): ExponentialBuckets {
  const side: ExponentialBuckets = { offset: 0, counts: [] };
  const readCount = () => side.counts.push(numberValue(reader.int64()));
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, VARINT)) side.offset = readSigned(reader);
    else if (!readRepeated(reader, tag, 2, VARINT, readCount)) reader.skip(tag);
  }
  reader.leave(outer);
  return side;
}

/** Reads numbers of a repeated field: all of them if they are packed, otherwise one. */
function readRepeated(
  reader: OtlpReader,
  tag: number,
  number: number,
  wireType: number,
  readOne: () => void,
): boolean {
  if (tag === field(number, wireType)) {
    readOne();
    return true;
  }
  if (tag !== field(number, BYTES)) return false;
  const outer = reader.enter();
  while (reader.hasMore()) readOne();
  reader.leave(outer);
  return true;
}

/** Reads a `sint32`, whose last bit is the sign. */
function readSigned(reader: OtlpReader): number {
  const value = reader.uint32();
  return (value >>> 1) ^ -(value & 1);
}
