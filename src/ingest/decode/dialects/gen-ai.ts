import { getOwn, isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect, SentSpan } from './dialect.js';
import { findSpanKind } from '../values/span-kinds.js';
import type { Message } from '../messages/message.js';
import { readSaid } from '../messages/read-messages.js';
import { summarizeQuestion, textOf } from '../messages/summarize.js';
import { readStructure, readText, toNumber } from './sources.js';
import { readEvents } from './gen-ai-events.js';
import { readIndexedMessages } from './indexed-messages.js';
import { readInvocationParameters } from './invocation-parameters.js';
import { setProvider } from './provider.js';
import { setToolCall, setTools } from './tools.js';
import { COST_FIELDS, TOKEN_FIELDS } from './gen-ai-usage.js';

const KIND = 'openinference.span.kind';

const KIND_OF_OPERATION = new Map([
  ['chat', 'LLM'],
  ['text_completion', 'LLM'],
  ['generate_content', 'LLM'],
  ['completion', 'LLM'],
  ['responses', 'LLM'],
  ['llm_call', 'LLM'],
  ['embeddings', 'EMBEDDING'],
  ['embedding', 'EMBEDDING'],
  ['execute_tool', 'TOOL'],
  ['tool_call', 'TOOL'],
  ['retrieval', 'RETRIEVER'],
  ['retrieve', 'RETRIEVER'],
  ['rerank', 'RERANKER'],
  ['invoke_agent', 'AGENT'],
  ['create_agent', 'AGENT'],
  ['agent', 'AGENT'],
  ['invoke_workflow', 'CHAIN'],
  ['workflow', 'CHAIN'],
  ['plan', 'CHAIN'],
  ['agent_step', 'CHAIN'],
  ['execute_task', 'CHAIN'],
  ['schedule_tool_calls', 'CHAIN'],
  ['task', 'CHAIN'],
  ['chain', 'CHAIN'],
  ['handoff', 'CHAIN'],
  ['tts', 'CHAIN'],
  ['stt', 'CHAIN'],
  ['guardrail', 'GUARDRAIL'],
  ['evaluation', 'EVALUATOR'],
  ['evaluate', 'EVALUATOR'],
]);

/** Without a known operation, the first of these keys that is present implies the kind. */
const KIND_OF_KEY: readonly (readonly [string, string])[] = [
  ['gen_ai.tool.call.id', 'TOOL'],
  ['gen_ai.tool.name', 'TOOL'],
  ['gen_ai.retrieval.documents', 'RETRIEVER'],
  ['gen_ai.retrieval.query.text', 'RETRIEVER'],
  ['gen_ai.embeddings.dimension.count', 'EMBEDDING'],
  ['gen_ai.request.model', 'LLM'],
  ['gen_ai.response.model', 'LLM'],
  ['gen_ai.input.messages', 'LLM'],
  ['gen_ai.output.messages', 'LLM'],
  ['gen_ai.prompt.0.content', 'LLM'],
  ['gen_ai.completion.0.content', 'LLM'],
  ['gen_ai.operation.name', 'CHAIN'],
];

/** How model providers name their answers. */
const RESPONSE_ID = /^(?:resp_|chatcmpl-|msg_|gen-)/;

/** Whatever is done has input and output. Only without a name is it a request to a model. */
const SAID = new Set([
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.prompt.0.content',
  'gen_ai.completion.0.content',
]);

const DOCUMENT_KEYS = ['id', 'score', 'content', 'metadata'];

const FIRST_TOKEN_KEYS = [
  'gen_ai.response.time_to_first_chunk',
  'gen_ai.server.time_to_first_token',
  'gen_ai.usage.ttft',
  'gen_ai.response.ttft',
];

const MS_PER_SECOND = 1000;
const MICROS_PER_SECOND = 1_000_000;

