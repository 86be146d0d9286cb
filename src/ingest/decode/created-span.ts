import { cleanText } from '../../kernel/json/clean-json.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { Mask } from '../../masking/mask.contract.js';
import type { MaskOf } from '../../masking/masks.contract.js';
import type { CreatedEvent, CreatedSpan } from '../../spans/created-span.js';
import type { DecodedSpans, SpanRecord, StatusCode } from './span-record.js';
import { collectAttributes } from './attributes.js';
import { buildRecord, type EventParts } from './build-record.js';
import { cleanValue } from './clean.js';
import { parseSpanKind } from './values/span-kinds.js';
import { SpanRejectedError } from './errors.js';
import { maskName, rejectSpan } from './reject.js';
import { unflatten } from './unflatten.js';

const MAX_ID_LENGTH = 256;
const KIND_KEY = 'openinference.span.kind';

/**
 * Converts spans created over REST to rows. Unlike for OTLP spans, attributes are only nested: no
 * JSON text is parsed, no count converted, no `gen_ai` key translated. Refuses spans that cannot be
 * stored, with a reason.
 */
export function convertCreatedSpans(
  spans: readonly CreatedSpan[],
  projectName: string,
  maskOf: MaskOf,
): DecodedSpans {
  const decoded: DecodedSpans = { spans: [], rejected: [], sources: [] };
  const mask = maskOf(cleanText(projectName));
  for (const span of spans) {
    try {
      decoded.spans.push(convertCreatedSpan(span, projectName, mask));
    } catch (error) {
      decoded.rejected.push(rejectSpan(maskName(span, mask), error, projectName));
    }
  }
  return decoded;
}

function convertCreatedSpan(span: CreatedSpan, projectName: string, mask: Mask | null): SpanRecord {
  const flat = collectAttributes(attributesOf(span.attributes));
  flat.delete(KIND_KEY);
  flat.set(KIND_KEY, span.spanKind);
  for (const [key, value] of flat) flat.set(key, cleanValue(value));
  const parts = {
    traceId: cleanId(span.traceId, 'trace'),
    spanId: cleanId(span.spanId, 'span'),
    parentId: span.parentId === null ? null : cleanParentId(span.parentId),
    name: span.name,
    kind: parseSpanKind(span.spanKind),
    statusCode: statusCodeOf(span.statusCode),
    statusMessage: span.statusMessage,
    startTime: span.startTime,
    endTime: span.endTime,
    projectName: cleanText(projectName),
    attributes: unflatten(mask ? mask.attributes(flat) : flat),
    events: span.events.map(convertEvent),
    isConversation: false,
  };
  return buildRecord(parts, mask);
}

function attributesOf(attributes: JsonObject): { key: string; value: JsonValue }[] {
  return Object.keys(attributes).map((key) => ({ key, value: attributes[key] ?? null }));
}

function convertEvent(event: CreatedEvent): EventParts {
  return {
    name: cleanText(event.name),
    time: event.time,
    attributes: cleanValue(event.attributes) as JsonObject,
  };
}

function cleanId(id: string, owner: 'trace' | 'span'): string {
  if (id === '') {
    throw new SpanRejectedError(`missing_${owner}_id`, `The span has no ${owner} ID.`);
  }
  return shortId(id, owner);
}

/**
 * Keeps an empty parent ID unchanged. No span has that ID, so the span is an orphan and not a root.
 */
function cleanParentId(id: string): string {
  return shortId(id, 'parent span');
}

function shortId(id: string, owner: string): string {
  if (id.length > MAX_ID_LENGTH) {
    throw new SpanRejectedError(
      'invalid_id',
      `The ${owner} ID is longer than ${MAX_ID_LENGTH} characters.`,
    );
  }
  return cleanText(id);
}

function statusCodeOf(code: string): StatusCode {
  const upper = code.toUpperCase();
  return upper === 'OK' || upper === 'ERROR' ? upper : 'UNSET';
}
