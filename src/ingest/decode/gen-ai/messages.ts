import { getOwn, isJsonObject, type JsonValue } from '../../../common/json/json.js';
import {
  toContentAttributes,
  toJsonText,
  type Part,
  getPartText,
  readParts,
} from './message-parts.js';
import { type Source, readStructure, type Target } from './source.js';

interface Message {
  role: string;
  parts: Part[];
  name: string | undefined;
  finishReason: string | undefined;
}

/** Adds the conversation: instructions, input messages, output messages and the finish reason. */
export function addMessages(source: Source, target: Target): void {
  const instructions = readParts(readStructure(source, 'gen_ai.system_instructions')) ?? [];
  const input = readMessages(readStructure(source, 'gen_ai.input.messages')) ?? [];
  if (instructions.length > 0) {
    input.unshift({
      role: 'system',
      parts: instructions,
      name: undefined,
      finishReason: undefined,
    });
  }
  input.forEach((message, at) => {
    addMessage(target, `llm.input_messages.${at}.message.`, message);
  });
  const output = readMessages(readStructure(source, 'gen_ai.output.messages')) ?? [];
  output.forEach((message, at) => {
    const prefix = `llm.output_messages.${at}.message.`;
    addMessage(target, prefix, message);
    if (message.finishReason !== undefined) {
      target.set(`${prefix}finish_reason`, message.finishReason);
    }
  });
  addFinishReason(source, target);
}

/**
 * Returns undefined if any message is malformed, because part of a conversation would be
 * misleading.
 */
function readMessages(value: JsonValue | undefined): Message[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const messages: Message[] = [];
  for (const element of value) {
    const message = readMessage(element);
    if (message === undefined) return undefined;
    messages.push(message);
  }
  return messages;
}

function readMessage(value: JsonValue): Message | undefined {
  if (!isJsonObject(value)) return undefined;
  const role = getOwn(value, 'role');
  const parts = readParts(getOwn(value, 'parts'));
  if (typeof role !== 'string' || parts === undefined) return undefined;
  const name = getOwn(value, 'name');
  const finishReason = getOwn(value, 'finish_reason');
  return {
    role,
    parts,
    name: typeof name === 'string' ? name : undefined,
    finishReason: typeof finishReason === 'string' ? finishReason : undefined,
  };
}

function addMessage(target: Target, prefix: string, message: Message): void {
  target.set(`${prefix}role`, message.role);
  if (message.name !== undefined) target.set(`${prefix}name`, message.name);
  const contents: Part[] = [];
  const calls: Part[] = [];
  const responses: Part[] = [];
  for (const part of message.parts) {
    if (part.type === 'tool_call') calls.push(part);
    else if (part.type === 'tool_call_response') responses.push(part);
    else contents.push(part);
  }
  calls.forEach((call, at) => addToolCall(target, `${prefix}tool_calls.${at}.tool_call.`, call));
  addContents(target, prefix, contents);
  const [response] = responses;
  if (response !== undefined) addToolResponse(target, prefix, response);
}

function addContents(target: Target, prefix: string, parts: Part[]): void {
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'text') {
    target.set(`${prefix}content`, getPartText(first));
    return;
  }
  let count = 0;
  for (const part of parts) {
    const attributes = toContentAttributes(part);
    if (attributes === undefined) continue;
    for (const [name, value] of attributes) {
      target.set(`${prefix}contents.${count}.message_content.${name}`, value);
    }
    count++;
  }
}

function addToolCall(target: Target, prefix: string, call: Part): void {
  const id = getOwn(call, 'id') ?? null;
  const name = getOwn(call, 'name') ?? null;
  const callArguments = getOwn(call, 'arguments') ?? null;
  if (id !== null) target.set(`${prefix}id`, id);
  if (name !== null) target.set(`${prefix}function.name`, name);
  if (callArguments !== null) target.set(`${prefix}function.arguments`, toJsonText(callArguments));
}

function addToolResponse(target: Target, prefix: string, part: Part): void {
  const id = getOwn(part, 'id') ?? null;
  if (id !== null) target.set(`${prefix}tool_call_id`, id);
  const response = getOwn(part, 'response') ?? getOwn(part, 'result') ?? null;
  if (response !== null) target.set(`${prefix}content`, toJsonText(response));
}

function addFinishReason(source: Source, target: Target): void {
  const reasons = readStructure(source, 'gen_ai.response.finish_reasons');
  if (!Array.isArray(reasons) || reasons.length === 0) return;
  target.set('llm.finish_reason', reasons.length === 1 ? (reasons[0] ?? null) : reasons);
}
