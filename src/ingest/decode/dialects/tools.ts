import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../../kernel/json/json.js';
import type { Derived } from './derived.js';
import { toJsonText } from '../messages/read-part.js';
import { toStructure } from './sources.js';

/** Adds the tools offered to the model, each as JSON text in the style of OpenAI's API. */
export function setTools(derived: Derived, sent: JsonValue | undefined): void {
  const definitions = toStructure(sent);
  if (!Array.isArray(definitions)) return;
  const read = definitions.flatMap(toDefinitions);
  if (derived.has('llm.tools.0.tool.json_schema')) return;
  read.forEach((definition, at) => {
    derived.set(`llm.tools.${at}.tool.json_schema`, stringifyJson(toSchema(definition)));
  });
}

/** Adds the call of a tool: the tool, its arguments and its result. */
export function setToolCall(
  derived: Derived,
  call: { arguments?: JsonValue | undefined; result?: JsonValue | undefined },
): void {
  if (call.arguments !== undefined) {
    derived.set('tool.parameters', toJsonText(call.arguments));
    derived.setValue('input', call.arguments);
  }
  derived.setValue('output', call.result);
}

/**
 * Returns the definitions of tools. Some senders send each as JSON text; Google has a list of functions in
 * each.
 */
function toDefinitions(sent: JsonValue): JsonObject[] {
  const definition = toStructure(sent);
  if (definition === undefined || !isJsonObject(definition)) return [];
  const declared =
    getOwn(definition, 'functionDeclarations') ?? getOwn(definition, 'function_declarations');
  return Array.isArray(declared) ? declared.filter(isJsonObject) : [definition];
}

function toSchema(definition: JsonObject): JsonObject {
  const type: JsonValue = getOwn(definition, 'type') ?? 'function';
  const described = getOwn(definition, 'function');
  if (described !== undefined) return { type, function: described };
  const parameters =
    getOwn(definition, 'parameters') ??
    getOwn(definition, 'input_schema') ??
    getOwn(definition, 'inputSchema') ??
    null;
  const schema: JsonObject = {};
  for (const name of ['name', 'description']) {
    const value = getOwn(definition, name) ?? null;
    if (value !== null) schema[name] = value;
  }
  if (parameters !== null) schema['parameters'] = parameters;
  return { type, function: schema };
}
