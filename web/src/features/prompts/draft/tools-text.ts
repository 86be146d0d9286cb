import {
  isObject,
  type Json,
  type JsonObject,
  parseExactJson,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { type JsonReading, readJsonText } from '../../../lib/json/json-text.js';

/** Tools as they are typed: a list of JSON, which of them is to be called, and whether at once. */
export interface ToolsDraft {
  text: string;
  /** `''` leaves it to the provider; a name stands behind `function:`. */
  choice: string;
  /** Several tools may be called at once; null leaves it to the provider. */
  isParallel: boolean | null;
}

export const NO_TOOLS: ToolsDraft = { text: '', choice: '', isParallel: null };

const FUNCTION = 'function:';

/** What may be chosen besides the functions themselves. */
export const TOOL_CHOICES = [
  { value: '', label: 'As the provider does' },
  { value: 'zero_or_more', label: 'Any, or none' },
  { value: 'one_or_more', label: 'At least one' },
  { value: 'none', label: 'None' },
] as const;

/** Stored tools as they are edited. Tools in the words of a provider stand there as they are. */
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
  return type === 'specific_function' ? FUNCTION + textOf(name) : textOf(type);
}

/** Tools as the server takes them; null when there are none. */
export function readToolsDraft(draft: ToolsDraft): JsonReading<JsonObject | null> {
  if (draft.text.trim() === '') return { value: null };
  const reading = readJsonText(draft.text);
  if ('problem' in reading) return { problem: `Tools. ${reading.problem}` };
  const tools = reading.value;
  if (!Array.isArray(tools)) return { problem: 'Tools have to be a list: [ { … } ].' };
  if (tools.length === 0) return { value: null };
  const written: Json[] = [];
  for (const [index, tool] of tools.entries()) {
    if (!isObject(tool)) return { problem: `Tool ${index + 1} has to be an object.` };
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

/** Every other form is that of a provider, kept untouched. */
function isFunction(tool: JsonObject): boolean {
  const { type, function: definition } = tool;
  return type === 'function' && isObject(definition) && typeof definition['name'] === 'string';
}

/** The functions that can be chosen, as values for a choice. */
export function functionChoices(text: string): { value: string; label: string }[] {
  let tools: Json;
  try {
    tools = parseExactJson(text);
  } catch {
    return [];
  }
  const names = (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const definition = isObject(tool) && isFunction(tool) ? tool['function'] : undefined;
    return isObject(definition) ? [textOf(definition['name'])] : [];
  });
  return [...new Set(names)].map((name) => ({ value: FUNCTION + name, label: `Only ${name}` }));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
