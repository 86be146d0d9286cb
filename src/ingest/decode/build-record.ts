import { cutText } from '../../kernel/text/cut-text.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import { findAttribute, splitAttributes } from '../../spans/attributes.js';
import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
  stringifyJson,
} from '../../kernel/json/json.js';
import { type Mask, maskObject } from '../../masking/mask.contract.js';
import { pythonText } from '../../kernel/text/python-text.js';
import { isCallKind, readTokenUsage } from '../../spans/token-usage.js';
import { formatMicros } from '../../kernel/time/time.js';
import type { CostRole, SpanRecord } from './span-record.js';
import { checkSpanName, checkSessionId, checkSpanSize, checkTokenCounts } from './limits.js';
import { previewInput, previewOutput } from './previews.js';
import { checkMicros } from './time.js';

/** Columns for lists are short. The attributes keep the full text. */
const MAX_COLUMN_TEXT_LENGTH = 1000;

/** A year. */
const MAX_MS = 366 * 24 * 60 * 60 * 1000;

/** A span with nested attributes, sent over OTLP or REST. */
export interface SpanParts extends Pick<
  SpanRecord,
  | 'traceId'
  | 'spanId'
  | 'parentId'
  | 'name'
  | 'kind'
  | 'statusCode'
  | 'statusMessage'
  | 'startTime'
  | 'endTime'
  | 'projectName'
> {
  /** Nested and clean, and masked before they were nested. */
  attributes: JsonObject;
  events: EventParts[];
  /** Whether its session ID only names a conversation. */
  isConversation: boolean;
}

/** An event of a span. Its attributes stay as sent, including dotted keys. */
export interface EventParts {
  name: string;
  /** Microseconds since 1970. */
  time: bigint;
  attributes: JsonObject;
}

/**
 * Builds the row of a span: splits the attributes into hot and cold, derives the columns for lists
 * and filters, and truncates the previews. Throws `SpanRejectedError` if a time, name, session ID
 * or the whole span exceeds its limit.
 * @param mask replaces what must not be stored, except in the attributes.
 */
export function buildRecord(sent: SpanParts, mask: Mask | null): SpanRecord {
  const parts = mask ? maskParts(sent, mask) : sent;
  const { attributes } = parts;
  checkSpanName(parts.name);
  const { hot, cold } = splitAttributes(attributes);
  const sessionId = identifierAt(attributes, 'session.id');
  checkSessionId(sessionId);
  const isCall = isCallKind(parts.kind);
  if (isCall) checkTokenCounts(findAttribute(attributes, 'llm.token_count'));
  const usage = isCall
    ? readTokenUsage((name) => findAttribute(attributes, `llm.token_count.${name}`))
    : null;
  const record: SpanRecord = {
    traceId: parts.traceId,
    spanId: parts.spanId,
    parentId: parts.parentId,
    name: cleanText(parts.name),
    kind: parts.kind,
    statusCode: parts.statusCode,
    statusMessage: cleanText(parts.statusMessage),
    startTime: checkMicros(parts.startTime, 'start time'),
    endTime: checkMicros(parts.endTime, 'end time'),
    projectName: parts.projectName,
    promptTokens: usage?.prompt ?? null,
    completionTokens: usage?.completion ?? null,
    role: roleOf(parts, usage !== null || findAttribute(attributes, 'llm.cost') !== undefined),
    timeToFirstTokenMs: durationAt(attributes, 'llm.time_to_first_token_ms'),
    modelName: modelNameAt(attributes, parts.kind),
    provider: textAt(attributes, 'llm.provider'),
    userId: cutOrNull(identifierAt(attributes, 'user.id')),
    sessionId,
    sessionRank: sessionId === null ? 0 : rankSession(parts),
    inputPreview: previewInput(attributes, parts.kind),
    outputPreview: previewOutput(attributes, parts.kind),
    hasInput: hasValue(attributes, 'input'),
    hasOutput: hasValue(attributes, 'output'),
    inputMimeType: textAt(attributes, 'input.mime_type'),
    outputMimeType: textAt(attributes, 'output.mime_type'),
    attributesJson: stringifyJson(hot),
    payloadJson: cold === null ? null : stringifyJson(cold),
    eventsJson: parts.events.length === 0 ? null : stringifyJson(parts.events.map(storedEvent)),
    byteSize: 0,
  };
  record.byteSize = byteSizeOf(record);
  checkSpanSize(record.byteSize);
  return record;
}

