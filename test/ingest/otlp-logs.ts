import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { anyValue, attribute, PROTOBUF, type RequestOptions } from './otlp.js';

const schema = protobuf.loadSync(
  fileURLToPath(new URL('../../src/ingest/decode/logs/otlp-logs.proto', import.meta.url)),
);
const requestType = schema.lookupType('opentelemetry.proto.ExportLogsServiceRequest');
const responseType = schema.lookupType('opentelemetry.proto.ExportLogsServiceResponse');

/** A log record to send, with ids in hex. */
export interface OtlpLog {
  traceId?: string;
  spanId?: string;
  /** Nanoseconds since 1970. */
  time?: bigint;
  observed?: bigint;
  severityNumber?: number;
  severityText?: string;
  eventName?: string;
  body?: unknown;
  attributes?: Record<string, unknown>;
}

const TIME = 1_709_287_201_000_000_000n;
let count = 0n;

/** Creates a log record, by default of a later microsecond than the one before. */
export function anOtlpLog(log: OtlpLog = {}): OtlpLog {
  count += 1000n;
  return { time: TIME + count, severityNumber: 9, severityText: 'INFO', body: 'a line', ...log };
}

export interface LogsOptions extends RequestOptions {
  service?: string;
}

/** Encodes an ExportLogsServiceRequest in OTLP's JSON mapping. */
export function jsonLogs(logs: OtlpLog[], options: LogsOptions = {}): string {
  return JSON.stringify(requestOf(logs, (hex) => hex, options));
}

/** Encodes the same request as protobuf. */
export function protobufLogs(logs: OtlpLog[], options: LogsOptions = {}): Buffer {
  const message = requestOf(logs, (hex) => Buffer.from(hex, 'hex'), options);
  return Buffer.from(requestType.encode(requestType.fromObject(message)).finish());
}

/** Decodes an ExportLogsServiceResponse. */
export function readLogsResponse(bytes: Uint8Array): {
  partialSuccess?: { rejectedLogRecords: string; errorMessage: string };
} {
  return responseType.toObject(responseType.decode(bytes), { longs: String });
}

/** Posts a body to `/v1/logs`. */
export function postLogs(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = PROTOBUF,
): Promise<Response> {
  return fetch(`${url}/v1/logs`, { method: 'POST', body: body as RequestInit['body'], headers });
}

function requestOf(
  logs: OtlpLog[],
  id: (hex: string) => unknown,
  { project, service }: LogsOptions,
): object {
  const attributes = [
    ...(project === undefined ? [] : [attribute(['openinference.project.name', project])]),
    ...(service === undefined ? [] : [attribute(['service.name', service])]),
  ];
  return {
    resourceLogs: [
      {
        resource: { attributes },
        scopeLogs: [
          {
            scope: { name: 'logger', version: '1' },
            logRecords: logs.map((log) => ({
              timeUnixNano: String(log.time ?? 0n),
              observedTimeUnixNano: String(log.observed ?? 0n),
              severityNumber: log.severityNumber ?? 0,
              severityText: log.severityText ?? '',
              eventName: log.eventName ?? '',
              ...(log.body === undefined ? {} : { body: anyValue(log.body) }),
              attributes: Object.entries(log.attributes ?? {}).map(attribute),
              traceId: id(log.traceId ?? ''),
              spanId: id(log.spanId ?? ''),
            })),
          },
        ],
      },
    ],
  };
}
