import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { SentAttributes } from './derived.js';
import type { SaidEvent } from './dialect.js';
import type { Message } from '../messages/message.js';
import { readMessages, readSaid } from '../messages/read-messages.js';
import { readText, toStructure } from './sources.js';
import type { Said } from './indexed-messages.js';

/** Who speaks in an event with one message. */
const ROLE_OF_EVENT = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

const CHOICE = 'gen_ai.choice';
const OLD_PROMPT = 'gen_ai.content.prompt';
const OLD_COMPLETION = 'gen_ai.content.completion';

/** Has what the span could have had as attributes. */
export const DETAILS = 'gen_ai.client.inference.operation.details';

/** Members of an event that are not what was said. */
const NOT_SAID = new Set(['gen_ai.system', 'gen_ai.provider.name', 'event.name', 'index']);

/** Reads messages that were sent as events of a span, or as log records that belong to it. */
export function readEvents(events: readonly SaidEvent[]): Said {
  const said: Said = { input: [], output: [] };
  for (const { name, attributes: sent } of events) {
    const attributes = unwrapBody(sent);
    const role = ROLE_OF_EVENT.get(name);
    if (role !== undefined) append(said.input, readMessage(attributes, role));
    else if (name === CHOICE) append(said.output, readChoice(attributes));
    else if (name === OLD_PROMPT) append(said.input, readPrompt(attributes.get('gen_ai.prompt')));
    else if (name === OLD_COMPLETION) {
      append(said.output, readSaid(attributes.get('gen_ai.completion'), 'assistant'));
    }
  }
  return said;
}

/** A call of `push` with a hundred thousand messages does not fit on the stack. */
function append(list: Message[], more: readonly Message[]): void {
  for (const message of more) list.push(message);
}

/** Longer texts are one message. */
const MAX_SPLIT = 1024 * 1024;

/** OpenLIT 1.34 and older write messages as lines such as `user: Why?`. */
const LINE = /^(?=(?:system|user|assistant|tool): )/m;

function readPrompt(sent: JsonValue | undefined): Message[] {
  const messages = readSaid(sent, 'user');
  if (typeof sent !== 'string' || !LINE.test(sent.slice(0, 20)) || sent.length > MAX_SPLIT) {
    return messages;
  }
  return sent.split(LINE).map((said) => {
    const end = said.indexOf(': ');
    const text = said.slice(end + 2).trim();
    return { role: said.slice(0, end), parts: [{ type: 'text', text }] };
  });
}

/** Semantic Kernel writes the whole body of an event as JSON text. */
function unwrapBody(attributes: SentAttributes): SentAttributes {
  const body = toStructure(attributes.get('content'));
  if (body === undefined || !isJsonObject(body)) return attributes;
  if (!Object.hasOwn(body, 'role') && !Object.hasOwn(body, 'message')) return attributes;
  return new Map([...attributes, ...Object.entries(body)]);
}

function readMessage(attributes: SentAttributes, role: string): Message[] {
  const fields = Object.fromEntries(
    [...attributes]
      .filter(([key]) => !NOT_SAID.has(key))
      .map(([key, value]) => [key, toMember(key, value)]),
  );
  const sent = readText(attributes, 'role') ?? role;
  const id = readText(attributes, 'id');
  return readMessages(
    [{ ...fields, role: sent, ...(id !== undefined && { tool_call_id: id }) }],
    role,
  );
}

/** The message of a choice is an object, JSON text or the text itself. */
function readChoice(attributes: SentAttributes): Message[] {
  const finishReason = readText(attributes, 'finish_reason');
  const sent = attributes.get('message') ?? attributes.get('content');
  const calls = toStructure(attributes.get('tool_calls'));
  const messages = readSaid(toMessage(sent), 'assistant');
  const called =
    calls === undefined
      ? []
      : readMessages([{ role: 'assistant', content: null, tool_calls: calls }], 'assistant');
  const [first, ...rest] = messages;
  const whole = first
    ? [{ ...first, parts: [...first.parts, ...called.flatMap(({ parts }) => parts)] }, ...rest]
    : called;
  return whole.map((message) => ({
    ...message,
    ...(finishReason !== undefined && { finishReason }),
  }));
}

/** Text of JSON becomes what it says; a message without a role gets one where it is read. */
function toMessage(sent: JsonValue | undefined): JsonValue | undefined {
  const value = toStructure(sent) ?? sent;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { role: 'assistant', ...value }
    : value;
}

/** Attributes of events can be texts only, so calls and parts are sent as JSON. */
function toMember(key: string, value: JsonValue): JsonValue {
  if (key !== 'tool_calls' && key !== 'content' && key !== 'parts') return value;
  const parsed = toStructure(value);
  return typeof parsed === 'object' && parsed !== null ? parsed : value;
}
