import { cleanText } from '../../../kernel/json/clean-json.js';
import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  stringifyJson,
} from '../../../kernel/json/json.js';
import { type Mask, maskObject } from '../../../masking/mask.contract.js';
import { cutText } from '../../../kernel/text/cut-text.js';
import { collectAttributes } from '../attributes.js';
import { cutOrNull, toIdentifier } from '../build-record.js';
import { cleanValue } from '../clean.js';
import type { SpansOfEvents } from '../coding-agents/spans-of-events.js';
import { type DecodeOptions, decodeResources, type OtlpEncoding } from '../decode-traces.js';
import { SpanRejectedError } from '../errors.js';
import { checkEventName, checkLogSize, isProjectNameTooLong } from '../limits.js';
import type { OtlpResource } from '../otlp-span.js';
import { maskName, rejectSpan } from '../reject.js';
import { nameSource } from '../span-source.js';
import { checkMicros, toMicros } from '../time.js';
import { joinsSpan } from './joined-events.js';
import type { DecodedLogs, LogRecord } from './log-record.js';
import { readLogsJson } from './logs-json.js';
import { readLogsProtobuf } from './logs-protobuf.js';
import type { OtlpLog } from './otlp-log.js';

/** Valid IDs have 16 and 8 bytes, but other reasonable lengths are stored as well. */
const MAX_ID_DIGITS = 128;

const MAX_SEVERITY = 24;
const SEVERITY_TEXT_LENGTH = 100;
const NAME_LENGTH = 1000;

export type DecodeLogsOptions = Pick<DecodeOptions, 'projectName' | 'defaultProject' | 'maskOf'> & {
  /** When the request arrived, in microseconds since 1970. */
  receivedAt: bigint;
  /** Makes spans of the events of coding agents. */
  agents: SpansOfEvents;
};

/**
 * Decodes a decompressed ExportLogsServiceRequest into rows. Rejects records that cannot be stored,
 * without affecting the others. Both encodings of the same records yield the same rows.
 * @throws MalformedBodyError if the body cannot be read at all.
 */
export function decodeLogs(
  body: Uint8Array,
  encoding: OtlpEncoding,
  options: DecodeLogsOptions,
): DecodedLogs {
  const resources = encoding === 'protobuf' ? readLogsProtobuf(body) : readLogsJson(body);
  const decoded: Omit<DecodedLogs, 'spans'> = { logs: [], rejected: [], sources: [] };
  for (const resource of resources) {
    if (resource.items.length === 0) continue;
    const projectName = projectOf(resource, options);
    const before = decoded.rejected.length;
    for (const log of resource.items) decodeLog(decoded, log, resource, projectName, options);
    const refusedCount = decoded.rejected.length - before;
    decoded.sources.push({
      ...nameSource(
        resource,
        isProjectNameTooLong(projectName) ? options.defaultProject : projectName,
      ),
      spanCount: 0,
      logCount: resource.items.length - refusedCount,
      pointCount: 0,
      refusedCount,
      lastReason: refusedCount > 0 ? decoded.rejected.at(-1)!.reason : null,
      lateCount: 0,
      aheadMicros: null,
      unreadKeys: new Map(),
    });
  }
  const ofAgents = resources.map(({ items, ...resource }) => ({
    ...resource,
    spans: options.agents.make(
      items.filter(({ failure }) => failure === null),
      projectOf(resource, options),
    ),
  }));
  const { projectName, defaultProject, maskOf } = options;
  // Their sources have been summed up as those of log records.
  const spans = decodeResources(ofAgents, { projectName, defaultProject, maskOf });
  return { ...decoded, spans };
}

function projectOf(
  resource: Pick<OtlpResource<unknown>, 'projectName'>,
  { projectName, defaultProject }: DecodeLogsOptions,
): string {
  return cleanText(projectName ?? resource.projectName ?? defaultProject);
}

