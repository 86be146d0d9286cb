import { jsonDouble, type JsonObject, type JsonValue, setOwn } from '../../common/json/json.js';
import { tooDeep } from './errors.js';
import {
  emptyOtlpSpan,
  type OtlpAttribute,
  type OtlpEvent,
  type OtlpResourceSpans,
  type OtlpScope,
  type OtlpSpan,
  PROJECT_ATTRIBUTE,
  toProjectName,
  VALUE_DEPTH_LIMIT,
} from './otlp-span.js';
import { BYTES, FIXED64, VARINT, WireReader } from './wire-reader.js';

/**
 * Reads an ExportTraceServiceRequest in protobuf. Written by hand, because it is faster than
 * generated code, keeps 64-bit integers, and rejects only spans with too many levels. Skips unknown
 * fields and fields of another wire type. Throws `MalformedBodyError` for anything else.
 *
 * Field numbers: https://github.com/open-telemetry/opentelemetry-proto, `trace/v1/trace.proto`.
 */
export function readOtlpProtobuf(body: Uint8Array): OtlpResourceSpans[] {
  const reader = new OtlpReader(body);
  const resources: OtlpResourceSpans[] = [];
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) resources.push(readResourceSpans(reader));
    else reader.skip(tag);
  }
  return resources;
}

function field(number: number, wireType: number): number {
  return (number << 3) | wireType;
}

/** Records a value with too many levels instead of throwing, and continues after it. */
class OtlpReader extends WireReader {
  nestsTooDeep = false;
}

function readResourceSpans(reader: OtlpReader): OtlpResourceSpans {
  const resource: OtlpResourceSpans = { projectName: null, attributes: [], spans: [] };
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) readResource(reader, resource);
    else if (tag === field(2, BYTES)) readScopeSpans(reader, resource.spans);
    else reader.skip(tag);
  }
  reader.leave(outer);
  return resource;
}

function readResource(reader: OtlpReader, resource: OtlpResourceSpans): void {
  resource.projectName = null;
  resource.attributes = [];
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) {
      const attribute = readKeyValue(reader, 0);
      resource.attributes.push(attribute);
      const { key, value } = attribute;
      if (key === PROJECT_ATTRIBUTE) resource.projectName = toProjectName(value);
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
}

function readScopeSpans(reader: OtlpReader, spans: OtlpSpan[]): void {
  const scope: OtlpScope = { name: '', version: '' };
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) readScope(reader, scope);
    else if (tag === field(2, BYTES)) spans.push(readSpan(reader, scope));
    else reader.skip(tag);
  }
  reader.leave(outer);
}

function readScope(reader: OtlpReader, scope: OtlpScope): void {
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) scope.name = reader.text();
    else if (tag === field(2, BYTES)) scope.version = reader.text();
    else reader.skip(tag);
  }
  reader.leave(outer);
}

function readSpan(reader: OtlpReader, scope: OtlpScope): OtlpSpan {
  const span = emptyOtlpSpan(scope);
  reader.nestsTooDeep = false;
  const outer = reader.enter();
  while (reader.hasMore()) readSpanField(reader, span);
  reader.leave(outer);
  if (reader.nestsTooDeep) span.failure = tooDeep();
  return span;
}

function readSpanField(reader: OtlpReader, span: OtlpSpan): void {
  const tag = reader.tag();
  switch (tag) {
    case field(1, BYTES):
      span.traceId = reader.hex();
      break;
    case field(2, BYTES):
      span.spanId = reader.hex();
      break;
    case field(4, BYTES):
      span.parentSpanId = reader.hex();
      break;
    case field(5, BYTES):
      span.name = reader.text();
      break;
    case field(7, FIXED64):
      span.startNanos = reader.fixed64();
      break;
    case field(8, FIXED64):
      span.endNanos = reader.fixed64();
      break;
    case field(9, BYTES):
      span.attributes.push(readKeyValue(reader, 0));
      break;
    case field(11, BYTES):
      span.events.push(readEvent(reader));
      break;
    case field(15, BYTES):
      readStatus(reader, span);
      break;
    default:
      reader.skip(tag);
  }
}

function readStatus(reader: OtlpReader, span: OtlpSpan): void {
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(2, BYTES)) span.statusMessage = reader.text();
    else if (tag === field(3, VARINT)) span.statusCode = reader.uint32();
    else reader.skip(tag);
  }
  reader.leave(outer);
}

function readEvent(reader: OtlpReader): OtlpEvent {
  const event: OtlpEvent = { nanos: 0n, name: '', attributes: [] };
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, FIXED64)) event.nanos = reader.fixed64();
    else if (tag === field(2, BYTES)) event.name = reader.text();
    else if (tag === field(3, BYTES)) event.attributes.push(readKeyValue(reader, 0));
    else reader.skip(tag);
  }
  reader.leave(outer);
  return event;
}

function readKeyValue(reader: OtlpReader, depth: number): OtlpAttribute {
  const attribute: OtlpAttribute = { key: '', value: null };
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) attribute.key = reader.key();
    else if (tag === field(2, BYTES)) attribute.value = readAnyValue(reader, depth);
    else reader.skip(tag);
  }
  reader.leave(outer);
  return attribute;
}

function readAnyValue(reader: OtlpReader, depth: number): JsonValue {
  let value: JsonValue = null;
  const outer = reader.enter();
  if (depth > VALUE_DEPTH_LIMIT) {
    reader.nestsTooDeep = true;
    reader.leave(outer);
    return null;
  }
  while (reader.hasMore()) {
    const tag = reader.tag();
    switch (tag) {
      case field(1, BYTES):
        value = reader.text();
        break;
      case field(2, VARINT):
        value = reader.int64() !== 0;
        break;
      case field(3, VARINT):
        value = reader.int64();
        break;
      case field(4, FIXED64):
        value = jsonDouble(reader.double());
        break;
      case field(5, BYTES):
        value = readArray(reader, depth + 1);
        break;
      case field(6, BYTES):
        value = readKeyValueList(reader, depth + 1);
        break;
      case field(7, BYTES):
        value = reader.base64();
        break;
      default:
        reader.skip(tag);
    }
  }
  reader.leave(outer);
  return value;
}

function readArray(reader: OtlpReader, depth: number): JsonValue[] {
  const values: JsonValue[] = [];
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) values.push(readAnyValue(reader, depth));
    else reader.skip(tag);
  }
  reader.leave(outer);
  return values;
}

function readKeyValueList(reader: OtlpReader, depth: number): JsonObject {
  const object: JsonObject = {};
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) {
      const { key, value } = readKeyValue(reader, depth);
      setOwn(object, key, value);
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
  return object;
}
