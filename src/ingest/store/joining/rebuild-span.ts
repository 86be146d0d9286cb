import { mergeStoredAttributes } from '../../../spans/attributes.js';
import {
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '../../../kernel/json/json.js';
import type { Mask } from '../../../masking/mask.contract.js';
import { toDottedAttributes } from '../../../spans/otlp-attributes.js';
import { parseWireTime } from '../../../kernel/time/time.js';
import { convertSpan } from '../../decode/convert-span.js';
import { emptyOtlpSpan, type OtlpAttribute, type OtlpEvent } from '../../decode/otlp-span.js';
import type { SpanRecord, StatusCode } from '../../decode/span-record.js';
import type { SpanKind } from '../../decode/values/span-kinds.js';

/** A span as it is stored, with what is needed to build it again. */
export interface StoredSpan {
  id: number;
  projectId: number;
  projectName: string;
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: SpanKind;
  statusCode: StatusCode;
  statusMessage: string;
  /** Wire times. */
  startTime: string;
  endTime: string;
  promptTokens: number | null;
  completionTokens: number | null;
  /** JSON texts. */
  attributes: string;
  payload: string | null;
  events: string | null;
}

/** An event to add, with the members of its body among its attributes. */
export interface NewEvent {
  name: string;
  /** Microseconds since 1970. */
  time: bigint;
  attributes: JsonObject;
}

const STATUS_CODES = { UNSET: 0, OK: 1, ERROR: 2 };

/** First parts of keys of OpenInference, which may have been derived from others. */
const OPEN_INFERENCE = new Set([
  'agent',
  'embedding',
  'graph',
  'input',
  'metadata',
  'openinference',
  'output',
  'reranker',
  'retrieval',
  'session',
  'tag',
  'tool',
  'user',
]);

/** Other senders have keys below `llm`, too. */
const OPEN_INFERENCE_LLM =
  /^llm\.(?:cost|finish_reason|input_messages|invocation_parameters|model_name|output_messages|prompt_template|provider|response|system|time_to_first_token_ms|token_count|tools)\b/;

/**
 * Builds a span again as if it had been sent with more events. Attributes that were derived from others
 * are derived once more, because events may tell more than these; those that the sender stated stay.
 * @param mask of the project, for what is derived from the events.
 * @returns null if it had all of the events, such as if they were sent twice.
 * @throws SpanRejectedError if the span would exceed a limit.
 */
export function rebuildSpan(
  span: StoredSpan,
  events: readonly NewEvent[],
  mask: Mask | null,
): SpanRecord | null {
  const old = readEvents(span);
  const known = new Set(old.map(describe));
  const added = events.map(toOtlpEvent).filter((event) => !known.has(describe(event)));
  if (added.length === 0) return null;
  const attributes = toDottedAttributes(mergeStoredAttributes(span.attributes, span.payload));
  const sent = leaveOutDerived(span, attributes, old);
  const all = [...old, ...added].toSorted((a, b) => Number(a.nanos - b.nanos));
  const record = convert(span, sent, all, mask);
  return record.kind === 'UNKNOWN' ? { ...record, kind: span.kind } : record;
}

/** Excludes attributes that the other attributes and the events yield by themselves. */
function leaveOutDerived(
  span: StoredSpan,
  attributes: readonly [string, JsonValue][],
  events: OtlpEvent[],
): [string, JsonValue][] {
  const sources = attributes.filter(([key]) => !isOpenInference(key));
  if (sources.length + events.length === 0) return [...attributes];
  const { attributesJson, payloadJson } = convert(span, sources, events, null);
  const derived = new Map(
    toDottedAttributes(mergeStoredAttributes(attributesJson, payloadJson)).map(([key, value]) => [
      key,
      stringifyJson(value),
    ]),
  );
  return attributes.filter(
    ([key, value]) => !isOpenInference(key) || derived.get(key) !== stringifyJson(value),
  );
}

function isOpenInference(key: string): boolean {
  const dot = key.indexOf('.');
  return OPEN_INFERENCE.has(dot === -1 ? key : key.slice(0, dot)) || OPEN_INFERENCE_LLM.test(key);
}

function convert(
  span: StoredSpan,
  attributes: readonly [string, JsonValue][],
  events: OtlpEvent[],
  mask: Mask | null,
): SpanRecord {
  const sent = {
    ...emptyOtlpSpan({ name: '', version: '' }),
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentId ?? '',
    name: span.name,
    startNanos: parseWireTime(span.startTime) * 1000n,
    endNanos: parseWireTime(span.endTime) * 1000n,
    attributes: attributes.map(([key, value]): OtlpAttribute => ({ key, value })),
    events,
    statusCode: STATUS_CODES[span.statusCode],
    statusMessage: span.statusMessage,
  };
  return convertSpan(sent, span.projectName, mask);
}

function readEvents({ events }: StoredSpan): OtlpEvent[] {
  if (events === null) return [];
  return (parseJson(events) as JsonObject[]).map((event) =>
    toOtlpEvent({
      name: event['name'] as string,
      time: parseWireTime(event['timestamp'] as string),
      attributes: event['attributes'] as JsonObject,
    }),
  );
}

function toOtlpEvent({ name, time, attributes }: NewEvent): OtlpEvent {
  return {
    name,
    nanos: time * 1000n,
    attributes: Object.keys(attributes).map((key) => ({ key, value: attributes[key] ?? null })),
  };
}

function describe({ name, nanos, attributes }: OtlpEvent): string {
  return stringifyJson([name, String(nanos), attributes.map(({ key, value }) => [key, value])]);
}
