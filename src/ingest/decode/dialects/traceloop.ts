import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setTools } from './tools.js';
import { unwrapFunctionArguments } from '../messages/function-arguments.js';
import { groupByIndex, readText, toStructure } from './sources.js';

const KIND = 'openinference.span.kind';
const PROPERTIES = 'traceloop.association.properties.';

const KINDS = new Map([
  ['workflow', 'CHAIN'],
  ['task', 'CHAIN'],
  ['agent', 'AGENT'],
  ['tool', 'TOOL'],
]);

const KIND_OF_REQUEST = new Map([
  ['chat', 'LLM'],
  ['completion', 'LLM'],
  ['embedding', 'EMBEDDING'],
  ['rerank', 'RERANKER'],
]);

/** The names that applications give to the ID of a session when they associate it with their spans. */
const SESSIONS = [
  'session_id',
  'sessionId',
  'session.id',
  'thread_id',
  'conversation_id',
  'chat_id',
];
const USERS = ['user_id', 'userId', 'user.id'];

/** Traceloop's OpenLLMetry: workflows of its SDK, and what its instrumentations say beside `gen_ai`. */
export const TRACELOOP: Dialect = {
  prefixes: ['traceloop', 'llm.request', 'llm.usage'],
  fields: [
    ...SESSIONS.map((name) => [PROPERTIES + name, 'session.id'] as const),
    ...USERS.map((name) => [PROPERTIES + name, 'user.id'] as const),
  ],
  derive({ attributes }, derived) {
    setKind(attributes, derived);
    if (derived.kind === 'TOOL') {
      derived.set('tool.name', readText(attributes, 'traceloop.entity.name'));
    }
    derived.setValue(
      'input',
      readEntity(attributes, 'traceloop.entity.input', unwrapFunctionArguments),
    );
    derived.setValue(
      'output',
      readEntity(attributes, 'traceloop.entity.output', (value) => value),
    );
    const functions = groupByIndex(attributes, 'llm.request.functions.');
    setTools(
      derived,
      functions.map(({ fields }) => toFunction(fields)),
    );
  },
};

/**
 * A span that states the type of a request is the request, even if it is a whole workflow as well. Only calls have
 * tokens and a cost, and if a call below it says the same, that is counted in this one.
 */
function setKind(source: SentAttributes, derived: Derived): void {
  const requested = KIND_OF_REQUEST.get(readText(source, 'llm.request.type') ?? '');
  const stated = KINDS.get(readText(source, 'traceloop.span.kind') ?? '');
  derived.set(KIND, requested ?? stated);
}

function readEntity(
  source: SentAttributes,
  key: string,
  read: (value: JsonObject) => JsonValue,
): JsonValue | undefined {
  const sent = source.get(key);
  const value = toStructure(sent);
  return value !== undefined && isJsonObject(value) ? read(value) : sent;
}

function toFunction(fields: ReadonlyMap<string, JsonValue>): JsonObject {
  const parameters = toStructure(fields.get('parameters'));
  return {
    name: fields.get('name') ?? null,
    description: fields.get('description') ?? null,
    ...(parameters !== undefined && { parameters }),
  };
}
