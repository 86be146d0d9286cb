import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';
import { MalformedBodyError } from '../errors.js';
import { readExportRequest, rejectionOf } from '../otlp-json.js';
import {
  attributesOf,
  fieldOf,
  idOf,
  integerText,
  nanosOf,
  readAnyValue,
  textOf,
} from '../otlp-json-fields.js';
import type { OtlpResource, OtlpScope } from '../otlp-span.js';
import { emptyOtlpLog, type OtlpLog } from './otlp-log.js';

const NAMES = { resources: 'resourceLogs', scopes: ['scopeLogs'], items: 'logRecords' };

/** Each has four numbers: `SEVERITY_NUMBER_WARN` is 13, `SEVERITY_NUMBER_WARN2` 14. */
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const SEVERITY_NAME = /^SEVERITY_NUMBER_([A-Z]+)([234]?)$/;

/** Reads an ExportLogsServiceRequest in OTLP's JSON mapping, in the same way as one with spans. */
export function readLogsJson(body: Uint8Array): OtlpResource<OtlpLog>[] {
  return readExportRequest(body, NAMES, readLog);
}

function readLog(source: JsonValue, scope: OtlpScope): OtlpLog {
  const log = emptyOtlpLog(scope);
  try {
    readLogFields(log, source);
  } catch (error) {
    log.failure = rejectionOf(error);
  }
  return log;
}

function readLogFields(log: OtlpLog, source: JsonValue): void {
  if (!isJsonObject(source)) throw new MalformedBodyError('A log record is not an object.');
  // Reads the IDs first, so that a later failure can name the span.
  log.traceId = idOf(source, 'traceId');
  log.spanId = idOf(source, 'spanId');
  log.eventName = textOf(source, 'eventName');
  log.nanos = nanosOf(source, 'timeUnixNano');
  log.observedNanos = nanosOf(source, 'observedTimeUnixNano');
  log.severityNumber = severityNumberOf(source);
  log.severityText = textOf(source, 'severityText');
  log.body = readAnyValue(getOwn(source, 'body'), 0);
  log.attributes = attributesOf(source);
}

function severityNumberOf(source: JsonObject): number {
  const value = fieldOf(source, 'severityNumber') ?? 0;
  const [, name = '', place = '1'] = (typeof value === 'string' && SEVERITY_NAME.exec(value)) || [];
  const at = SEVERITIES.indexOf(name);
  if (at >= 0) return at * 4 + Number(place || 1);
  return name === 'UNSPECIFIED' ? 0 : Number(integerText(value, 'severityNumber'));
}
