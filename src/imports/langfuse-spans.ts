import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../kernel/json/json.js';
import type { CreatedSpan } from '../spans/created-span.js';
import {
  langfuseField,
  objectField,
  parseJsonText,
  textField,
  timeField,
  toNumber,
} from './langfuse-fields.js';
import { becomesSpan, type LangfuseTrace } from './langfuse-traces.js';

/** The kinds of observations that are called otherwise in OpenInference. */
const KINDS = new Map([
  ['GENERATION', 'LLM'],
  ['SPAN', 'CHAIN'],
  ['EVENT', 'CHAIN'],
]);

/** The names of counts of tokens and of costs. Others are kept as details of Langfuse. */
const TOKEN_COUNTS = new Map([
  ['input', 'llm.token_count.prompt'],
  ['output', 'llm.token_count.completion'],
  ['total', 'llm.token_count.total'],
  ['input_cached_tokens', 'llm.token_count.prompt_details.cache_read'],
  ['cache_read_input_tokens', 'llm.token_count.prompt_details.cache_read'],
  ['cache_creation_input_tokens', 'llm.token_count.prompt_details.cache_write'],
  ['output_reasoning_tokens', 'llm.token_count.completion_details.reasoning'],
]);
const COSTS = new Map([
  ['input', 'llm.cost.prompt'],
  ['output', 'llm.cost.completion'],
  ['total', 'llm.cost.total'],
]);

/** Fields of Langfuse without a counterpart, which are kept under its name. */
const OTHERS = ['environment', 'version', 'release', 'promptName', 'promptVersion', 'level'];

/**
 * Returns an observation as a span, or why it cannot become one.
 * @param trace what is known about its trace.
 */
export function readObservation(
  record: JsonObject,
  trace: LangfuseTrace | undefined,
): CreatedSpan | string {
  const traceId = textField(record, 'traceId') ?? '';
  const startTime = timeField(record, 'startTime');
  if (startTime === null) return 'The observation has no start time.';
  const type = (textField(record, 'type') ?? 'SPAN').toUpperCase();
  const isFailed = textField(record, 'level') === 'ERROR';
  const parentId = textField(record, 'parentObservationId');
  const isBelowTrace = parentId === null && trace !== undefined && becomesSpan(trace);
  return {
    traceId,
    spanId: textField(record, 'id') ?? '',
    parentId: isBelowTrace ? traceId : parentId,
    name: textField(record, 'name') ?? '',
    spanKind: KINDS.get(type) ?? type,
    startTime,
    endTime: timeField(record, 'endTime') ?? startTime,
    statusCode: isFailed ? 'ERROR' : 'UNSET',
    statusMessage: textField(record, 'statusMessage') ?? '',
    attributes: {
      ...attributesOf(record, trace),
      ...(KINDS.get(type) === 'LLM' ? generationAttributes(record) : {}),
    },
    events: [],
  };
}

/**
 * Returns the span of a trace, or null if it needs none: one of its observations is the root of the
 * others. Its ID is that of the trace.
 */
export function rootOfTrace(
  record: JsonObject,
  trace: LangfuseTrace | undefined,
): CreatedSpan | string | null {
  if (!trace || !becomesSpan(trace)) return null;
  const startTime = timeField(record, 'timestamp');
  if (startTime === null) return 'The trace has no timestamp.';
  const id = textField(record, 'id') ?? '';
  return {
    traceId: id,
    spanId: id,
    parentId: null,
    name: textField(record, 'name') ?? '',
    spanKind: 'CHAIN',
    startTime,
    endTime: trace.end !== null && trace.end > startTime ? trace.end : startTime,
    statusCode: 'UNSET',
    statusMessage: '',
    attributes: attributesOf(record, trace),
    events: [],
  };
}

function attributesOf(record: JsonObject, trace: LangfuseTrace | undefined): JsonObject {
  const attributes: JsonObject = {};
  const set = (name: string, value: JsonValue | undefined | null): void => {
    if (value !== undefined && value !== null) attributes[name] = value;
  };
  setPayload(attributes, 'input', langfuseField(record, 'input'));
  setPayload(attributes, 'output', langfuseField(record, 'output'));
  const metadata = objectField(record, 'metadata');
  if (Object.keys(metadata).length > 0) set('metadata', metadata);
  set('session.id', trace?.sessionId ?? textField(record, 'sessionId'));
  set('user.id', trace?.userId ?? textField(record, 'userId'));
  const ownTags = langfuseField(record, 'tags');
  const tags = trace && trace.tags.length > 0 ? trace.tags : ownTags;
  if (Array.isArray(tags) && tags.length > 0) set('tag.tags', tags);
  for (const name of OTHERS) set(`langfuse.${snakeCase(name)}`, langfuseField(record, name));
  return attributes;
}

function setPayload(
  attributes: JsonObject,
  side: 'input' | 'output',
  value: JsonValue | undefined,
): void {
  if (value === undefined) return;
  const isText = typeof value === 'string';
  attributes[`${side}.value`] = isText ? value : stringifyJson(value);
  const isJson = !isText || parseJsonText(value) !== undefined;
  attributes[`${side}.mime_type`] = isJson ? 'application/json' : 'text/plain';
}

function generationAttributes(record: JsonObject): JsonObject {
  const attributes: JsonObject = {};
  const model = textField(record, 'model') ?? textField(record, 'providedModelName');
  if (model !== null) attributes['llm.model_name'] = model;
  const parameters = objectField(record, 'modelParameters');
  if (Object.keys(parameters).length > 0) {
    attributes['llm.invocation_parameters'] = stringifyJson(parameters);
  }
  const usage = objectField(record, 'usageDetails');
  const counted = Object.keys(usage).length > 0 ? usage : objectField(record, 'usage');
  setNumbers(attributes, counted, TOKEN_COUNTS, 'langfuse.usage_details');
  setNumbers(attributes, objectField(record, 'costDetails'), COSTS, 'langfuse.cost_details');
  setMessages(attributes, 'llm.input_messages', langfuseField(record, 'input'));
  setMessages(attributes, 'llm.output_messages', langfuseField(record, 'output'));
  return attributes;
}

function setNumbers(
  attributes: JsonObject,
  numbers: JsonObject,
  names: ReadonlyMap<string, string>,
  others: string,
): void {
  for (const [name, value] of Object.entries(numbers)) {
    const number = toNumber(value);
    if (number !== null) attributes[names.get(name) ?? `${others}.${name}`] = number;
  }
}

/** Repeats the messages of a chat where Spandrel shows them. The whole payload is kept as well. */
function setMessages(attributes: JsonObject, name: string, payload: JsonValue | undefined): void {
  const value = typeof payload === 'string' ? parseJsonText(payload) : payload;
  const messages = messagesIn(value);
  messages.forEach((message, at) => {
    const content = message['content'];
    attributes[`${name}.${at}.message.role`] = message['role'] ?? '';
    if (content === undefined || content === null) return;
    attributes[`${name}.${at}.message.content`] =
      typeof content === 'string' ? content : stringifyJson(content);
  });
}

function messagesIn(value: JsonValue | undefined): JsonObject[] {
  if (value === undefined || value === null) return [];
  const isObject = isJsonObject(value);
  const list = isObject && Array.isArray(value['messages']) ? value['messages'] : value;
  const items = Array.isArray(list) ? list : [list];
  const messages = items.filter(isJsonObject).filter(({ role }) => typeof role === 'string');
  return messages.length === items.length ? messages : [];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
