import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { SentAttributes } from './derived.js';
import type { Message, Part } from '../messages/message.js';
import { readMessages, readSaid } from '../messages/read-messages.js';
import { textIn } from '../messages/read-part.js';
import { groupByIndex, toStructure } from './sources.js';

/** The messages that were sent to a model, and those that it answered. */
export interface Said {
  input: Message[];
  output: Message[];
}

/**
 * Reads the older form of messages, such as `gen_ai.prompt.0.content`. Of a model, they may also be the JSON of one
 * attribute; of anything else, that is its input.
 */
export function readIndexedMessages(source: SentAttributes, kind: string | undefined): Said {
  const isModel = kind === 'LLM';
  return {
    input: readSide(source, 'gen_ai.prompt', 'user', isModel),
    output: readSide(source, 'gen_ai.completion', 'assistant', isModel),
  };
}

/** Where a request or an answer that is one text has it. */
const TEXTS = ['prompt', 'completion', 'text'];

function readSide(source: SentAttributes, key: string, role: string, isModel: boolean): Message[] {
  const messages = groupByIndex(source, `${key}.`).flatMap(({ fields }) =>
    readFields(fields, role),
  );
  if (messages.length > 0 || !isModel) return messages;
  const sent = source.get(key);
  const json = toStructure(sent);
  const said = readMessages(json, role);
  if (said.length > 0) return said;
  const text = json !== undefined && isJsonObject(json) ? textIn(json, ...TEXTS) : sent;
  return typeof text === 'string' && !Array.isArray(json) ? readSaid(text, role) : [];
}

function readFields(fields: Map<string, JsonValue>, otherwise: string): Message[] {
  const sent = fields.get('role');
  const role = typeof sent === 'string' && sent !== '' ? sent : otherwise;
  const [said] = readSaid(fields.get('content'), role);
  const reasoning = fields.get('reasoning') ?? fields.get('reasoning_content');
  const parts: Part[] =
    typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : [];
  for (const part of said?.parts ?? []) parts.push(part);
  for (const { fields: call } of groupByIndex(fields, 'tool_calls.')) parts.push(toCall(call));
  const called = fields.get('function_call.name');
  if (typeof called === 'string') {
    parts.push({
      type: 'toolCall',
      name: called,
      arguments: fields.get('function_call.arguments'),
    });
  }
  const finishReason = fields.get('finish_reason');
  const answered = fields.get('tool_call_id');
  const message: Message = {
    role,
    parts,
    ...(typeof finishReason === 'string' && { finishReason }),
  };
  if (role !== 'tool') return parts.length === 0 && sent === undefined ? [] : [message];
  const [text] = parts;
  const result = text?.type === 'text' ? text.text : '';
  const id = typeof answered === 'string' ? answered : undefined;
  return [{ ...message, parts: [{ type: 'toolResult', id, result }] }];
}

function toCall(call: Map<string, JsonValue>): Part {
  const text = (...names: string[]): string | undefined => {
    const value = names.map((name) => call.get(name)).find((one) => typeof one === 'string');
    return typeof value === 'string' ? value : undefined;
  };
  return {
    type: 'toolCall',
    id: text('id'),
    name: text('name', 'function.name'),
    arguments: call.get('arguments') ?? call.get('function.arguments'),
  };
}
