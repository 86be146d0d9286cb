import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../kernel/json/json.js';
import { MalformedBodyError, SpanRejectedError } from './errors.js';
import {
  attributesOf,
  fieldOf,
  idOf,
  integerText,
  listOf,
  nanosOf,
  type OtlpIds,
  readKeyValue,
  textOf,
  valuesOf,
} from './otlp-json-fields.js';
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
} from './otlp-span.js';

const STATUS_NAMES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

/** Where the spans of a resource are, now and before. */
const SCOPES = ['scopeSpans', 'instrumentationLibrarySpans'];

/**
 * Reads an ExportTraceServiceRequest in OTLP's JSON mapping: IDs in hex of any case, 64-bit
 * integers as text or numbers, enums by number or name. Like the collector, also reads fields in snake_case, and spans
 * of instrumentation libraries, as scopes were called before. Ignores unknown fields. Marks a span with a
 * field of the wrong type as failed. Throws `MalformedBodyError` if the body, or a structure that
 * contains spans, is malformed.
 */
export function readOtlpJson(body: Uint8Array, ids: OtlpIds = 'hex'): OtlpResourceSpans[] {
  const names = { resources: 'resourceSpans', scopes: SCOPES, items: 'spans' };
  return readExportRequest(body, names, (span, scope) => readSpan(span, scope, ids)).map(
    ({ items, ...resource }) => ({ ...resource, spans: items }),
  );
}

/**
 * Reads an export request of any signal: all have items by scope by resource.
 * @param names how the signal calls these three.
 * @param readItem must not throw for a malformed item, so that the others are read.
 */
export function readExportRequest<Item>(
  body: Uint8Array,
  names: { resources: string; scopes: readonly string[]; items: string },
  readItem: (item: JsonValue, scope: OtlpScope) => Item,
): OtlpResource<Item>[] {
  return listOf(parseBody(body), names.resources).map((resource) => ({
    ...readResource(resource),
    items: names.scopes
      .flatMap((name) => listOf(resource, name))
      .flatMap((ofScope) => {
        const scope = readScope(ofScope);
        return valuesOf(ofScope, names.items).map((item) => readItem(item, scope));
      }),
  }));
}

/** Also parses a body for those who tell why it has no spans. @throws MalformedBodyError if it is no JSON object. */
export function parseBody(body: Uint8Array): JsonObject {
  let root: JsonValue;
  try {
    root = parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'It has too many nested levels.';
    throw new MalformedBodyError(`The body is not JSON: ${reason}`);
  }
  if (!isJsonObject(root)) throw new MalformedBodyError('The JSON body is not an object.');
  return root;
}

function readResource(
  parent: JsonObject,
): Pick<OtlpResource<unknown>, 'projectName' | 'attributes'> {
  const resource = getOwn(parent, 'resource') ?? {};
  if (!isJsonObject(resource)) throw new MalformedBodyError('resource is not an object.');
  let projectName: string | null = null;
  const attributes: OtlpAttribute[] = [];
  for (const attribute of listOf(resource, 'attributes')) {
    const read = readResourceAttribute(attribute);
    if (read) attributes.push(read);
    if (getOwn(attribute, 'key') !== PROJECT_ATTRIBUTE) continue;
    const value = getOwn(attribute, 'value') ?? null;
    projectName = isJsonObject(value) ? toProjectName(fieldOf(value, 'stringValue') ?? null) : null;
  }
  return { projectName, attributes };
}

/** Returns null for a malformed attribute, which must not affect the spans of its resource. */
function readResourceAttribute(source: JsonObject): OtlpAttribute | null {
  try {
    return readKeyValue(source, 0);
  } catch (error) {
    rejectionOf(error);
    return null;
  }
}

/** A malformed scope does not affect its items. */
function readScope(parent: JsonObject): OtlpScope {
  const scope = getOwn(parent, 'scope') ?? fieldOf(parent, 'instrumentationLibrary') ?? null;
  const textIn = (name: string): string => {
    const value = isJsonObject(scope) ? (getOwn(scope, name) ?? '') : '';
    return typeof value === 'string' ? value : '';
  };
  return { name: textIn('name'), version: textIn('version') };
}

function readSpan(source: JsonValue, scope: OtlpScope, ids: OtlpIds): OtlpSpan {
  const span = emptyOtlpSpan(scope);
  try {
    readSpanFields(span, source, ids);
  } catch (error) {
    span.failure = rejectionOf(error);
    span.source = source;
  }
  return span;
}

/** Returns the rejection of an item that could not be read. Throws other errors again. */
export function rejectionOf(error: unknown): SpanRejectedError {
  if (error instanceof SpanRejectedError) return error;
  if (error instanceof MalformedBodyError) {
    return new SpanRejectedError('unprocessable', error.message);
  }
  throw error;
}

function readSpanFields(span: OtlpSpan, source: JsonValue, ids: OtlpIds): void {
  if (!isJsonObject(source)) throw new MalformedBodyError('A span is not an object.');
  // Reads the IDs first, so that a later failure can name the span.
  span.name = textOf(source, 'name');
  span.traceId = idOf(source, 'traceId', ids);
  span.spanId = idOf(source, 'spanId', ids);
  span.parentSpanId = idOf(source, 'parentSpanId', ids);
  span.startNanos = nanosOf(source, 'startTimeUnixNano');
  span.endNanos = nanosOf(source, 'endTimeUnixNano');
  span.attributes = attributesOf(source);
  span.events = listOf(source, 'events').map(readEvent);
  const status = getOwn(source, 'status') ?? {};
  if (!isJsonObject(status)) throw new MalformedBodyError('status is not an object.');
  span.statusMessage = textOf(status, 'message');
  span.statusCode = statusCodeOf(status);
}

function readEvent(source: JsonObject): OtlpEvent {
  return {
    nanos: nanosOf(source, 'timeUnixNano'),
    name: textOf(source, 'name'),
    attributes: attributesOf(source),
  };
}

function statusCodeOf(status: JsonObject): number {
  const code = getOwn(status, 'code') ?? 0;
  if (typeof code === 'string' && STATUS_NAMES.includes(code)) return STATUS_NAMES.indexOf(code);
  return Number(integerText(code, 'code'));
}