/** OpenTelemetry's conventions for generative AI, with older names and those that senders add. */
export const GEN_AI: Dialect = {
  prefixes: ['gen_ai', 'llm.usage'],
  fields: [
    ['gen_ai.operation.name', KIND, toKind],
    ['gen_ai.span.kind', KIND, toStatedKind],
    ['gen_ai.response.model', 'llm.response.model_name'],
    ['gen_ai.tool.name', 'tool.name'],
    ['gen_ai.tool.description', 'tool.description'],
    ['gen_ai.tool.call.id', 'tool.id'],
    ['gen_ai.tool.call_id', 'tool.id'],
    ['gen_ai.agent.name', 'agent.name'],
    ...TOKEN_FIELDS,
    ...COST_FIELDS,
  ],
  derive(span, derived) {
    const { attributes } = span;
    implyKind(attributes, derived);
    implySession(attributes, derived);
    setProvider(derived, readText(attributes, 'gen_ai.provider.name', 'gen_ai.system'));
    setRequest(attributes, derived);
    derived.isCountedBesideCache ||= isCountedBesideCache(attributes);
    if (derived.kind === 'TOOL') setToolMessages(span, derived);
    else if (derived.kind === 'EMBEDDING') setEmbedded(attributes, derived);
    else setMessages(span, derived);
    setTools(derived, attributes.get('gen_ai.tool.definitions'));
    setFinishReason(attributes, derived);
    setFirstToken(span, derived);
    if (derived.kind === 'TOOL') {
      setToolCall(derived, {
        arguments: attributes.get('gen_ai.tool.call.arguments') ?? readCall(attributes),
        result: attributes.get('gen_ai.tool.call.result'),
      });
    }
    if (derived.kind === 'RETRIEVER') setRetrieval(attributes, derived);
    if (derived.kind !== 'LLM') {
      derived.setValue('input', attributes.get('gen_ai.prompt'));
      derived.setValue('output', attributes.get('gen_ai.completion'));
    }
  },
};

function toKind(operation: JsonValue): JsonValue | undefined {
  return typeof operation === 'string' ? KIND_OF_OPERATION.get(operation) : undefined;
}

/** LoongSuite, Dify and others state the kind in the words of OpenInference, or in these. */
const STATED_KINDS = new Map([
  ['ENTRY', 'CHAIN'],
  ['TASK', 'CHAIN'],
  ['STEP', 'CHAIN'],
  ['WORKFLOW', 'CHAIN'],
]);

function toStatedKind(sent: JsonValue): JsonValue | undefined {
  if (typeof sent !== 'string') return undefined;
  const kind = sent.toUpperCase();
  return STATED_KINDS.get(kind) ?? findSpanKind(kind);
}

/** The convention counts in seconds. Some count in milliseconds, which would be longer than the call. */
function setFirstToken({ attributes, startMicros, endMicros }: SentSpan, derived: Derived): void {
  const sent = FIRST_TOKEN_KEYS.map((key) => toNumber(attributes.get(key))).find(
    (number) => number !== undefined && number >= 0,
  );
  if (sent === undefined) return;
  const isSeconds = sent * MICROS_PER_SECOND <= Number(endMicros - startMicros);
  derived.set('llm.time_to_first_token_ms', isSeconds ? sent * MS_PER_SECOND : sent);
}

function implyKind(source: SentAttributes, derived: Derived): void {
  const isNamed = source.has('gen_ai.operation.name');
  const kind = KIND_OF_KEY.find(([key]) => source.has(key) && !(isNamed && SAID.has(key)))?.[1];
  if (kind !== undefined) derived.implyKind(kind);
}

/** A conversation is a session, unless it is named after an answer, as some senders do if there is none. */
function implySession(source: SentAttributes, derived: Derived): void {
  const id = readText(source, 'gen_ai.conversation.id');
  if (id === undefined || RESPONSE_ID.test(id) || id === source.get('gen_ai.response.id')) return;
  derived.implySession(id);
}

/** The model that was asked, or else the one that answered. */
function setRequest(source: SentAttributes, derived: Derived): void {
  const prefix = derived.kind === 'EMBEDDING' ? 'embedding' : 'llm';
  const model = readText(source, 'gen_ai.request.model', 'gen_ai.response.model');
  derived.set(`${prefix}.model_name`, model);
  derived.set(`${prefix}.invocation_parameters`, readInvocationParameters(source));
}