/** The attributes have been masked under the names that were sent. */
function maskParts(parts: SpanParts, mask: Mask): SpanParts {
  return {
    ...parts,
    name: mask.text(parts.name),
    statusMessage: mask.text(parts.statusMessage),
    events: parts.events.map(({ name, time, attributes }) => ({
      name: mask.text(name),
      time,
      attributes: maskObject(mask, attributes),
    })),
  };
}

function storedEvent(event: EventParts): JsonObject {
  return {
    name: event.name,
    timestamp: formatMicros(checkMicros(event.time, 'time of an event')),
    attributes: event.attributes,
  };
}

function identifierAt(attributes: JsonObject, name: string): string | null {
  return toIdentifier(findAttribute(attributes, name));
}

/** Returns a session or user ID of any type as text; null if blank. */
export function toIdentifier(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  return pythonText(value).trim() || null;
}

function textAt(attributes: JsonObject, name: string): string | null {
  const value: JsonValue | undefined = findAttribute(attributes, name);
  return typeof value === 'string' && value !== '' ? cutText(value, MAX_COLUMN_TEXT_LENGTH) : null;
}

/** A duration in milliseconds; null if it is not a number or longer than a span may be. */
function durationAt(attributes: JsonObject, name: string): number | null {
  const value = findAttribute(attributes, name);
  const ms = isRawNumber(value) ? numberValue(value) : value;
  return typeof ms === 'number' && ms >= 0 && ms <= MAX_MS ? ms : null;
}

/** Of a call, the model that was asked for; of one that names none, the model that answered. */
function modelNameAt(attributes: JsonObject, kind: string): string | null {
  const asked = textAt(attributes, 'llm.model_name');
  if (!isCallKind(kind)) return asked;
  const embedding = kind === 'EMBEDDING' ? textAt(attributes, 'embedding.model_name') : null;
  return embedding ?? asked ?? textAt(attributes, 'llm.response.model_name');
}

/** A framework begins a conversation with each run, so the session that an application names goes first. */
function rankSession({ isConversation, parentId }: SpanParts): number {
  return (isConversation ? 1 : 3) + (parentId === null ? 1 : 0);
}

/** @param mayCost whether it has tokens or states a cost. */
function roleOf({ kind, parentId }: SpanParts, mayCost: boolean): CostRole | null {
  if (isCallKind(kind)) {
    if (mayCost) return 'call';
    return parentId === null ? null : 'link';
  }
  return parentId !== null && (kind === 'CHAIN' || kind === 'UNKNOWN') ? 'link' : null;
}

function hasValue(attributes: JsonObject, end: 'input' | 'output'): boolean {
  const at = getOwn(attributes, end);
  return at !== undefined && isJsonObject(at) && getOwn(at, 'value') !== undefined;
}

/** Cuts a text for a column. */
export function cutOrNull(text: string | null): string | null {
  return text === null ? null : cutText(text, MAX_COLUMN_TEXT_LENGTH);
}

function byteSizeOf(record: SpanRecord): number {
  // IDs, times and derived columns, which are all short, in addition to the JSON.
  return (
    500 +
    record.name.length +
    record.statusMessage.length +
    Buffer.byteLength(record.attributesJson) +
    (record.payloadJson === null ? 0 : Buffer.byteLength(record.payloadJson)) +
    (record.eventsJson === null ? 0 : Buffer.byteLength(record.eventsJson))
  );
}
