import {
  NO_TOOLS,
  type ToolsDraft,
  toToolsDraft,
} from '../../../components/prompt-editor/tools-text.js';
import {
  isObject,
  type Json,
  type JsonObject,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import {
  readAt,
  readListAt,
  readStructureAt,
  readTextAt,
} from '../../../lib/openinference/attribute-path.js';

/** Reads the offered tools and which of them to call. */
export function convertTools(attributes: Json, note: (text: string) => void): ToolsDraft {
  const items = readListAt(attributes, 'llm.tools');
  const tools = items.flatMap((item) => readTool(item));
  if (tools.length < items.length) note('Some of the offered tools could not be read.');
  if (tools.length === 0) return NO_TOOLS;
  const parameters = readStructureAt(attributes, 'llm.invocation_parameters');
  const given = isObject(parameters) ? parameters['tool_choice'] : undefined;
  const choice = readChoice(given);
  if (given != null && !choice) note('The tool choice could not be read.');
  const isParallel = isObject(parameters) ? parameters['parallel_tool_calls'] : undefined;
  return {
    ...toToolsDraft({ tools: [], ...(choice ? { tool_choice: choice } : {}) }),
    text: printExactJson(tools),
    isParallel: typeof isParallel === 'boolean' ? isParallel : null,
  };
}

function readTool(item: Json): JsonObject[] {
  const definition =
    readStructureAt(item, 'tool.json_schema') ?? readStructureAt(item, 'tool') ?? item;
  if (!isObject(definition)) return [];
  if (isObject(definition['function'])) {
    return [{ type: 'function', function: definition['function'] }];
  }
  const declared = definition['functionDeclarations'] ?? definition['function_declarations'];
  if (Array.isArray(declared)) return declared.flatMap((each) => readFunction(each, item));
  // A tool of the provider has a type of its own, such as `web_search`.
  const { type } = definition;
  const isFunction = type === undefined || type === 'function' || type === 'custom';
  return isFunction || type === 'object' ? readFunction(definition, item) : [definition];
}

/** Functions have the same parts at every provider, under different names. */
function readFunction(definition: Json, item: Json): JsonObject[] {
  const name = readTextAt(definition, 'name') ?? readTextAt(item, 'tool.name');
  if (name === undefined) return [];
  const description = readTextAt(definition, 'description') ?? readTextAt(item, 'tool.description');
  const isSchema = readAt(definition, 'type') === 'object';
  const parameters =
    readStructureAt(definition, 'parameters') ??
    readStructureAt(definition, 'input_schema') ??
    readStructureAt(item, 'tool.parameters') ??
    (isSchema ? definition : undefined);
  const made: JsonObject = { name };
  if (description !== undefined) made['description'] = description;
  if (isObject(parameters)) made['parameters'] = parameters;
  return [{ type: 'function', function: made }];
}

const WORDS: Record<string, string> = {
  auto: 'zero_or_more',
  any: 'one_or_more',
  required: 'one_or_more',
  none: 'none',
  zero_or_more: 'zero_or_more',
  one_or_more: 'one_or_more',
};

/** Returns the choice in the format of prompts, from that of any provider. */
function readChoice(given: Json | undefined): JsonObject | undefined {
  const word = typeof given === 'string' ? given : isObject(given) ? given['type'] : undefined;
  if (typeof word === 'string' && word in WORDS) return { type: WORDS[word] };
  if (!isObject(given)) return undefined;
  const name =
    readTextAt(given, 'function_name') ??
    readTextAt(given, 'function.name') ??
    readTextAt(given, 'name');
  return name === undefined ? undefined : { type: 'specific_function', function_name: name };
}
