import { getOwn, isJsonObject, type JsonObject, stringifyJson } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { readEvents } from './gen-ai-events.js';
import { setToolCall, setTools } from './tools.js';
import { objectIn } from '../messages/read-part.js';
import { readMessages } from '../messages/read-messages.js';
import { readObject, readStructure, readText } from './sources.js';
import { setUsage } from './usage-object.js';

/** The first that a template begins with counts. */
const KIND_OF_TEMPLATE: readonly (readonly [string, string])[] = [
  ['Function: ', 'TOOL'],
  ['running tool: ', 'TOOL'],
  ['MCP request: tools/call', 'TOOL'],
  ['MCP ', 'CHAIN'],
  ['Agent run: ', 'AGENT'],
  ['OpenAI Agents trace', 'CHAIN'],
  ['Turn ', 'CHAIN'],
  ['Task: ', 'CHAIN'],
  ['Handoff', 'CHAIN'],
  ['Guardrail ', 'GUARDRAIL'],
  ['running ', 'CHAIN'],
];

/** Members of a request that are not parameters of the model. */
const NOT_PARAMETERS = new Set([
  'messages',
  'input',
  'system',
  'instructions',
  'model',
  'tools',
  'prompt',
]);

/** Pydantic's Logfire, and Pydantic AI, whose older versions have messages in attributes of their own. */
export const LOGFIRE: Dialect = {
  prefixes: [
    'logfire',
    'request_data',
    'response_data',
    'events',
    'all_messages_events',
    'pydantic_ai',
    'final_result',
  ],
  derive({ attributes }, derived) {
    derived.setName(readText(attributes, 'logfire.msg'));
    setKind(attributes, derived);
    setUsage(derived, readObject(attributes, 'gen_ai.usage.raw'));
    setRequest(attributes, derived);
    const said = readEventList(attributes);
    derived.setMessages('input', said.input);
    derived.setMessages('output', said.output);
    setRun(attributes, derived);
    if (derived.kind === 'TOOL') setRemoteCall(attributes, derived);
    derived.setValue('input', attributes.get('tool_arguments'));
    derived.setValue('output', attributes.get('tool_response'));
  },
};

/** The template of the message says what the spans of agents are. */
function setKind(source: SentAttributes, derived: Derived): void {
  const template = readText(source, 'logfire.msg_template') ?? '';
  const kind = KIND_OF_TEMPLATE.find(([start]) => template.startsWith(start))?.[1];
  if (kind === undefined) return;
  derived.implyKind(kind);
  if (kind !== 'TOOL') return;
  derived.set('tool.name', readText(source, 'name', 'tool_name'));
  setToolCall(derived, { arguments: source.get('input'), result: source.get('output') });
}

/** Sets the attributes of Logfire's instrumentations of SDKs, from the request and a digest of the answer. */
function setRequest(source: SentAttributes, derived: Derived): void {
  const request = readObject(source, 'request_data');
  if (!request) return;
  const model = getOwn(request, 'model');
  if (typeof model === 'string') derived.implyKind('LLM');
  derived.set('llm.model_name', typeof model === 'string' ? model : undefined);
  derived.setMessages('input', readMessages(request, 'user'));
  setTools(derived, getOwn(request, 'tools'));
  const parameters: JsonObject = Object.fromEntries(
    Object.entries(request).filter(([name]) => !NOT_PARAMETERS.has(name)),
  );
  if (Object.keys(parameters).length > 0) {
    derived.set('llm.invocation_parameters', stringifyJson(parameters));
  }
  const response = readObject(source, 'response_data') ?? {};
  setUsage(derived, getOwn(response, 'usage'));
  const message = getOwn(response, 'message');
  const text = getOwn(response, 'combined_chunk_content') ?? getOwn(response, 'text');
  if (message !== undefined) derived.setMessages('output', readMessages([message], 'assistant'));
  if (typeof text === 'string') derived.setMessages('output', readMessages([text], 'assistant'));
}

/** A tool that is called over the Model Context Protocol has its whole request and response. */
function setRemoteCall(source: SentAttributes, derived: Derived): void {
  const params = objectIn(readObject(source, 'request') ?? {}, 'params');
  if (!params) return;
  derived.set('tool.name', getOwn(params, 'name'));
  const result = getOwn(readObject(source, 'response') ?? {}, 'content');
  setToolCall(derived, { arguments: getOwn(params, 'arguments'), result });
}

/** A list of what newer versions send as events. */
function readEventList(source: SentAttributes): ReturnType<typeof readEvents> {
  const list = readStructure(source, 'events') ?? readStructure(source, 'all_messages_events');
  if (!Array.isArray(list)) return { input: [], output: [] };
  const said = readEvents(
    list.filter(isJsonObject).map((event) => {
      const name = getOwn(event, 'event.name');
      return {
        name: typeof name === 'string' ? name : '',
        attributes: new Map(Object.entries(event)),
      };
    }),
  );
  // The answer is the last message.
  const answer = said.output.length === 0 && said.input.at(-1)?.role === 'assistant';
  return answer ? { input: said.input.slice(0, -1), output: said.input.slice(-1) } : said;
}

/** The run of an agent has all messages, the last of which is its answer. */
function setRun(source: SentAttributes, derived: Derived): void {
  const all = readMessages(readStructure(source, 'pydantic_ai.all_messages'), 'user');
  const last = all.at(-1);
  const isAnswered = last?.role === 'assistant';
  derived.setMessages('input', isAnswered ? all.slice(0, -1) : all);
  if (isAnswered) derived.setMessages('output', [last]);
  derived.setValue('output', source.get('final_result'));
}
