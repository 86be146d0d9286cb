import { MAX_HOT_STRING_LENGTH } from '../../spans/attributes.js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  mayHaveLossyNumbers,
  numberSource,
  parseJson,
} from '../../kernel/json/json.js';
import { readSameText } from '../../spans/same-text.js';
import { decodeEscapes } from '../../filter-language/escaped-text.js';

/** The parts of a span that have text. The last three are JSON texts. */
export interface SpanContents {
  name: string;
  statusMessage: string;
  attributes: string;
  payload: string | null;
  events: string | null;
}

/** Gets what is in a span. */
export interface SpanVisitor {
  /**
   * A text. One with escaped characters comes twice: first as people read it, then as it was sent.
   * @param field dotted name of the attribute, with the indexes of lists; or `name`,
   * `status_message` or `events`.
   */
  text(field: string, text: string): void;
  /** The name of a member of an object. */
  key?(key: string): void;
  /** A short value of an attribute, as text. */
  value?(name: string, text: string): void;
  /** An attribute that is an object, a list or a number that can be written in several ways. */
  irregular?(name: string, isNumber: boolean): void;
}

/**
 * Visits all texts of a span, and its short values. Numbers in lists, which are mostly embeddings,
 * are left out.
 */
export function visitSpan(span: SpanContents, given: SpanVisitor): void {
  const visitor = { ...given, text: readable(given) };
  visitor.text('name', span.name);
  visitor.text('status_message', span.statusMessage);
  const payload = span.payload === null ? {} : readJson(span.payload);
  visitHot(readJson(span.attributes), payload, visitor);
  visitMembers(payload, '', true, visitor);
  if (span.events !== null) visitEvents(readJson(span.events), visitor);
}

/** Visits what the escapes of a text stand for, and then the text. */
function readable(visitor: SpanVisitor): SpanVisitor['text'] {
  return (field, text) => {
    const decoded = decodeEscapes(text);
    if (decoded !== text) visitor.text(field, decoded);
    visitor.text(field, text);
  };
}

/** Excludes the times of events, which would make a year match every span with an event. */
function visitEvents(events: JsonValue, visitor: SpanVisitor): void {
  if (!Array.isArray(events)) return;
  events.forEach((event, at) => {
    if (!isJsonObject(event)) return;
    const { timestamp: _timestamp, ...rest } = event;
    visitMembers(rest, `events.${at}.`, false, visitor);
  });
}

function visitHot(attributes: JsonValue, payload: JsonValue, visitor: SpanVisitor): void {
  if (!isJsonObject(attributes) || !isJsonObject(payload)) return;
  const parents = new Set<string>();
  for (const [name, value] of Object.entries(attributes)) {
    visitor.key?.(name);
    if (Array.isArray(value)) {
      visitor.irregular?.(name, false);
      visitTexts(value, name, visitor);
    } else visitScalar(name, readSameText(value, payload) ?? value, true, visitor);
    for (let dot = name.lastIndexOf('.'); dot !== -1; dot = name.lastIndexOf('.', dot - 1)) {
      const parent = name.slice(0, dot);
      if (parents.has(parent)) break;
      parents.add(parent);
      visitor.irregular?.(parent, false);
    }
  }
}

/** @param isNamed whether a dotted name alone tells where a value is. */
function visitMembers(
  object: JsonValue,
  prefix: string,
  isNamed: boolean,
  visitor: SpanVisitor,
): void {
  if (!isJsonObject(object)) return;
  for (const [key, value] of Object.entries(object)) {
    visitor.key?.(key);
    const name = prefix + key;
    const isOwnNamed = isNamed && key !== '' && !key.includes('.');
    if (isScalar(value)) {
      visitScalar(name, value, isOwnNamed, visitor);
      continue;
    }
    if (isOwnNamed) visitor.irregular?.(name, false);
    if (Array.isArray(value)) visitTexts(value, name, visitor);
    else visitMembers(value, `${name}.`, isOwnNamed, visitor);
  }
}

/** Visits the texts of a list, and of a list's elements. */
function visitTexts(value: JsonValue, field: string, visitor: SpanVisitor): void {
  if (Array.isArray(value)) {
    value.forEach((element, at) => {
      if (typeof element === 'string') visitor.text(`${field}.${at}`, element);
      else visitTexts(element, `${field}.${at}`, visitor);
    });
  } else if (isJsonObject(value)) visitMembers(value, `${field}.`, false, visitor);
}

function visitScalar(name: string, value: JsonValue, isNamed: boolean, visitor: SpanVisitor): void {
  const text = scalarText(value);
  if (text === null) return;
  visitor.text(name, text);
  if (!isNamed) return;
  if (text.length <= MAX_HOT_STRING_LENGTH) visitor.value?.(name, text);
  const isNumber = typeof value === 'number' || isRawNumber(value);
  if (isNumber && !Number.isSafeInteger(value)) visitor.irregular?.(name, true);
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null || isRawNumber(value);
}

function scalarText(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' || isRawNumber(value) ? numberSource(value) : null;
}

function readJson(text: string): JsonValue {
  return mayHaveLossyNumbers(text) ? parseJson(text) : (JSON.parse(text) as JsonObject);
}