function decodeLog(
  decoded: Pick<DecodedLogs, 'logs' | 'rejected'>,
  log: OtlpLog,
  resource: OtlpResource<OtlpLog>,
  projectName: string,
  { defaultProject, maskOf, receivedAt, agents }: DecodeLogsOptions,
): void {
  const reject = (error: unknown, name: string): void => {
    const named = maskName({ ...log, name: log.eventName }, maskOf(name));
    decoded.rejected.push(rejectSpan(named, error, name));
  };
  if (isProjectNameTooLong(projectName)) {
    const message = 'The project name is longer than 1024 bytes.';
    reject(new SpanRejectedError('project_name_too_long', message), defaultProject);
    return;
  }
  try {
    const mask = maskOf(projectName);
    const answered = agents.findAnswered(log, projectName);
    decoded.logs.push(convertLog(log, resource, { projectName, mask, receivedAt, answered }));
  } catch (error) {
    reject(error, projectName);
  }
}

interface LogPlace {
  projectName: string;
  mask: Mask | null;
  receivedAt: bigint;
  /** The span whose answer it tells. */
  answered: Pick<OtlpLog, 'traceId' | 'spanId'> | null;
}

function convertLog(
  log: OtlpLog,
  resource: OtlpResource<OtlpLog>,
  { projectName, mask, receivedAt, answered }: LogPlace,
): LogRecord {
  if (log.failure !== null) throw log.failure;
  const attributes = readAttributes(log, mask);
  // Loggers of Rust put the place in the code into the field, so that the attribute says more.
  const sent = getOwn(attributes, 'event.name');
  const named = typeof sent === 'string' && sent !== '' ? sent : log.eventName;
  const eventName = named === '' ? null : cleanText(named);
  checkEventName(eventName ?? '');
  const observedTime =
    log.observedNanos === 0n ? null : readTime(log.observedNanos, 'observed time');
  const maskText = mask ? mask.text : (text: string): string => text;
  // What is cut first may no longer look like what must be masked.
  const textOrNull = (text: string, length = NAME_LENGTH): string | null =>
    text === '' ? null : cleanText(cutText(maskText(text), length));
  const body = maskBody(cleanValue(log.body), mask);
  const { traceId, spanId } = answered ?? log;
  const ids = { traceId: readId(traceId, 'trace'), spanId: readId(spanId, 'span') };
  const record: LogRecord = {
    projectName,
    time: log.nanos === 0n ? (observedTime ?? receivedAt) : readTime(log.nanos, 'time'),
    observedTime,
    severityNumber: log.severityNumber <= MAX_SEVERITY ? Math.max(log.severityNumber, 0) : 0,
    severityText: textOrNull(log.severityText, SEVERITY_TEXT_LENGTH),
    eventName: eventName === null ? null : maskText(eventName),
    body: body === null || typeof body === 'string' ? body : stringifyJson(body),
    isJsonBody: body !== null && typeof body !== 'string',
    attributesJson: stringifyJson(attributes),
    ...ids,
    serviceName: textOrNull(findText(resource, 'service.name')),
    scopeName: textOrNull(log.scope.name),
    userId: cutOrNull(toIdentifier(getOwn(attributes, 'user.id'))),
    joinsSpan:
      ids.traceId !== null && ids.spanId !== null && (answered !== null || joinsSpan(eventName)),
  };
  checkLogSize(Buffer.byteLength(record.attributesJson) + Buffer.byteLength(record.body ?? ''));
  return record;
}

function readAttributes(log: OtlpLog, mask: Mask | null): JsonObject {
  const flat = collectAttributes(log.attributes);
  const attributes: JsonObject = {};
  for (const [key, value] of flat) setOwn(attributes, key, cleanValue(value));
  return mask ? maskObject(mask, attributes) : attributes;
}

/** The members of an object may become attributes of an event, so they are masked in the same way. */
function maskBody(body: JsonValue, mask: Mask | null): JsonValue {
  if (!mask || body === null) return body;
  if (typeof body === 'string') return mask.text(body);
  if (isJsonObject(body)) return maskObject(mask, body);
  return maskObject(mask, { body })['body'] ?? null;
}

/** Returns null for an ID of zeros, too. */
function readId(id: string, owner: 'trace' | 'span'): string | null {
  if (/^0*$/.test(id)) return null;
  if (id.length <= MAX_ID_DIGITS) return id;
  throw new SpanRejectedError('invalid_id', `The ${owner} ID is longer than 64 bytes.`);
}

function readTime(nanos: bigint, what: string): bigint {
  return checkMicros(toMicros(nanos, what), what);
}

function findText({ attributes }: OtlpResource<unknown>, key: string): string {
  const value = attributes.findLast((attribute) => attribute.key === key)?.value;
  return typeof value === 'string' ? value : '';
}
