import {
  getOwn,
  isJsonObject,
  isRawNumber,
  jsonInteger,
  type JsonObject,
  numberSource,
  stringifyJson,
} from '../../../common/json/json.js';
import { toInteger } from '../values/numbers.js';
import { readInvocationParameters } from './invocation-parameters.js';
import { addMessages } from './messages.js';
import { addProvider } from './provider.js';
import { copy, type Source, readStructure, type Target, readText } from './source.js';
import { addToolCallSpan, addToolDefinitions } from './tools.js';

const KIND_OF_OPERATION = new Map([
  ['chat', 'LLM'],
  ['text_completion', 'LLM'],
  ['generate_content', 'LLM'],
  ['embeddings', 'EMBEDDING'],
  ['execute_tool', 'TOOL'],
  ['retrieval', 'RETRIEVER'],
  ['invoke_agent', 'AGENT'],
  ['create_agent', 'AGENT'],
]);

/** Without an operation, the first of these keys that is present determines the kind. */
const KIND_OF_KEY: readonly (readonly [string, string])[] = [
  ['gen_ai.tool.call.id', 'TOOL'],
  ['gen_ai.tool.name', 'TOOL'],
  ['gen_ai.retrieval.documents', 'RETRIEVER'],
  ['gen_ai.retrieval.query.text', 'RETRIEVER'],
  ['gen_ai.embeddings.dimension.count', 'EMBEDDING'],
  ['gen_ai.input.messages', 'LLM'],
  ['gen_ai.output.messages', 'LLM'],
  ['gen_ai.request.model', 'LLM'],
];

const DOCUMENT_KEYS = ['id', 'score', 'content', 'metadata'];

/**
 * Derives OpenInference attributes from OpenTelemetry's `gen_ai.*` attributes. Existing attributes
 * take precedence in the caller. Ignores malformed sources.
 *
 * Names: https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export function synthesizeOpenInference(source: Source): Target {
  const target: Target = new Map();
  const implied = readImpliedKind(source);
  if (implied !== undefined) target.set('openinference.span.kind', implied);
  const kind = readText(source, 'openinference.span.kind')?.toUpperCase() ?? implied;
  addProvider(source, target);
  copy(source, 'gen_ai.conversation.id', target, 'session.id');
  addRequest(source, target, kind === 'EMBEDDING' ? 'embedding' : 'llm');
  addUsage(source, target);
  addMessages(source, target);
  addToolDefinitions(source, target);
  addResponse(source, target);
  if (kind === 'TOOL') addToolCallSpan(source, target);
  if (kind === 'RETRIEVER') addRetrieval(source, target);
  keepMimeTypesWithValues(source, target);
  return target;
}

/** The type of a derived value does not apply to a value that the span already had. */
function keepMimeTypesWithValues(source: Source, target: Target): void {
  if (source.has('input.value')) target.delete('input.mime_type');
  if (source.has('output.value')) target.delete('output.mime_type');
}

function addRequest(source: Source, target: Target, prefix: 'llm' | 'embedding'): void {
  copy(source, 'gen_ai.request.model', target, `${prefix}.model_name`);
  const parameters = readInvocationParameters(source);
  if (parameters !== undefined) target.set(`${prefix}.invocation_parameters`, parameters);
}

function addResponse(source: Source, target: Target): void {
  const response: JsonObject = {};
  for (const name of ['id', 'model']) {
    const value = source.get(`gen_ai.response.${name}`);
    if (value !== undefined) response[name] = value;
  }
  if (Object.keys(response).length === 0) return;
  target.set('output.value', stringifyJson(response));
  target.set('output.mime_type', 'application/json');
}

/** The span kind that `gen_ai` attributes imply; undefined for an operation without a kind. */
function readImpliedKind(source: Source): string | undefined {
  const operation = readText(source, 'gen_ai.operation.name');
  if (operation !== undefined) return KIND_OF_OPERATION.get(operation);
  return KIND_OF_KEY.find(([key]) => source.has(key))?.[1];
}

/** Adds token counts. Adds the total only if both parts are known. */
function addUsage(source: Source, target: Target): void {
  copy(source, 'gen_ai.usage.input_tokens', target, 'llm.token_count.prompt');
  copy(source, 'gen_ai.usage.output_tokens', target, 'llm.token_count.completion');
  copy(
    source,
    'gen_ai.usage.cache_read.input_tokens',
    target,
    'llm.token_count.prompt_details.cache_read',
  );
  copy(
    source,
    'gen_ai.usage.cache_creation.input_tokens',
    target,
    'llm.token_count.prompt_details.cache_write',
  );
  const input = toInteger(source.get('gen_ai.usage.input_tokens'));
  const output = toInteger(source.get('gen_ai.usage.output_tokens'));
  if (input === undefined || output === undefined) return;
  const total = exact(input) + exact(output);
  target.set('llm.token_count.total', jsonInteger(total));
}

function exact(integer: Exclude<ReturnType<typeof toInteger>, undefined>): bigint {
  return BigInt(isRawNumber(integer) ? numberSource(integer) : integer);
}

/** Adds the query and the documents of a RETRIEVER span. */
function addRetrieval(source: Source, target: Target): void {
  const query = readText(source, 'gen_ai.retrieval.query.text');
  if (query !== undefined) {
    target.set('input.value', query);
    target.set('input.mime_type', 'text/plain');
  }
  const documents = readStructure(source, 'gen_ai.retrieval.documents');
  if (!Array.isArray(documents) || !documents.every(isJsonObject)) return;
  documents.forEach((document, at) => {
    for (const key of DOCUMENT_KEYS) {
      const value = getOwn(document, key) ?? null;
      if (value !== null) target.set(`retrieval.documents.${at}.document.${key}`, value);
    }
  });
}
