import { getOwn, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { Derived, SentAttributes } from './derived.js';
import type { Dialect } from './dialect.js';
import { setDocuments } from './documents.js';
import { setTools } from './tools.js';
import { readMessages } from '../messages/read-messages.js';
import { readObject, toNumber, toStructure } from './sources.js';
import { setUsage } from './usage-object.js';

const KIND = 'openinference.span.kind';

const KINDS = new Map([
  ['LLM', 'LLM'],
  ['CHAT_MODEL', 'LLM'],
  ['CHAIN', 'CHAIN'],
  ['WORKFLOW', 'CHAIN'],
  ['TASK', 'CHAIN'],
  ['PARSER', 'CHAIN'],
  ['MEMORY', 'CHAIN'],
  ['AGENT', 'AGENT'],
  ['TOOL', 'TOOL'],
  ['RETRIEVER', 'RETRIEVER'],
  ['EMBEDDING', 'EMBEDDING'],
  ['RERANKER', 'RERANKER'],
  ['GUARDRAIL', 'GUARDRAIL'],
  ['EVALUATOR', 'EVALUATOR'],
]);

const COSTS: readonly (readonly [string, string])[] = [
  ['input_cost', 'llm.cost.prompt'],
  ['output_cost', 'llm.cost.completion'],
  ['total_cost', 'llm.cost.total'],
];

/** MLflow's tracing, whose attributes are JSON texts, texts included. */
export const MLFLOW: Dialect = {
  prefixes: ['mlflow'],
  derive({ name, attributes }, derived) {
    const type = unquote(attributes.get('mlflow.spanType'));
    if (typeof type === 'string') derived.set(KIND, KINDS.get(type.toUpperCase()));
    derived.set('session.id', unquote(attributes.get('mlflow.trace.session')));
    derived.set('user.id', unquote(attributes.get('mlflow.trace.user')));
    const asked = attributes.get('mlflow.spanInputs');
    const answer = attributes.get('mlflow.spanOutputs');
    if (derived.kind === 'LLM') setModelCall(attributes, derived);
    if (derived.kind === 'EMBEDDING') setEmbedding(attributes, derived);
    if (derived.kind === 'TOOL') {
      derived.set('tool.name', name);
      derived.set('tool.parameters', asked);
    }
    if (derived.kind === 'RETRIEVER') setDocuments(derived, answer);
    setTools(derived, attributes.get('mlflow.chat.tools'));
    derived.setValue('input', unquote(asked));
    derived.setValue('output', unquote(answer));
  },
};

function setModelCall(source: SentAttributes, derived: Derived): void {
  const request = readObject(source, 'mlflow.spanInputs') ?? {};
  setTools(derived, getOwn(request, 'tools'));
  derived.set('llm.model_name', readModel(source, request));
  const provider = unquote(source.get('mlflow.llm.provider'));
  derived.set('llm.provider', typeof provider === 'string' ? provider.toLowerCase() : undefined);
  setUsage(derived, readObject(source, 'mlflow.chat.tokenUsage'));
  const costs = readObject(source, 'mlflow.llm.cost') ?? {};
  for (const [name, key] of COSTS) derived.set(key, toNumber(getOwn(costs, name)));
  derived.setMessages('input', readMessages(source.get('mlflow.spanInputs'), 'user'));
  derived.setMessages('output', readMessages(source.get('mlflow.spanOutputs'), 'assistant'));
}

/** Sets the input and output of an embedding from the request and response of the API, all that the sender has. */
function setEmbedding(source: SentAttributes, derived: Derived): void {
  const request = readObject(source, 'mlflow.spanInputs') ?? {};
  derived.set('embedding.model_name', readModel(source, request));
  setUsage(derived, readObject(source, 'mlflow.chat.tokenUsage'));
  setUsage(derived, getOwn(readObject(source, 'mlflow.spanOutputs') ?? {}, 'usage'));
}

function readModel(source: SentAttributes, request: JsonObject): string | undefined {
  const model = unquote(source.get('mlflow.llm.model')) ?? getOwn(request, 'model');
  return typeof model === 'string' ? model : undefined;
}

/** Texts are sent in quotation marks. */
function unquote(sent: JsonValue | undefined): JsonValue | undefined {
  if (typeof sent !== 'string' || !sent.startsWith('"')) return sent;
  const value = toStructure(sent);
  return typeof value === 'string' ? value : sent;
}
