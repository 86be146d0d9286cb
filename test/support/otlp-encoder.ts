import protobuf from 'protobufjs';

/**
 * A value with the field names of OTLP's JSON mapping, with 64-bit integers as text and bytes as
 * bytes.
 */
export interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
  arrayValue?: { values: AnyValue[] };
  kvlistValue?: { values: KeyValue[] };
  bytesValue?: Uint8Array;
}

export interface KeyValue {
  key: string;
  value: AnyValue;
}

export interface TestEvent {
  timeUnixNano: string;
  name: string;
  attributes: KeyValue[];
}

export interface TestSpan {
  /** Hex. */
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name?: string;
  startTimeUnixNano?: string;
  endTimeUnixNano?: string;
  attributes?: KeyValue[];
  events?: TestEvent[];
  status?: { code?: number; message?: string };
}

export interface TestResource {
  attributes?: KeyValue[];
  spans: TestSpan[];
}

const request = protobuf
  .loadSync('src/ingest/decode/otlp-trace.proto')
  .lookupType('opentelemetry.proto.ExportTraceServiceRequest');

/** An ExportTraceServiceRequest in protobuf. */
export function encodeProtobuf(resources: TestResource[]): Uint8Array {
  const message = body(resources, (span) => ({
    ...span,
    traceId: Buffer.from(span.traceId, 'hex'),
    spanId: Buffer.from(span.spanId, 'hex'),
    parentSpanId: Buffer.from(span.parentSpanId ?? '', 'hex'),
  }));
  return request.encode(request.fromObject(message)).finish();
}

/** The same request in OTLP's JSON mapping. */
export function encodeJson(resources: TestResource[]): Uint8Array {
  const message = body(resources, (span) => span);
  return Buffer.from(
    JSON.stringify(message, (_key, value: unknown) => {
      if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
      return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
    }),
  );
}

/**
 * Creates an attribute of the type that its value suggests: an integer from a bigint, a double from
 * a number.
 */
export function attribute(key: string, value: string | boolean | number | bigint): KeyValue {
  switch (typeof value) {
    case 'string':
      return { key, value: { stringValue: value } };
    case 'boolean':
      return { key, value: { boolValue: value } };
    case 'bigint':
      return { key, value: { intValue: value.toString() } };
    default:
      return { key, value: { doubleValue: value } };
  }
}

function body(resources: TestResource[], encodeSpan: (span: TestSpan) => object): object {
  return {
    resourceSpans: resources.map(({ attributes = [], spans }) => ({
      resource: { attributes },
      scopeSpans: [{ scope: { name: 'test' }, spans: spans.map(encodeSpan) }],
    })),
  };
}
