import { jsonDouble, type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';
import { tooDeep } from './errors.js';
import {
  emptyOtlpSpan,
  type OtlpAttribute,
  type OtlpEvent,
  type OtlpResource,
  type OtlpResourceSpans,
  type OtlpScope,
  type OtlpSpan,
  PROJECT_ATTRIBUTE,
  toProjectName,
  MAX_VALUE_DEPTH,
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
  return readExportRequest(body, readSpan).map(({ items, ...resource }) => ({
    ...resource,
    spans: items,
  }));
}

type ReadItem<Item> = (reader: OtlpReader, scope: OtlpScope) => Item;

/**
 * Reads an export request of any signal: all have items by scope by resource, under the same field
 * numbers.
 * @param readItem reads one item, such as a span, from the reader.
 */
export function readExportRequest<Item>(
  body: Uint8Array,
  readItem: ReadItem<Item>,
): OtlpResource<Item>[] {
  const reader = new OtlpReader(body);
  const resources: OtlpResource<Item>[] = [];
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) resources.push(readResourceItems(reader, readItem));
    else reader.skip(tag);
  }
  return resources;
}

/** Returns the tag of a field. */
export function field(number: number, wireType: number): number {
  return (number << 3) | wireType;
}

/** The spans of an instrumentation library, as a scope was called in OTLP 0.15 to 0.18. They have the same fields. */
const LIBRARY_SPANS = field(1000, BYTES);

/** Records a value with too many levels instead of throwing, and continues after it. */
export class OtlpReader extends WireReader {
  nestsTooDeep = false;
}

function readResourceItems<Item>(reader: OtlpReader, readItem: ReadItem<Item>): OtlpResource<Item> {
  const resource: OtlpResource<Item> = { projectName: null, attributes: [], items: [] };
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) readResource(reader, resource);
    else if (tag === field(2, BYTES) || tag === LIBRARY_SPANS) {
      readScopeItems(reader, readItem, resource.items);
    } else reader.skip(tag);
  }
  reader.leave(outer);
  return resource;
}

function readResource(
  reader: OtlpReader,
  resource: Pick<OtlpResource<unknown>, 'projectName' | 'attributes'>,
): void {
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

function readScopeItems<Item>(reader: OtlpReader, readItem: ReadItem<Item>, items: Item[]): void {
  const scope: OtlpScope = { name: '', version: '' };
  const outer = reader.enter();
  while (reader.hasMore()) {
    const tag = reader.tag();
    if (tag === field(1, BYTES)) readScope(reader, scope);
    else if (tag === field(2, BYTES)) items.push(readItem(reader, scope));
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

/** Reads an attribute that is `depth` levels below the top. */
export function readKeyValue(reader: OtlpReader, depth: number): OtlpAttribute {
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

/** Reads a value; null if it is unset, or if it has too many levels, which the reader records. */
export function readAnyValue(reader: OtlpReader, depth: number): JsonValue {
  let value: JsonValue = null;
  const outer = reader.enter();
  if (depth > MAX_VALUE_DEPTH) {
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
