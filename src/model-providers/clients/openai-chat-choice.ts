import type { ChatEvent } from '../protocol/chat-event.contract.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import type { ToolCallPieces } from './tool-call-pieces.js';

/** Returns the first choice of a chunk or of a whole answer; null if it has none, such as a keep-alive. */
export function findChoice({ choices }: JsonObject): JsonObject | null {
  if (!Array.isArray(choices)) return null;
  return choices.filter(isJsonObject).find(({ index }) => (index ?? 0) === 0) ?? null;
}

/** Reads a piece of an answer, or a whole one. Servers that imitate OpenAI differ in the details. */
export function* readChoice(
  { delta, message }: JsonObject,
  calls: ToolCallPieces,
): Generator<ChatEvent, void> {
  const piece = delta ?? message;
  if (!isJsonObject(piece)) return;
  const thought = textIn(piece['reasoning_content']) || textIn(piece['reasoning']);
  if (thought) yield { type: 'reasoning', text: thought };
  const { content } = piece;
  if (Array.isArray(content)) yield* content.flatMap(readPart);
  const text = textIn(content) || textIn(piece['refusal']);
  if (text) yield { type: 'text', text };
  for (const call of listCalls(piece)) {
    const read = calls.read(call);
    if (read) yield read;
  }
}

/** Mistral sends its content in parts, with what it thinks among them. */
function readPart(part: JsonValue): ChatEvent[] {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }];
  if (!isJsonObject(part)) return [];
  const { type, text, thinking, refusal } = part;
  const thought = type === 'thinking' || type === 'reasoning' ? joinTexts(thinking ?? text) : '';
  if (thought) return [{ type: 'reasoning', text: thought }];
  const said = type === 'thinking' || type === 'reasoning' ? '' : textIn(text) || textIn(refusal);
  return said ? [{ type: 'text', text: said }] : [];
}

function joinTexts(value: JsonValue | undefined): string {
  if (!Array.isArray(value)) return textIn(value);
  return value.map((part) => (isJsonObject(part) ? textIn(part['text']) : textIn(part))).join('');
}

/** A `function_call` is how the interface called its only tool at first. */
function listCalls({ tool_calls: calls, function_call: only }: JsonObject): readonly JsonValue[] {
  if (Array.isArray(calls)) return calls;
  return isJsonObject(only) ? [{ function: only }] : [];
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
