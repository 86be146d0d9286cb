import { type JsonValue, stringifyJson } from '../../../kernel/json/json.js';
import { parseJsonText } from '../values/json-text.js';
import type { Message } from '../messages/message.js';
import { writeMessages } from '../messages/write-messages.js';

/** The attributes of a span as sent, by key. */
export type SentAttributes = ReadonlyMap<string, JsonValue>;

const KIND = 'openinference.span.kind';
const SESSION = 'session.id';

/** Where a session comes from that nobody states. Not stored. */
export const SESSION_SOURCE = 'session.source';

/** The side of a span: its input or its output, with the messages and the value as a whole. */
type Side = 'input' | 'output';

/**
 * The attributes that dialects derive for a span, in OpenInference. The first value of a key stays: that of the
 * sender, then that of the dialect that came first.
 */
export class Derived {
  private readonly attributes = new Map<string, JsonValue>();
  private readonly messages = new Map<Side, readonly Message[]>();
  private impliedKind: string | undefined;
  private impliedSession: string | undefined;
  /** The new name of the span; undefined to keep the sent one. */
  name: string | undefined;
  /** Why the span failed, if its status does not say that it did. */
  failure: string | undefined;
  /** Whether the sender counts cached tokens beside those of the prompt, and not among them. */
  isCountedBesideCache = false;

  constructor(private readonly sent: SentAttributes) {}

  /** Returns whether something has been said under this key. */
  has(key: string): boolean {
    return this.sent.has(key) || this.attributes.has(key);
  }

  /** Returns what has been said under this key. */
  get(key: string): JsonValue | undefined {
    return this.sent.get(key) ?? this.attributes.get(key);
  }

  /** Returns what was derived under this key, unless the sender says it itself. */
  derivedValue(key: string): JsonValue | undefined {
    return this.sent.has(key) ? undefined : this.attributes.get(key);
  }

  /** Corrects what was derived under this key. */
  replace(key: string, value: JsonValue): void {
    if (!this.sent.has(key)) this.attributes.set(key, value);
  }

  set(key: string, value: JsonValue | undefined): void {
    if (value !== undefined && value !== null && !this.has(key)) this.attributes.set(key, value);
  }

  /**
   * Sets the kind if nobody states one. Attributes that state it, such as the name of the operation, uses
   * `set`.
   */
  implyKind(kind: string): void {
    this.impliedKind ??= kind;
  }

  /** Sets the session if nobody states one. */
  implySession(id: string): void {
    this.impliedSession ??= id;
  }

  /** The kind as far as it is known. */
  get kind(): string | undefined {
    const kind = this.get(KIND);
    return typeof kind === 'string' ? kind.toUpperCase() : this.impliedKind;
  }

  /** Sets a better name than that of the span. */
  setName(name: string | undefined): void {
    this.name ??= name;
  }

  /** Sets the messages to a model or an agent, or those that it answered. The first call with messages counts. */
  setMessages(side: Side, messages: readonly Message[]): void {
    if (messages.length > 0 && !this.messages.has(side)) this.messages.set(side, messages);
  }

  messagesOf(side: Side): readonly Message[] {
    return this.messages.get(side) ?? [];
  }

  /** Sets the input or output as a whole: text, or anything else as JSON. */
  setValue(side: Side, value: JsonValue | undefined, mimeType?: string): void {
    const key = `${side}.value`;
    if (value === undefined || value === null || this.has(key)) return;
    const text = typeof value === 'string' ? value : stringifyJson(value);
    this.attributes.set(key, text);
    const type = mimeType ?? (isJson(value) ? 'application/json' : undefined);
    // The type of a derived value does not apply to a value that the sender states.
    if (type !== undefined) this.set(`${side}.mime_type`, type);
  }

  /** Returns all that is derived, under dotted keys. */
  finish(): Map<string, JsonValue> {
    if (this.impliedKind !== undefined) this.set(KIND, this.impliedKind);
    if (this.impliedSession !== undefined && !this.has(SESSION)) {
      this.set(SESSION, this.impliedSession);
      this.set(SESSION_SOURCE, 'conversation');
    }
    for (const [side, messages] of this.messages) {
      const list = `llm.${side}_messages` as const;
      if (!hasKeyBelow(this.sent, list)) {
        writeMessages(list, messages, (name, value) => this.set(name, value));
      }
    }
    return this.attributes;
  }
}

/** Parsing longer text to find out whether it is JSON takes too long. */
const MAX_PARSED = 64 * 1024;

/** Returns whether the value is an object or a list, sent as such or as JSON text. */
function isJson(value: JsonValue): boolean {
  if (typeof value === 'string' && value.length > MAX_PARSED)
    return /^[[{]/.test(value) && /[\]}]\s*$/.test(value.slice(-100));
  const parsed = typeof value === 'string' ? parseJsonText(value) : value;
  return typeof parsed === 'object' && parsed !== null;
}

function hasKeyBelow(source: SentAttributes, name: string): boolean {
  if (source.has(name)) return true;
  for (const key of source.keys()) if (key.startsWith(`${name}.`)) return true;
  return false;
}