function isCountedBesideCache(source: SentAttributes): boolean {
  return readText(source, 'gen_ai.provider.name', 'gen_ai.system') === 'aws.bedrock';
}

/** A tool gets arguments and gives a result. Strands tells both as events, Gemini CLI as if they were messages. */
function setToolMessages({ attributes, events }: SentSpan, derived: Derived): void {
  const said = readEvents(events);
  derived.setMessages('input', said.input);
  derived.setMessages('output', said.output);
  if (attributes.has('gen_ai.tool.call.result')) return;
  derived.setValue('output', attributes.get('gen_ai.output.messages'));
}

/** Sets the embedded texts, which some senders send as messages. */
function setEmbedded(source: SentAttributes, derived: Derived): void {
  const said = readSaid(source.get('gen_ai.input.messages'), 'user');
  const texts = said.length > 0 ? said : readIndexedMessages(source, derived.kind).input;
  texts.forEach((message, at) => {
    const text = summarizeQuestion([message]);
    derived.set(`embedding.embeddings.${at}.embedding.text`, text);
  });
  derived.setValue('input', summarizeQuestion(texts.slice(0, 1)), 'text/plain');
}

/** Returns the instructions, unless they are among the messages as well. */
function readInstructions(source: SentAttributes, input: readonly Message[]): Message[] {
  const instructions = readSaid(source.get('gen_ai.system_instructions'), 'system');
  if (instructions.length === 0) return instructions;
  const known = new Set(
    input.flatMap((message) => (message.role === 'system' ? [textOf(message)] : [])),
  );
  return instructions.filter((message) => !known.has(textOf(message)));
}

function setMessages(span: SentSpan, derived: Derived): void {
  const { attributes } = span;
  // Semantic Kernel's agents have keys of their own.
  const asked =
    attributes.get('gen_ai.input.messages') ?? attributes.get('gen_ai.agent.invocation_input');
  const input = readSaid(asked, 'user');
  const instructions = readInstructions(attributes, input);
  derived.setMessages('input', input.length === 0 ? [] : [...instructions, ...input]);
  const answer =
    attributes.get('gen_ai.output.messages') ?? attributes.get('gen_ai.agent.invocation_output');
  const output = readSaid(answer, 'assistant');
  if (output.some(({ parts }) => parts.length > 0)) derived.setMessages('output', output);
  for (const read of [
    () => readIndexedMessages(attributes, derived.kind),
    () => readEvents(span.events),
  ]) {
    if (derived.messagesOf('input').length > 0 && derived.messagesOf('output').length > 0) break;
    const said = read();
    derived.setMessages('input', said.input);
    derived.setMessages('output', said.output);
  }
  if (derived.kind === 'LLM') derived.setMessages('input', instructions);
  derived.setMessages('output', output);
}

/** Gemini CLI has the whole call as a message. */
function readCall(source: SentAttributes): JsonValue | undefined {
  const call = readStructure(source, 'gen_ai.input.messages');
  return call !== undefined && isJsonObject(call) ? getOwn(call, 'args') : undefined;
}

function setFinishReason(source: SentAttributes, derived: Derived): void {
  const reasons = readStructure(source, 'gen_ai.response.finish_reasons');
  if (!Array.isArray(reasons) || reasons.length === 0) return;
  derived.set('llm.finish_reason', reasons.length === 1 ? (reasons[0] ?? null) : reasons);
}

/** Adds the query and the documents of a retriever. */
function setRetrieval(source: SentAttributes, derived: Derived): void {
  const query = readText(source, 'gen_ai.retrieval.query.text');
  derived.setValue('input', query, 'text/plain');
  const documents = readStructure(source, 'gen_ai.retrieval.documents');
  if (!Array.isArray(documents)) return;
  documents.filter(isJsonObject).forEach((document, at) => {
    for (const key of DOCUMENT_KEYS) {
      derived.set(`retrieval.documents.${at}.document.${key}`, getOwn(document, key));
    }
  });
}
