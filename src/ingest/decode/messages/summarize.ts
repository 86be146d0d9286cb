import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';
import type { Message, Part } from './message.js';
import { readMessage } from './read-messages.js';
import { objectIn, toJsonText } from './read-part.js';

/** Returns the text of the last message of the user, or else of the last message that has text. */
export function summarizeQuestion(messages: readonly Message[]): string | undefined {
  const asked = messages.findLast((message) => message.role === 'user' && hasText(message));
  if (asked) return readAsked(asked);
  const said = messages.findLast(hasText) ?? messages.at(-1);
  return said && summarizeMessage(said);
}

/** Returns the first text of an answer, or else its first tool call. */
export function summarizeAnswer(messages: readonly Message[]): string | undefined {
  for (const summarize of [textOf, callOf, otherOf]) {
    for (const message of messages) {
      const text = summarize(message);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/**
 * Like `summarizeQuestion`, for messages as OpenInference nests them in attributes, but undefined if only the system
 * speaks. Reads only those that it looks at, because agents send all earlier messages again.
 */
export function previewQuestion(messages: readonly JsonValue[]): string | undefined {
  let last: string | undefined;
  for (let at = messages.length - 1; at >= 0; at--) {
    const item = messages[at]!;
    const role = roleOf(item);
    const isAsked = role === 'user';
    if ((!isAsked && last !== undefined) || role === 'system') continue;
    const plain = readPlainText(item);
    const text =
      plain === undefined
        ? summarizeQuestion(readMessage(item, 'user'))
        : leaveOutTold(plain) || plain;
    if (isAsked && text !== undefined) return text;
    last ??= text;
  }
  return last;
}

/** Like `summarizeAnswer`, for messages as OpenInference nests them in attributes. */
export function previewAnswer(messages: readonly JsonValue[]): string | undefined {
  const [first] = messages;
  const text = first === undefined ? undefined : readPlainText(first);
  if (text !== undefined) return text;
  return summarizeAnswer(
    messages.slice(0, MAX_ANSWERS).flatMap((item) => readMessage(item, 'assistant')),
  );
}

/** Returns the text of the last message that has some, which is the result of a chain. */
export function summarizeLast(messages: readonly Message[]): string | undefined {
  const said = messages.findLast((message) => summarizeMessage(message) !== undefined);
  return said && summarizeMessage(said);
}

/** A model answers with one message, or with several choices. */
const MAX_ANSWERS = 20;

/** Most messages are one text, which needs no reading. */
function readPlainText(item: JsonValue): string | undefined {
  const content = isJsonObject(item) ? getOwn(objectIn(item, 'message') ?? item, 'content') : null;
  return typeof content === 'string' && content.trim() !== '' ? content : undefined;
}

function roleOf(item: JsonValue): JsonValue | undefined {
  if (!isJsonObject(item)) return undefined;
  const message: JsonObject = objectIn(item, 'message') ?? item;
  return getOwn(message, 'role') ?? getOwn(item, 'message.role');
}

function summarizeMessage(message: Message): string | undefined {
  return textOf(message) ?? callOf(message) ?? otherOf(message);
}

function hasText(message: Message): boolean {
  return textOf(message) !== undefined;
}

/** The instructions that coding agents put before the text of the user. */
const TOLD_BY_AGENTS = /^\s*<(system-reminder|current_datetime)>[\s\S]*?(?:<\/\1>\s*|$)/;

function leaveOutTold(text: string): string {
  return text.replace(TOLD_BY_AGENTS, '');
}

/** Coding agents put what the model should know before what the user said, in tags or in a part between tags. */
function readAsked(message: Message): string | undefined {
  const own = message.parts.flatMap((part) => {
    if (part.type !== 'text') return [part];
    const text = leaveOutTold(part.text);
    return /^\s*(?:<[\s\S]*>\s*)?$/.test(text) ? [] : [{ ...part, text }];
  });
  return textOf({ ...message, parts: own }) ?? textOf(message);
}

/** Returns all texts of a message, without its reasoning. */
export function textOf({ parts }: Message): string | undefined {
  const texts = parts.flatMap((part) =>
    (part.type === 'text' || part.type === 'refusal') && part.text.trim() !== '' ? [part.text] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

function callOf({ parts }: Message): string | undefined {
  const call = parts.find((part) => part.type === 'toolCall');
  if (call?.type !== 'toolCall') return undefined;
  return `${call.name ?? 'tool'}(${call.arguments === undefined ? '' : toJsonText(call.arguments)})`;
}

function otherOf({ parts }: Message): string | undefined {
  for (const part of parts) {
    const text = describe(part);
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

function describe(part: Part): string | undefined {
  switch (part.type) {
    case 'toolResult':
      return toJsonText(part.result);
    case 'audio':
      return part.transcript ?? '[audio]';
    case 'image':
      return '[image]';
    case 'toolCall':
      return undefined;
    case 'other':
      return toJsonText(part.value);
    default:
      return part.text;
  }
}
