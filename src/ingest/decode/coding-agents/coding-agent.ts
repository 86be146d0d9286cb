import type { JsonValue } from '../../../kernel/json/json.js';

/** The attributes of an event, by key. */
export type EventAttributes = ReadonlyMap<string, JsonValue>;

/** An event of an agent becomes a step of a turn. */
export interface TurnStep {
  kind: 'AGENT' | 'LLM' | 'TOOL' | 'DECISION';
  /** Whether it begins a turn. */
  isTurn?: boolean;
  /** Returns the name of the span for an event. */
  name: (attributes: EventAttributes) => string;
  /** Keys of the event, and what OpenInference calls them. */
  fields: readonly (readonly [key: string, name: string])[];
  /** Why it failed, or undefined if it did not. */
  failure?: (attributes: EventAttributes) => string | undefined;
  /** False for events that tell nothing, such as each piece of an answer. */
  isTold?: (attributes: EventAttributes) => boolean;
}

/** A coding agent, which tells what it does in events instead of spans. */
export interface CodingAgent {
  /** The name in the UI. */
  name: string;
  /** The part of the names of its events up to the dot. */
  prefix: string;
  /** Attribute with the ID of the session. */
  session: string;
  /** Attribute with the ID of the turn; undefined if it has none. */
  turn?: string;
  /** Whether it counts cached tokens beside those of the prompt. */
  countsBesideCache?: boolean;
  /** Whether its spans do not tell of turns, so that its events do, even if they belong to spans. */
  isToldByEvents?: boolean;
  /** The event that tells what it has answered, by its name without the prefix, and the attribute with the text. */
  answer?: { event: string; text: string };
  /** Other events that tell what the span was about that they name, and the attributes with the text. */
  said?: Readonly<Record<string, string>>;
  /** By the names of events without the prefix. Others stay log records. */
  steps: Readonly<Record<string, TurnStep>>;
}

/** Returns the text of an attribute; undefined if it is missing, empty or was left out on purpose. */
export function textOf(attributes: EventAttributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value !== 'string' || value === '' || /^[<[]redacted[>\]]$/i.test(value)) continue;
    return value;
  }
  return undefined;
}

/** Returns whether an attribute is true, as a boolean or as text. */
export function isTrue(value: JsonValue | undefined): boolean {
  return value === true || value === 'true';
}
