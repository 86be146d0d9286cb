import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  stringifyJson,
} from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setProvider } from './provider.js';
import { setTools } from './tools.js';
import type { Message } from '../messages/message.js';
import { readMessages, readSaid } from '../messages/read-messages.js';
import { readObject, readText, toStructure } from './sources.js';

const KIND = 'openinference.span.kind';
const COUNT = 'llm.token_count.';

/** The kinds of spans by their `ai.operationId`. The outer ones may take several steps with tools. */
const KIND_OF_OPERATION = new Map([
  ['ai.generateText', 'AGENT'],
  ['ai.streamText', 'AGENT'],
  ['ai.generateObject', 'CHAIN'],
  ['ai.streamObject', 'CHAIN'],
  ['ai.embed', 'CHAIN'],
  ['ai.embedMany', 'CHAIN'],
  ['ai.rerank', 'CHAIN'],
  ['ai.generateText.doGenerate', 'LLM'],
  ['ai.streamText.doStream', 'LLM'],
  ['ai.generateObject.doGenerate', 'LLM'],
  ['ai.streamObject.doStream', 'LLM'],
  ['ai.embed.doEmbed', 'EMBEDDING'],
  ['ai.embedMany.doEmbed', 'EMBEDDING'],
  ['ai.rerank.doRerank', 'RERANKER'],
  ['ai.toolCall', 'TOOL'],
]);

const SETTINGS = 'ai.settings.';
const METADATA = 'ai.telemetry.metadata.';

/** Vercel's AI SDK. Version 7 also speaks the conventions of OpenTelemetry. */
export const VERCEL_AI_SDK: Dialect = {
  prefixes: ['ai'],
  fields: [
    [
      'ai.operationId',
      KIND,
      (id) => (typeof id === 'string' ? KIND_OF_OPERATION.get(id) : undefined),
    ],
    ['ai.toolCall.name', 'tool.name'],
    ['ai.toolCall.id', 'tool.id'],
    ['ai.response.finishReason', 'llm.finish_reason'],
    ['ai.response.model', 'llm.response.model_name'],
    ['ai.response.msToFirstChunk', 'llm.time_to_first_token_ms'],
    ['ai.stream.msToFirstChunk', 'llm.time_to_first_token_ms'],
    [`${METADATA}sessionId`, 'session.id'],
    [`${METADATA}session_id`, 'session.id'],
    [`${METADATA}threadId`, 'session.id'],
    [`${METADATA}chatId`, 'session.id'],
    [`${METADATA}userId`, 'user.id'],
    [`${METADATA}user_id`, 'user.id'],
  ],
  derive({ attributes }, derived) {
    if (derived.kind === 'LLM') setCounts(attributes, derived);
    if (derived.kind === 'EMBEDDING') setEmbedded(attributes, derived);
    const prefix = derived.kind === 'EMBEDDING' ? 'embedding' : 'llm';
    derived.set(`${prefix}.model_name`, attributes.get('ai.model.id'));
    setProvider(derived, readText(attributes, 'ai.model.provider')?.split('.')[0]);
    setSettings(attributes, derived);
    setTools(derived, attributes.get('ai.prompt.tools'));
    derived.setMessages('input', readPrompt(attributes));
    derived.setMessages('output', readAnswer(attributes));
    setValues(attributes, derived);
  },
};

/** Returns the input of an embedding: a value or a list, whose items are each sent as JSON. */
function readEmbedded(source: SentAttributes): JsonValue | undefined {
  const decode = (value: JsonValue): JsonValue => toStructure(value) ?? value;
  const sent = source.get('ai.values') ?? source.get('ai.value');
  if (sent === undefined) return undefined;
  return Array.isArray(sent) ? sent.map(decode) : decode(sent);
}

function setEmbedded(source: SentAttributes, derived: Derived): void {
  derived.set(`${COUNT}prompt`, source.get('ai.usage.tokens'));
  const sent = readEmbedded(source);
  const values = Array.isArray(sent) ? sent : [sent];
  values.forEach((text, at) => {
    derived.set(
      `embedding.embeddings.${at}.embedding.text`,
      typeof text === 'string' ? text : undefined,
    );
  });
}

/** Names of version 4, 5 and 6, in this order. */
function setCounts(source: SentAttributes, derived: Derived): void {
  const usage = (...names: string[]): JsonValue | undefined =>
    names.map((name) => source.get(`ai.usage.${name}`)).find((count) => count !== undefined);
  derived.set(`${COUNT}prompt`, usage('inputTokens', 'promptTokens'));
  derived.set(`${COUNT}completion`, usage('outputTokens', 'completionTokens'));
  derived.set(`${COUNT}total`, usage('totalTokens'));
  derived.set(
    `${COUNT}prompt_details.cache_read`,
    usage('inputTokenDetails.cacheReadTokens', 'cachedInputTokens'),
  );
  derived.set(`${COUNT}prompt_details.cache_write`, usage('inputTokenDetails.cacheWriteTokens'));
  derived.set(
    `${COUNT}completion_details.reasoning`,
    usage('outputTokenDetails.reasoningTokens', 'reasoningTokens'),
  );
}

function setSettings(source: SentAttributes, derived: Derived): void {
  const settings: JsonObject = {};
  for (const [key, value] of source) {
    if (key.startsWith(SETTINGS)) setOwn(settings, key.slice(SETTINGS.length), value);
  }
  if (Object.keys(settings).length === 0) return;
  derived.set('llm.invocation_parameters', stringifyJson(settings));
}

/** The outer spans have the call's arguments in `ai.prompt`, the inner ones what the model gets. */
function readPrompt(source: SentAttributes): Message[] {
  const sent = readMessages(toStructure(source.get('ai.prompt.messages')), 'user');
  if (sent.length > 0) return sent;
  const call = readObject(source, 'ai.prompt');
  if (!call) return [];
  const asked = readMessages(getOwn(call, 'messages') ?? getOwn(call, 'prompt'), 'user');
  const text = getOwn(call, 'prompt');
  return [
    ...readSaid(getOwn(call, 'system') ?? getOwn(call, 'instructions'), 'system'),
    ...(asked.length === 0 && typeof text === 'string' ? readSaid(text, 'user') : asked),
  ];
}

function readAnswer(source: SentAttributes): Message[] {
  const text = readText(source, 'ai.response.text');
  const reasoning = readText(source, 'ai.response.reasoning');
  const calls = toStructure(source.get('ai.response.toolCalls'));
  const message: Message = { role: 'assistant', parts: [] };
  if (reasoning !== undefined) message.parts.push({ type: 'reasoning', text: reasoning });
  if (text !== undefined) message.parts.push({ type: 'text', text });
  if (Array.isArray(calls)) {
    for (const call of calls.filter(isJsonObject)) {
      message.parts.push(
        ...readMessages(
          [{ role: 'assistant', content: [{ ...call, type: 'tool-call' }] }],
          'assistant',
        ).flatMap(({ parts }) => parts),
      );
    }
  }
  const object = readText(source, 'ai.response.object');
  if (message.parts.length === 0 && object !== undefined)
    message.parts.push({ type: 'text', text: object });
  return message.parts.length === 0 ? [] : [message];
}

function setValues(source: SentAttributes, derived: Derived): void {
  const given = source.get('ai.toolCall.args') ?? source.get('ai.toolCall.input');
  if (given !== undefined) derived.set('tool.parameters', given);
  derived.setValue('input', given ?? readEmbedded(source));
  derived.setValue(
    'output',
    source.get('ai.toolCall.result') ??
      source.get('ai.toolCall.output') ??
      source.get('ai.response.object'),
  );
}
