import type { JsonValue } from '../../../kernel/json/json.js';
import { Derived, type SentAttributes } from './derived.js';
import type { Dialect, FieldMapping, SentSpan } from './dialect.js';
import { completeCounts } from './complete-counts.js';
import { summarizeAnswer, summarizeQuestion } from '../messages/summarize.js';
import { DIALECTS } from './dialects.js';
import { DETAILS } from './gen-ai-events.js';

const MAX_KNOWN_KEYS = 4096;
const MAX_KNOWN_KEY_LENGTH = 128;

const PLAIN = 'text/plain';

const SEPARATOR = /[.:]/;

/** Bits of the dialects by the first segment of a key, or the first two. There is room for 32 dialects. */
const bitsOfPrefix = new Map<string, number>();
/** The same by the first word of the name of a span. */
const bitsOfName = new Map<string, number>();
DIALECTS.forEach(({ prefixes, names = [] }, at) => {
  const add = (bits: Map<string, number>, key: string) =>
    bits.set(key, (bits.get(key) ?? 0) | (1 << at));
  for (const prefix of prefixes) add(bitsOfPrefix, prefix);
  for (const name of names) add(bitsOfName, name);
});

/** The places of a key's fields in the table of a dialect. */
const placesOf = new Map(
  DIALECTS.map((dialect) => {
    const places = new Map<string, number[]>();
    dialect.fields?.forEach(([key], at) => places.set(key, [...(places.get(key) ?? []), at]));
    return [dialect, places];
  }),
);

/** Spans repeat the same few keys. */
const bitsOfKey = new Map<string, number>();

/** The name and attributes of a span in OpenInference. */
export interface DerivedSpan {
  /** Only what it does not state itself, under dotted keys. */
  attributes: ReadonlyMap<string, JsonValue>;
  /** The new name; undefined to keep the sent one. */
  name: string | undefined;
  /** Why it failed, if its status does not say that it did. */
  failure: string | undefined;
}

/** Translates the attributes of other senders to OpenInference; null if the span has none of the dialects. */
export function deriveAttributes(span: SentSpan): DerivedSpan | null {
  let spoken = bitsOfName.get(firstWord(span.name)) ?? 0;
  for (const key of span.attributes.keys()) spoken |= bitsOf(key);
  for (const { name } of span.events) spoken |= bitsOf(name);
  if (spoken === 0) return null;
  const derived = new Derived(span.attributes);
  const whole = withDetails(span);
  DIALECTS.forEach((dialect, at) => {
    if ((spoken & (1 << at)) !== 0) ask(dialect, whole, derived);
  });
  completeCounts(derived);
  summarizeMessages(derived);
  return { attributes: derived.finish(), name: derived.name, failure: derived.failure };
}

const END_OF_WORD = /[. ]/;

function firstWord(name: string): string {
  const end = name.search(END_OF_WORD);
  return end === -1 ? name : name.slice(0, end);
}

/** Returns the fields that a span has, in the order of the table. Spans have fewer keys than most tables. */
function fieldsIn(dialect: Dialect, attributes: SentAttributes): FieldMapping[] {
  const places = placesOf.get(dialect)!;
  const found: number[] = [];
  for (const key of attributes.keys()) {
    const own = places.get(key);
    if (own !== undefined) found.push(...own);
  }
  return found.toSorted((a, b) => a - b).map((place) => dialect.fields![place]!);
}

/** An event with the details of a call says what the span could have said itself. */
function withDetails(span: SentSpan): SentSpan {
  const details = span.events.filter(({ name }) => name === DETAILS);
  if (details.length === 0) return span;
  const added = details.flatMap(({ attributes }) => [...attributes]);
  return { ...span, attributes: new Map([...added, ...span.attributes]) };
}

function ask(dialect: Dialect, span: SentSpan, derived: Derived): void {
  for (const [key, name, read] of fieldsIn(dialect, span.attributes)) {
    const value = span.attributes.get(key)!;
    derived.set(name, read ? read(value, span.attributes) : value);
  }
  dialect.derive?.(span, derived);
}

function bitsOf(key: string): number {
  const known = bitsOfKey.get(key);
  if (known !== undefined) return known;
  const [first = '', second = ''] = key.split(SEPARATOR, 2);
  const bits =
    (bitsOfPrefix.get(first) ?? 0) |
    (bitsOfPrefix.get(key.slice(0, first.length + 1 + second.length)) ?? 0);
  if (key.length <= MAX_KNOWN_KEY_LENGTH) {
    if (bitsOfKey.size >= MAX_KNOWN_KEYS) bitsOfKey.clear();
    bitsOfKey.set(key, bits);
  }
  return bits;
}

/** Derives the input and the output of a span that has messages, but states neither. */
function summarizeMessages(derived: Derived): void {
  derived.setValue('input', summarizeQuestion(derived.messagesOf('input')), PLAIN);
  derived.setValue('output', summarizeAnswer(derived.messagesOf('output')), PLAIN);
}
