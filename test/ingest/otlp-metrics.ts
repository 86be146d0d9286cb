import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const schema = protobuf.loadSync(
  fileURLToPath(new URL('../../src/ingest/decode/metrics/otlp-metrics.proto', import.meta.url)),
);
const requestType = schema.lookupType('opentelemetry.proto.ExportMetricsServiceRequest');
const responseType = schema.lookupType('opentelemetry.proto.ExportMetricsServiceResponse');

/** Encodes an ExportMetricsServiceRequest, given in OTLP's JSON mapping, as protobuf. */
export function protobufMetrics(request: object): Buffer {
  return Buffer.from(requestType.encode(requestType.fromObject(request)).finish());
}

/** Decodes an ExportMetricsServiceResponse. */
export function readMetricsResponse(bytes: Uint8Array): {
  partialSuccess?: { rejectedDataPoints: string; errorMessage: string };
} {
  return responseType.toObject(responseType.decode(bytes), { longs: String });
}
