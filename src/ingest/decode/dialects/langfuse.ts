import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';
import { parseTime } from '../../../kernel/time/time.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setDocuments } from './documents.js';
import { setTools } from './tools.js';
import { unwrapFunctionArguments } from '../messages/function-arguments.js';
import type { Message } from '../messages/message.js';
import { readMessages, readSaid } from '../messages/read-messages.js';
import { objectIn } from '../messages/read-part.js';
import { readObject, readText, toNumber, toStructure } from './sources.js';
import { setUsage } from './usage-object.js';

const KIND = 'openinference.span.kind';
const OBSERVATION = 'langfuse.observation.';

const KINDS = new Map([
  ['generation', 'LLM'],
  ['span', 'CHAIN'],
  ['event', 'CHAIN'],
  ['chain', 'CHAIN'],
  ['agent', 'AGENT'],
  ['tool', 'TOOL'],
  ['retriever', 'RETRIEVER'],
  ['embedding', 'EMBEDDING'],
  ['evaluator', 'EVALUATOR'],
  ['guardrail', 'GUARDRAIL'],
]);

const COSTS: readonly (readonly [string, string])[] = [
  ['input', 'llm.cost.prompt'],
  ['output', 'llm.cost.completion'],
  ['total', 'llm.cost.total'],
];

const SIDES: readonly (readonly [string, string])[] = [
  ['input', 'llm.token_count.prompt'],
  ['output', 'llm.token_count.completion'],
];

const MICROS_PER_MS = 1000;

/** Langfuse's SDKs, which send over OTLP since version 3 of that for Python and 4 of that for JavaScript. */
export const LANGFUSE: Dialect = {
  prefixes: ['langfuse'],
  fields: [
    [
      `${OBSERVATION}type`,
      KIND,
      (type) => (typeof type === 'string' ? KINDS.get(type.toLowerCase()) : undefined),
    ],
    ['langfuse.session.id', 'session.id'],
    ['langfuse.user.id', 'user.id'],
    ['langfuse.trace.tags', 'tag.tags'],
    [`${OBSERVATION}prompt.name`, 'llm.prompt_template.name'],
    [`${OBSERVATION}prompt.version`, 'llm.prompt_template.version'],
    [`${OBSERVATION}model.parameters`, 'llm.invocation_parameters'],
  ],
  derive({ name, attributes, startMicros }, derived) {
    const prefix = derived.kind === 'EMBEDDING' ? 'embedding' : 'llm';
    derived.set(`${prefix}.model_name`, attributes.get(`${OBSERVATION}model.name`));
    setCounts(attributes, derived);
    const asked = readAsked(attributes);
    const answer =
      attributes.get(`${OBSERVATION}output`) ?? attributes.get('langfuse.trace.output');
    if (derived.kind === 'LLM') {
      const request = toStructure(asked);
      if (request !== undefined && isJsonObject(request))
        setTools(derived, getOwn(request, 'tools'));
      const { said, tools } = splitTools(request);
      setTools(derived, tools);
      derived.setMessages('input', readTexts(said ?? asked, 'user'));
      derived.setMessages('output', readTexts(answer, 'assistant'));
    }
    if (derived.kind === 'RETRIEVER') setDocuments(derived, answer);
    derived.setValue('input', asked);
    derived.setValue('output', answer);
    if (derived.kind === 'TOOL') {
      derived.set('tool.name', name);
      derived.set('tool.parameters', asked);
    }
    setFirstToken(attributes, startMicros, derived);
    if (attributes.get(`${OBSERVATION}level`) === 'ERROR') {
      derived.failure ??= readText(attributes, `${OBSERVATION}status_message`) ?? '';
    }
  },
};

/** Returns the messages of a value, which may be one text instead of a list. */
function readTexts(said: JsonValue | undefined, role: string): Message[] {
  const json = toStructure(said);
  const isText = typeof json !== 'object' || json === null;
  return isText ? readSaid(said, role) : readMessages(json, role);
}

/** The handler for LangChain puts the tools that are offered after the messages, as if tools had said them. */
function splitTools(request: JsonValue | undefined): { said?: JsonValue[]; tools: JsonValue[] } {
  if (!Array.isArray(request)) return { tools: [] };
  const tools = request.flatMap((message) => offeredTool(message) ?? []);
  return {
    said: request.filter((message) => offeredTool(message) === undefined),
    tools,
  };
}

function offeredTool(message: JsonValue): JsonObject | undefined {
  if (!isJsonObject(message) || getOwn(message, 'role') !== 'tool') return undefined;
  const content = objectIn(message, 'content');
  return content && objectIn(content, 'function') ? content : undefined;
}

/** The decorator records a function's arguments. */
function readAsked(source: SentAttributes): JsonValue | undefined {
  const sent = source.get(`${OBSERVATION}input`) ?? source.get('langfuse.trace.input');
  const value = toStructure(sent);
  return value !== undefined && isJsonObject(value) ? unwrapFunctionArguments(value) : sent;
}

function setCounts(source: SentAttributes, derived: Derived): void {
  const usage = readObject(source, `${OBSERVATION}usage_details`) ?? {};
  for (const [side, part] of SIDES) {
    const own = toNumber(getOwn(usage, side));
    const others = Object.keys(usage).filter((name) => name.startsWith(`${side}_`));
    const counts = others.map((name) => toNumber(getOwn(usage, name)) ?? 0);
    const sum = counts.reduce((total, count) => total + count, own ?? 0);
    // In the words of Langfuse, nothing is counted under two names.
    if (own !== undefined && others.length > 0) derived.set(part, sum);
  }
  setUsage(derived, usage);
  const costs = readObject(source, `${OBSERVATION}cost_details`) ?? {};
  // The SDK says 0 of what it does not know.
  for (const [name, key] of COSTS) derived.set(key, toNumber(getOwn(costs, name)) || undefined);
}

/** The time of the first token is sent as JSON text of an ISO time. */
function setFirstToken(source: SentAttributes, startMicros: bigint, derived: Derived): void {
  const sent = source.get(`${OBSERVATION}completion_start_time`);
  const time = toStructure(sent) ?? sent;
  const micros = typeof time === 'string' ? parseTime(time)?.micros : undefined;
  if (micros === undefined || micros < startMicros) return;
  derived.set('llm.time_to_first_token_ms', Number(micros - startMicros) / MICROS_PER_MS);
}
