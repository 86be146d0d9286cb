import { randomBytes } from 'node:crypto';
import { cutText } from '../../../kernel/text/cut-text.js';
import { echoInput } from '../../../kernel/validation/echoed-input.js';
import { type ValidationDetail, ValidationError } from '../../../kernel/errors/errors.js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  parseJson,
} from '../../../kernel/json/json.js';
import { parseTime } from '../../../kernel/time/time.js';
import type { CreatedEvent, CreatedSpan } from '../../../spans/created-span.js';

type Location = (string | number)[];

const MAX_REASON_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;

/** Sizes of IDs in OpenTelemetry. A span without an ID gets a random one. */
const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** Steps to a span: `["body", "data", 0]`. */
const SPAN_DEPTH = 3;

/**
 * Reads the body of a request that creates spans. Validates by hand, because a request may contain
 * tens of thousands of spans, and its numbers must stay exactly as sent.
 * @throws ValidationError with one violation for each invalid span, which names all its invalid fields.
 */
export function readCreatedSpans(body: Buffer): CreatedSpan[] {
  const root = parse(body);
  const check = new ShapeCheck();
  const data = check.list(root, 'data', ['body']);
  const spans = data.map((item, i) => {
    const span = readSpan(check, item, ['body', 'data', i]);
    check.finishSpan();
    return span;
  });
  check.finish();
  return spans as CreatedSpan[];
}

function parse(body: Buffer): JsonObject {
  if (body.length === 0) {
    throw new ValidationError([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
  }
  let root: JsonValue;
  try {
    root = parseJson(body.toString('utf8'));
  } catch (error) {
    const reason = (error as Error).message.slice(0, MAX_REASON_LENGTH);
    throw new ValidationError([
      { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', ctx: { error: reason } },
    ]);
  }
  if (isJsonObject(root)) return root;
  throw new ValidationError([
    { type: 'model_type', loc: ['body'], msg: 'Input should be a valid object' },
  ]);
}

function readSpan(check: ShapeCheck, item: JsonValue, at: Location): Partial<CreatedSpan> | null {
  if (!isJsonObject(item)) return check.fail('model_type', at, 'a valid object', item);
  const context = check.object(item, 'context', at, null);
  const contextAt = [...at, 'context'];
  return {
    name: check.text(item, 'name', at),
    ...(context && {
      traceId: check.text(context, 'trace_id', contextAt) || randomId(TRACE_ID_BYTES),
      spanId: check.text(context, 'span_id', contextAt) || randomId(SPAN_ID_BYTES),
    }),
    spanKind: check.text(item, 'span_kind', at),
    parentId: item['parent_id'] === null ? null : check.text(item, 'parent_id', at, null),
    startTime: check.time(item, 'start_time', at),
    endTime: check.time(item, 'end_time', at),
    statusCode: check.text(item, 'status_code', at),
    statusMessage: check.text(item, 'status_message', at, ''),
    attributes: check.object(item, 'attributes', at, {}) ?? {},
    events: check
      .list(item, 'events', at, [])
      .map((event, i) => readEvent(check, event, [...at, 'events', i]) as CreatedEvent),
  };
}

function readEvent(check: ShapeCheck, item: JsonValue, at: Location): CreatedEvent | null {
  if (!isJsonObject(item)) return check.fail('model_type', at, 'a valid object', item);
  return {
    name: check.text(item, 'name', at),
    time: check.time(item, 'timestamp', at),
    attributes: check.object(item, 'attributes', at, {}) ?? {},
  };
}

/** Collects all violations. The value returned for an invalid field is never used. */
class ShapeCheck {
  private readonly details: ValidationDetail[] = [];
  /** The number of violations up to the current span. */
  private finished = 0;

  /** Merges the violations of a span into its first one. */
  finishSpan(): void {
    const [first, ...more] = this.details.splice(this.finished);
    if (!first) return;
    const fields = more.map(({ loc }) => loc.slice(SPAN_DEPTH).join('.'));
    const others = fields.length > 0 ? ` (also invalid: ${fields.join(', ')})` : '';
    this.details.push({ ...first, msg: cutText(first.msg + others, MAX_MESSAGE_LENGTH) });
    this.finished = this.details.length;
  }

  /** @throws ValidationError if there were violations. */
  finish(): void {
    if (this.details.length > 0) throw new ValidationError(this.details);
  }

  text<Fallback = never>(
    owner: JsonObject,
    name: string,
    at: Location,
    fallback?: Fallback,
  ): string | Fallback {
    const value = owner[name];
    if (typeof value === 'string') return value;
    if (value === undefined && fallback !== undefined) return fallback;
    return this.refuse('string_type', [...at, name], 'a valid string', value) as never;
  }

  /** Reads an object, which is required if the fallback is null. */
  object(
    owner: JsonObject,
    name: string,
    at: Location,
    fallback: JsonObject | null,
  ): JsonObject | null {
    const value = owner[name];
    if (value !== undefined && isJsonObject(value)) return value;
    if (value === undefined && fallback) return fallback;
    return this.refuse('dict_type', [...at, name], 'a valid dictionary', value);
  }

  list(owner: JsonObject, name: string, at: Location, fallback?: JsonValue[]): JsonValue[] {
    const value = owner[name];
    if (Array.isArray(value)) return value;
    if (value === undefined && fallback) return fallback;
    this.refuse('list_type', [...at, name], 'a valid list', value);
    return [];
  }

  /** Returns the microseconds since 1970 of a time with an offset. */
  time(owner: JsonObject, name: string, at: Location): bigint {
    const value = owner[name];
    const loc = [...at, name];
    const parsed = isText(value) ? parseTime(textOf(value)) : null;
    if (!parsed) {
      this.refuse('datetime_parsing', loc, 'a valid datetime', value);
      return 0n;
    }
    if (!parsed.hasOffset) {
      this.details.push({
        type: 'value_error',
        loc,
        msg: `Value error, ${name} is timezone-naive; give it an offset, such as Z or +00:00`,
        input: echoInput(value, loc),
      });
    }
    return parsed.micros;
  }

  fail(type: string, loc: Location, expected: string, input: JsonValue): null {
    const msg = `Input should be ${expected}`;
    this.details.push({ type, loc, msg, input: echoInput(input, loc) });
    return null;
  }

  private refuse(
    type: string,
    loc: Location,
    expected: string,
    value: JsonValue | undefined,
  ): null {
    if (value !== undefined) return this.fail(type, loc, expected, value);
    this.details.push({ type: 'missing', loc, msg: 'Field required' });
    return null;
  }
}

function randomId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

function isText(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number' || isRawNumber(value);
}

function textOf(value: string | number): string {
  return typeof value === 'string' ? value : numberSource(value);
}
