import { tooDeep } from '../errors.js';
import {
  field,
  type OtlpReader,
  readAnyValue,
  readExportRequest,
  readKeyValue,
} from '../otlp-protobuf.js';
import type { OtlpResource, OtlpScope } from '../otlp-span.js';
import { BYTES, FIXED64, VARINT } from '../wire-reader.js';
import { emptyOtlpLog, type OtlpLog } from './otlp-log.js';

/**
 * Reads an ExportLogsServiceRequest in protobuf, in the same way as one with spans.
 *
 * Field numbers: https://github.com/open-telemetry/opentelemetry-proto, `logs/v1/logs.proto`.
 */
export function readLogsProtobuf(body: Uint8Array): OtlpResource<OtlpLog>[] {
  return readExportRequest(body, readLog);
}

function readLog(reader: OtlpReader, scope: OtlpScope): OtlpLog {
  const log = emptyOtlpLog(scope);
  reader.nestsTooDeep = false;
  const outer = reader.enter();
  while (reader.hasMore()) readLogField(reader, log);
  reader.leave(outer);
  if (reader.nestsTooDeep) log.failure = tooDeep();
  return log;
}

function readLogField(reader: OtlpReader, log: OtlpLog): void {
  const tag = reader.tag();
  switch (tag) {
    case field(1, FIXED64):
      log.nanos = reader.fixed64();
      break;
    case field(2, VARINT):
      log.severityNumber = reader.uint32();
      break;
    case field(3, BYTES):
      log.severityText = reader.key();
      break;
    case field(5, BYTES):
      log.body = readAnyValue(reader, 0);
      break;
    case field(6, BYTES):
      log.attributes.push(readKeyValue(reader, 0));
      break;
    case field(9, BYTES):
      log.traceId = reader.hex();
      break;
    case field(10, BYTES):
      log.spanId = reader.hex();
      break;
    case field(11, FIXED64):
      log.observedNanos = reader.fixed64();
      break;
    case field(12, BYTES):
      log.eventName = reader.key();
      break;
    default:
      reader.skip(tag);
  }
}
