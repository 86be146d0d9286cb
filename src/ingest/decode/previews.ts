import { cutText } from '../../kernel/text/cut-text.js';
import { findAttribute } from '../../spans/attributes.js';
import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  stringifyJson,
} from '../../kernel/json/json.js';
import {
  previewAnswer,
  previewQuestion,
  summarizeAnswer,
  summarizeLast,
  summarizeQuestion,
} from './messages/summarize.js';
import { unwrapFunctionArguments } from './messages/function-arguments.js';
import { unwrapAnswer } from './messages/read-part.js';
import { readMessage, readMessages } from './messages/read-messages.js';
import type { SpanKind } from './values/span-kinds.js';
import { parseJsonText } from './values/json-text.js';

const PREVIEW_LENGTH = 200;

/** Reading more JSON would keep a request waiting longer than its start is worth. */
const MAX_READ = 256 * 1024;

/** Members with the text that a step got or gave, whatever else is beside it; the plainest first. */
const INPUT_TEXTS = [
  'question',
  'query',
  'input',
  'prompt',
  'user_input',
  'user_msg',
  'task',
  'message',
  'text',
  'content',
  'inputs',
  'value',
];
const OUTPUT_TEXTS = [
  'answer',
  'output',
  'response',
  'result',
  'final_output',
  'raw',
  'text',
  'content',
  'message',
  'outputs',
  'value',
];

/**
 * Returns the start of what was asked: the last message of the user, the arguments of a tool, or the
 * value; null if there is neither.
 */
export function previewInput(attributes: JsonObject, kind: SpanKind): string | null {
  const value = findAttribute(attributes, 'input.value');
  const messages = isGiven(value, kind) ? [] : listAt(attributes, 'llm.input_messages');
  const asked = previewQuestion(messages) ?? readEmbedded(attributes);
  if (asked !== undefined) return cutPreview(asked);
  const query = kind === 'RERANKER' ? findAttribute(attributes, 'reranker.query') : undefined;
  const said = describe(value ?? query ?? '', kind, INPUT);
  return cutPreview(said || readInstructions(attributes)) || null;
}

/**
 * Returns the start of the answer: its first text or tool call, the last message of a chain, the result
 * of a tool, or the value; null if there is neither.
 */
export function previewOutput(attributes: JsonObject, kind: SpanKind): string | null {
  const value = findAttribute(attributes, 'output.value');
  const messages = isGiven(value, kind) ? [] : listAt(attributes, 'llm.output_messages');
  const answer = previewAnswer(messages);
  if (answer !== undefined) return cutPreview(answer);
  // Nobody reads vectors.
  if (kind === 'EMBEDDING') return null;
  const text = value === undefined ? readFound(attributes) : describe(value, kind, OUTPUT);
  return cutPreview(text) || null;
}

/**
 * Returns whether the attribute itself is the preview: messages of a tool's span may be those of the agent that
 * called it.
 */
function isGiven(value: JsonValue | undefined, kind: SpanKind): boolean {
  return kind === 'TOOL' && value !== undefined;
}

/** A request may have nothing but instructions. */
function readInstructions(attributes: JsonObject): string {
  const messages = listAt(attributes, 'llm.input_messages').slice(-1);
  return summarizeQuestion(messages.flatMap((item) => readMessage(item, 'system'))) ?? '';
}

/** The text of the first document that a retriever found. */
function readFound(attributes: JsonObject): string {
  const lists = ['retrieval.documents', 'reranker.output_documents'];
  const [first] = lists.flatMap((name) => listAt(attributes, name).slice(0, 1));
  const found = first !== undefined && isJsonObject(first) ? first : {};
  const text = findAttribute(found, 'document.content');
  return typeof text === 'string' ? text : '';
}

