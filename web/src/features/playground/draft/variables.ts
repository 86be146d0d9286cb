import type { TemplateFormat } from '../../../components/prompt-editor/template-formats.js';
import type { Json, JsonObject } from '../../../lib/json/exact-json.js';
import { type JsonReading, readJsonText } from '../../../lib/json/json-text.js';
import type { PlaygroundDraft, VariableDraft } from './playground-draft.js';

type Variables = PlaygroundDraft['variables'];

const NO_VALUE: VariableDraft = { text: '', isJson: false };

/** Returns what was typed for a variable; undefined if nothing ever was. */
export function findVariable(variables: Variables, name: string): VariableDraft | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Returns the variables with another value for one of them. */
export function setVariable(variables: Variables, name: string, value: VariableDraft): Variables {
  // Unlike an assignment, this works for a variable named __proto__, too.
  return Object.fromEntries([...Object.entries(variables), [name, value]]);
}

/** Returns the draft of a variable nobody has typed yet: JSON if a section needs it. */
export function createVariable(
  name: string,
  texts: readonly string[],
  format: TemplateFormat,
): VariableDraft {
  const isSection =
    format === 'MUSTACHE' && texts.some((text) => listSections(text).includes(name));
  return isSection ? { text: '', isJson: true } : NO_VALUE;
}

function listSections(text: string): string[] {
  return [...text.matchAll(/(?<!(?<!\\)\\)\{\{\s*[#^]\s*([^{}]{1,500}?)\s*\}\}/g)].map(
    ([, name]) => name!,
  );
}

/**
 * Returns the values to send, or an error message. Leaves out those that no text can contain, so
 * that traces record what was used.
 */
export function readVariables(
  variables: Variables,
  texts: readonly string[],
): JsonReading<JsonObject> {
  const values: [string, Json][] = [];
  for (const [name, { text, isJson }] of Object.entries(variables)) {
    if (!texts.some((used) => used.includes(name))) continue;
    if (!isJson) {
      values.push([name, text]);
      continue;
    }
    const reading = readJsonText(text);
    if ('problem' in reading) return { problem: `Variable ${name}: ${reading.problem}` };
    values.push([name, reading.value]);
  }
  return { value: Object.fromEntries(values) };
}
