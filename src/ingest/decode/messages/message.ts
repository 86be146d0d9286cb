import type { JsonValue } from '../../../kernel/json/json.js';

/** One part of what somebody said, whatever the sender calls it. */
export type Part =
  | { type: 'text' | 'reasoning' | 'refusal' | 'compaction'; text: string }
  | { type: 'image'; url: string }
  | { type: 'audio'; url?: string; mimeType?: string; transcript?: string }
  | ToolCall
  | ToolResult
  /** A part that OpenInference has no words for. It is shown as JSON. */
  | { type: 'other'; name: string; value: JsonValue };

/** A model's request to call a tool. */
export interface ToolCall {
  type: 'toolCall';
  id?: string | undefined;
  name?: string | undefined;
  arguments?: JsonValue | undefined;
}

/** The answer of a tool. */
export interface ToolResult {
  type: 'toolResult';
  id?: string | undefined;
  name?: string | undefined;
  result: JsonValue;
}

/** A message of a chat. */
export interface Message {
  role: string;
  name?: string | undefined;
  parts: Part[];
  finishReason?: string | undefined;
}
