import { type JsonObject, stringifyJson } from '../../../common/json/json.js';
import { invocationParameters } from './invocation-parameters.js';
import { impliedKind } from './kind.js';
import { addMessages } from './messages.js';
import { addProvider } from './provider.js';
import { addRetrieval } from './retrieval.js';
import { copy, type Source, type Target, textOf } from './source.js';
import { addToolCallSpan, addToolDefinitions } from './tools.js';
import { addUsage } from './usage.js';

/**
 * The OpenInference attributes that OpenTelemetry's `gen_ai.*` attributes stand for. The caller
 * keeps those it already has; malformed sources give nothing.
 *
 * Names: https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export function synthesizeOpenInference(source: Source): Target {
  const target: Target = new Map();
  const implied = impliedKind(source);
  if (implied !== undefined) target.set('openinference.span.kind', implied);
  const kind = textOf(source, 'openinference.span.kind')?.toUpperCase() ?? implied;
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

/** A type made for a synthesized value says nothing about the value the span already had. */
function keepMimeTypesWithValues(source: Source, target: Target): void {
  if (source.has('input.value')) target.delete('input.mime_type');
  if (source.has('output.value')) target.delete('output.mime_type');
}

function addRequest(source: Source, target: Target, prefix: 'llm' | 'embedding'): void {
  copy(source, 'gen_ai.request.model', target, `${prefix}.model_name`);
  const parameters = invocationParameters(source);
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
