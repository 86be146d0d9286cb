import {
  isObject,
  type Json,
  type JsonObject,
  parseExactJson,
  printExactJson,
} from '../../lib/json/exact-json.js';
import { type JsonReading, readJsonText } from '../../lib/json/json-text.js';

/** Tools as typed: a JSON list, which of them to call, and whether to call them in parallel. */
export interface ToolsDraft {
  text: string;
  /** `''` for the provider’s default; a name follows `function:`. */
  choice: string;
  /** Whether tools may be called in parallel; null for the provider’s default. */
  isParallel: boolean | null;
}

export const NO_TOOLS: ToolsDraft = { text: '', choice: '', isParallel: null };

const FUNCTION = 'function:';

/** The choices besides the functions themselves. */
export const TOOL_CHOICES = [
  { value: '', label: 'Provider default' },
  { value: 'zero_or_more', label: 'Any or none' },
  { value: 'one_or_more', label: 'At least one' },
  { value: 'none', label: 'None' },
] as const;

/** Returns stored tools as a draft. Tools in the provider’s format stay as they are. */
export function toToolsDraft(stored: Json | undefined): ToolsDraft {
  if (!isObject(stored)) return NO_TOOLS;
  const tools = Array.isArray(stored['tools']) ? stored['tools'] : [];
  const shown = tools.map((tool) =>
    isObject(tool) && tool['type'] === 'raw' ? tool['raw'] : tool,
  );
  const disabled = stored['disable_parallel_tool_calls'];
  return {
    text: printExactJson(shown as Json[]),
    choice: toChoice(stored['tool_choice']),
    isParallel: typeof disabled === 'boolean' ? !disabled : null,
  };
}

function toChoice(choice: Json | undefined): string {
  if (!isObject(choice)) return '';
  const { type, function_name: name } = choice;
  return type === 'specific_function' ? FUNCTION + getText(name) : getText(type);
}

/** Returns tools in the server’s format; null if there are none. */
export function readToolsDraft(draft: ToolsDraft): JsonReading<JsonObject | null> {
  if (draft.text.trim() === '') return { value: null };
  const reading = readJsonText(draft.text);
  if ('problem' in reading) return { problem: `Tools: ${reading.problem}` };
  const tools = reading.value;
  if (!Array.isArray(tools)) return { problem: 'Tools must be a list, such as [ { … } ].' };
  if (tools.length === 0) return { value: null };
  const written: Json[] = [];
  for (const [index, tool] of tools.entries()) {
    if (!isObject(tool)) return { problem: `Tool ${index + 1} must be an object.` };
    written.push(isFunction(tool) ? tool : { type: 'raw', raw: tool });
  }
  return {
    value: {
      type: 'tools',
      tools: written,
      ...(draft.choice === '' ? {} : { tool_choice: readChoice(draft.choice) }),
      ...(draft.isParallel === null ? {} : { disable_parallel_tool_calls: !draft.isParallel }),
    },
  };
}

function readChoice(choice: string): JsonObject {
  if (!choice.startsWith(FUNCTION)) return { type: choice };
  return { type: 'specific_function', function_name: choice.slice(FUNCTION.length) };
}

/** Anything else is in the provider’s format and is not changed. */
function isFunction(tool: JsonObject): boolean {
  const { type, function: definition } = tool;
  return type === 'function' && isObject(definition) && typeof definition['name'] === 'string';
}

/** Returns the number of tools; undefined if the text cannot be read. */
export function countTools(text: string): number | undefined {
  if (text.trim() === '') return 0;
  const reading = readJsonText(text);
  return 'value' in reading && Array.isArray(reading.value) ? reading.value.length : undefined;
}

/** Lists the functions that can be chosen, as values of a select. */
export function listFunctionChoices(text: string): { value: string; label: string }[] {
  let tools: Json;
  try {
    tools = parseExactJson(text);
  } catch {
    return [];
  }
  const names = (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const definition = isObject(tool) && isFunction(tool) ? tool['function'] : undefined;
    return isObject(definition) ? [getText(definition['name'])] : [];
  });
  return [...new Set(names)].map((name) => ({ value: FUNCTION + name, label: `Only ${name}` }));
}

function getText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
