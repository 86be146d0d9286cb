import type { JsonValue } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';

/** Translates a value to OpenInference; undefined if it says nothing. */
export type ReadValue = (value: JsonValue, source: SentAttributes) => JsonValue | undefined;

/** A key of the sender, the OpenInference key that says the same, and how to read it if not as it is. */
export type FieldMapping = readonly [key: string, name: string, read?: ReadValue];

/** An event of a span, or a log record that belongs to it, with what it says under plain keys. */
export interface SaidEvent {
  name: string;
  attributes: SentAttributes;
}

/** The parts of a sent span that dialects read. */
export interface SentSpan {
  name: string;
  /** Microseconds since 1970. */
  startMicros: bigint;
  endMicros: bigint;
  attributes: SentAttributes;
  events: readonly SaidEvent[];
}

/** The translation of one sender's attributes to OpenInference. */
export interface Dialect {
  /**
   * First segments of its keys, or the first two, which end at a dot or a colon. Only spans with such a key are
   * asked, so `llm` alone would slow down all spans that speak OpenInference.
   */
  prefixes: readonly string[];
  /** First words of the names of spans, which end at a dot or a space. Spans with such a name are asked, too. */
  names?: readonly string[];
  /** The keys that translate one to one. If several keys set the same field, the first one present counts. */
  fields?: readonly FieldMapping[];
  /** Derives what a table cannot express. Runs after `fields`. */
  derive?(span: SentSpan, derived: Derived): void;
}