/** The first text of which a vector was made. */
function readEmbedded(attributes: JsonObject): string | undefined {
  const [first] = listAt(attributes, 'embedding.embeddings');
  const text =
    first !== undefined && isJsonObject(first) ? findAttribute(first, 'embedding.text') : undefined;
  return typeof text === 'string' ? text : undefined;
}

function listAt(attributes: JsonObject, name: string): JsonValue[] {
  const list = findAttribute(attributes, name);
  return Array.isArray(list) ? list : [];
}

/** Text stays as it is. JSON becomes what it says, as far as that is known. */
function describe(value: JsonValue, kind: SpanKind, side: Side): string {
  if (typeof value === 'string' && value.length > MAX_READ) return value;
  const json = typeof value === 'string' ? parseJsonText(value) : value;
  // Some senders write JSON as JSON text, quotation marks and all.
  if (typeof json === 'string' && json !== value) return describe(json, kind, side);
  if (typeof json !== 'object' || json === null || isRawNumber(json)) {
    return typeof value === 'string' ? value : toText(value);
  }
  const said = side.summarize(json);
  if (said !== undefined) return said;
  const given = isJsonObject(json) ? unwrapFunctionArguments(json) : json;
  if (typeof given === 'string') return given;
  const answer = kind === 'TOOL' && Array.isArray(given) ? unwrapAnswer(given) : undefined;
  if (typeof answer === 'string') return answer;
  const wrapped = kind === 'TOOL' ? undefined : textIn(given, side.texts);
  if (wrapped !== undefined) return wrapped;
  if (isEmpty(given)) return '';
  const response = isJsonObject(given) && kind === 'TOOL' ? getOwn(given, 'response') : undefined;
  if (response !== undefined && isStructure(response)) return describe(response, 'CHAIN', side);
  const text = stringifyJson(given);
  return text.length <= PREVIEW_LENGTH ? text : listMembers(given);
}

/** Messages in which nothing is said are known to say nothing. */
function summarizeInput(json: JsonValue): string | undefined {
  const messages = readMessages(json, 'user');
  return messages.length === 0 ? undefined : (summarizeQuestion(messages) ?? '');
}

/** An answer of a model has choices; what a chain has come to ends with its last message. */
function summarizeOutput(json: JsonValue): string | undefined {
  const messages = readMessages(json, 'assistant');
  if (messages.length === 0) return undefined;
  const hasChoices = isJsonObject(json) && Object.hasOwn(json, 'choices');
  return (hasChoices ? summarizeAnswer(messages) : summarizeLast(messages)) ?? '';
}

/** Returns whether there is no value in it, as in `{"text":"","files":[]}`. */
function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  return isStructure(value) && Object.values(value).every((member) => isEmpty(member as JsonValue));
}

/** The differences between input and output. */
interface Side {
  summarize: (json: JsonValue) => string | undefined;
  texts: readonly string[];
}

const INPUT: Side = { summarize: summarizeInput, texts: INPUT_TEXTS };
const OUTPUT: Side = { summarize: summarizeOutput, texts: OUTPUT_TEXTS };

function textIn(json: JsonValue, names: readonly string[]): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const texts = names.map((name) => getOwn(json, name));
  return texts.find((text) => typeof text === 'string' && text !== '') as string | undefined;
}

/** JSON that is too long is listed, because what is left of it if it is cut cannot be read. */
function listMembers(json: JsonValue): string {
  const members = Object.entries(json as JsonObject | JsonValue[]);
  const isList = Array.isArray(json);
  let text = '';
  for (const [name, value] of members) {
    if (text.length > PREVIEW_LENGTH) break;
    const written = isStructure(value) ? listMembers(value) : toText(value);
    text += `${text === '' ? '' : ', '}${isList ? '' : `${name}: `}${written}`;
  }
  return text;
}

function isStructure(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !isRawNumber(value);
}

function toText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || isRawNumber(value)) return numberSource(value);
  return stringifyJson(value);
}

function cutPreview(text: string): string {
  return cutText(text.trim(), PREVIEW_LENGTH);
}
