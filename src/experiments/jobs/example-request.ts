import { z } from 'zod';
import type {
  ChatMessage,
  ContentPart,
} from '../../model-providers/protocol/chat-request.contract.js';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '../../kernel/json/json.js';
import { parseJsonPath, valueAtPath } from '../../kernel/json/json-path.js';
import type { ChatAnswer } from '../../model-providers/chats/chats.service.js';

/** An example as prompts and evaluators see it. */
export interface ExampleContext extends JsonObject {
  input: JsonObject;
  /** The expected output. */
  reference: JsonObject;
  metadata: JsonObject;
}

/**
 * Returns the variables of a prompt for an example.
 * @param path where they are, such as `input`; empty for `{input, reference, metadata}` itself.
 * @throws UnprocessableError if the path does not lead to an object.
 */
export function findVariables(example: ExampleContext, path: string): JsonObject {
  const variables = readPath(example, path);
  if (isJsonObject(variables)) return variables;
  throw new UnprocessableError(`The example has no object at "${path}".`);
}

/**
 * Returns messages that are part of an example, in the form of OpenAI's chat completions.
 * @throws UnprocessableError if there are none at the path.
 */
export function findMessages(example: ExampleContext, path: string): ChatMessage[] {
  const read = z.array(message).safeParse(readPath(example, path));
  if (read.success) return read.data.map(toMessage);
  throw new UnprocessableError(`The example has no list of chat messages at "${path}".`);
}

/** Returns whether a path can be followed. */
export function isPath(path: string): boolean {
  return parseJsonPath(path) !== null;
}

/**
 * Returns the output of a run: the text of an answer, or its JSON if the prompt asked for JSON. An
 * answer with calls of tools is a message.
 */
export function toRunOutput(answer: ChatAnswer, isJson: boolean): JsonValue {
  const { text, toolCalls } = answer;
  if (toolCalls.length === 0) return isJson ? parseOr(text) : text;
  const calls = toolCalls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    messages: [{ role: 'assistant', content: text === '' ? null : text, tool_calls: calls }],
  };
}

const textPart = z.object({ type: z.literal('text'), text: z.string() });
const imagePart = z.object({
  type: z.literal('image_url'),
  image_url: z.object({ url: z.string() }),
});
const toolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.unknown() }),
});

const message = z.object({
  role: z.enum(['user', 'assistant', 'model', 'ai', 'tool', 'system', 'developer']),
  content: z.union([z.string(), z.array(z.union([textPart, imagePart]))]).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
});

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/]*={0,2})$/;

function toMessage(sent: z.output<typeof message>): ChatMessage {
  const { role, content, tool_calls: calls, tool_call_id: callId } = sent;
  if (role === 'tool') {
    const result = typeof content === 'string' ? content : toText(content ?? []);
    const part = { type: 'tool_result' as const, tool_call_id: callId ?? '', tool_result: result };
    return { role, content: [part] };
  }
  if (typeof content === 'string' && !calls?.length) return { role, content };
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return { role, content: [...(parts ?? []).map(toPart), ...(calls ?? []).map(toCall)] };
}

function toPart(part: z.output<typeof textPart> | z.output<typeof imagePart>): ContentPart {
  if (part.type === 'text') return part;
  const { url } = part.image_url;
  const [, mediaType = 'image/*', base64] = DATA_URL.exec(url) ?? [];
  return {
    type: 'file',
    mediaType,
    source: base64 === undefined ? { url } : { base64 },
    name: null,
  };
}

function toCall({ id, function: called }: z.output<typeof toolCall>): ContentPart {
  const { name, arguments: args } = called;
  const text = typeof args === 'string' ? args : stringifyJson(args ?? {});
  return {
    type: 'tool_call',
    tool_call_id: id,
    tool_call: { type: 'function', name, arguments: text },
  };
}

function toText(
  parts: readonly (z.output<typeof textPart> | z.output<typeof imagePart>)[],
): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
}

function readPath(example: ExampleContext, path: string): JsonValue | undefined {
  const steps = parseJsonPath(path);
  return steps ? valueAtPath(example, steps) : undefined;
}

function parseOr(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
