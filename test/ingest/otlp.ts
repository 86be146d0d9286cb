import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const schema = protobuf.loadSync(
  fileURLToPath(new URL('../../src/ingest/decode/otlp-trace.proto', import.meta.url)),
);
const requestType = schema.lookupType('opentelemetry.proto.ExportTraceServiceRequest');
const responseType = schema.lookupType('opentelemetry.proto.ExportTraceServiceResponse');

/** A span to send, with ids in hex. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** Nanoseconds since 1970. */
  start: bigint;
  end: bigint;
  attributes: Record<string, unknown>;
  statusCode: number;
}

const START = 1_709_287_200_000_000_000n;

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');

/** Creates a span, by default in a separate trace. */
export function anOtlpSpan(span: Partial<OtlpSpan> = {}): OtlpSpan {
  return {
    traceId: newTraceId(),
    spanId: newSpanId(),
    name: 'step',
    start: START,
    end: START + 1_500_000_000n,
    attributes: {},
    statusCode: 1,
    ...span,
  };
}

export interface RequestOptions {
  /** Resource attribute `openinference.project.name`. */
  project?: string;
}

/** Encodes an ExportTraceServiceRequest in OTLP's JSON mapping. */
export function jsonRequest(spans: OtlpSpan[], options: RequestOptions = {}): string {
  return JSON.stringify(requestOf(spans, (hex) => hex, options));
}

/** Encodes the same request as protobuf. */
export function protobufRequest(spans: OtlpSpan[], options: RequestOptions = {}): Buffer {
  const message = requestOf(spans, (hex) => Buffer.from(hex, 'hex'), options);
  return Buffer.from(requestType.encode(requestType.fromObject(message)).finish());
}

/** Decodes an ExportTraceServiceResponse. */
export function readResponse(bytes: Uint8Array): {
  partialSuccess?: { rejectedSpans: string; errorMessage: string };
} {
  return responseType.toObject(responseType.decode(bytes), { longs: String });
}

function requestOf(
  spans: OtlpSpan[],
  id: (hex: string) => unknown,
  { project }: RequestOptions,
): object {
  const resource = {
    attributes: project === undefined ? [] : [attribute(['openinference.project.name', project])],
  };
  return {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            spans: spans.map((span) => ({
              traceId: id(span.traceId),
              spanId: id(span.spanId),
              ...(span.parentSpanId === undefined ? {} : { parentSpanId: id(span.parentSpanId) }),
              name: span.name,
              kind: 1,
              startTimeUnixNano: String(span.start),
              endTimeUnixNano: String(span.end),
              attributes: Object.entries(span.attributes).map(attribute),
              status: { code: span.statusCode },
            })),
          },
        ],
      },
    ],
  };
}

/** Encodes an attribute in the JSON mapping, which protobufjs reads, too. */
export function attribute([key, value]: [string, unknown]): object {
  return { key, value: anyValue(value) };
}

export function anyValue(value: unknown): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
    default:
      if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
      return { kvlistValue: { values: Object.entries(value as object).map(attribute) } };
  }
}

export const PROTOBUF = { 'content-type': 'application/x-protobuf' };
export const JSON_TYPE = { 'content-type': 'application/json' };

/** Posts a body to `/v1/traces`. */
export function postTraces(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = PROTOBUF,
): Promise<Response> {
  return fetch(`${url}/v1/traces`, { method: 'POST', body: body as RequestInit['body'], headers });
}
