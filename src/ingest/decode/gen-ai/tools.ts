import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../../common/json/json.js';
import { parseJsonText } from '../values/json-text.js';
import { toJsonText } from './message-parts.js';
import { copy, isStructure, type Source, readStructure, type Target } from './source.js';

/** Adds the tools offered to the model, each as JSON text in the style of OpenAI's API. */
export function addToolDefinitions(source: Source, target: Target): void {
  const definitions = readStructure(source, 'gen_ai.tool.definitions');
  if (!Array.isArray(definitions) || !definitions.every(isJsonObject)) return;
  definitions.forEach((definition, at) => {
    target.set(`llm.tools.${at}.tool.json_schema`, stringifyJson(toolSchema(definition)));
  });
}

/** Adds the call of a TOOL span: the tool, its arguments and its result. */
export function addToolCallSpan(source: Source, target: Target): void {
  copy(source, 'gen_ai.tool.name', target, 'tool.name');
  copy(source, 'gen_ai.tool.description', target, 'tool.description');
  copy(source, 'gen_ai.tool.call.id', target, 'tool.id');
  const callArguments = source.get('gen_ai.tool.call.arguments');
  if (callArguments !== undefined) target.set('tool.parameters', toJsonText(callArguments));
  const result = source.get('gen_ai.tool.call.result');
  if (result === undefined) return;
  target.set('output.value', toJsonText(result));
  const parsed = typeof result === 'string' ? parseJsonText(result) : result;
  // Also replaces the response's ID and model.
  if (isStructure(parsed)) target.set('output.mime_type', 'application/json');
  else target.delete('output.mime_type');
}

function toolSchema(definition: JsonObject): JsonObject {
  const type: JsonValue = getOwn(definition, 'type') ?? 'function';
  const described = getOwn(definition, 'function');
  if (described !== undefined) return { type, function: described };
  const schema: JsonObject = {};
  for (const name of ['name', 'description', 'parameters']) {
    const value = getOwn(definition, name) ?? null;
    if (value !== null) schema[name] = value;
  }
  return { type, function: schema };
}
