import type { JsonReading } from '../../../lib/json/json-text.js';
import type { Sandbox } from '../api/sandboxes.js';
import { type InputSpec, listVariableInputs } from '../../../components/evaluators/input-specs.js';

export type Language = Sandbox['language'];

/** The code of an evaluator, as typed, and where it runs. */
export interface CodeDraft {
  language: Language;
  sandboxConfigId: string;
  source: string;
}

const EXAMPLES: Record<Language, string> = {
  TYPESCRIPT: `export default function evaluate({ output, reference }) {
  const isSame = JSON.stringify(output) === JSON.stringify(reference);
  return { score: isSame ? 1 : 0, explanation: 'Compared the output with the expected one.' };
}
`,
  PYTHON: `def evaluate(output, reference):
    is_same = output == reference
    explanation = "Compared the output with the expected one."
    return {"score": 1 if is_same else 0, "explanation": explanation}
`,
};

/** Returns code to start from, which compares the output with the expected one. */
export function createCode({ id, language }: Sandbox): CodeDraft {
  return { language, sandboxConfigId: id, source: EXAMPLES[language] };
}

/** Returns the draft in another sandbox. Replaces code that was not edited by that in its language. */
export function changeSandbox(draft: CodeDraft, sandbox: Sandbox): CodeDraft {
  const isEdited = draft.source !== EXAMPLES[draft.language];
  const next = createCode(sandbox);
  return isEdited ? { ...next, source: draft.source } : next;
}

/** Returns the draft if it has code, otherwise an error message. */
export function readCodeDraft(draft: CodeDraft): JsonReading<CodeDraft> {
  if (draft.source.trim() === '') return { problem: 'Enter the code.' };
  return { value: draft };
}

const FUNCTIONS: Record<Language, readonly RegExp[]> = {
  TYPESCRIPT: [/\bfunction\s+evaluate\s*\(/, /\bfunction\s*\w*\s*\(/, /=\s*(?:async\s*)?\(/],
  PYTHON: [/\bdef\s+evaluate\s*\(/, /\bdef\s+\w+\s*\(/],
};

/**
 * Returns the parameters of the function in code that the server has not read yet. They are only
 * offered to be mapped, so they need not be right.
 */
export function guessInputs({ language, source }: CodeDraft): InputSpec[] {
  const start = FUNCTIONS[language].map((pattern) => pattern.exec(source)).find(Boolean);
  if (!start) return [];
  const parameters = splitList(source.slice(start.index + start[0].length));
  const [first = ''] = parameters;
  const names = (isDestructured(first) ? splitList(first.trim().slice(1)) : parameters).flatMap(
    (parameter) => /^\s*([A-Za-z_]\w*)/.exec(parameter)?.[1] ?? [],
  );
  return listVariableInputs([...new Set(names)]);
}

function isDestructured(parameter: string): boolean {
  return parameter.trimStart().startsWith('{');
}

/** Splits a text at its outer commas, up to the bracket that closes the list. */
function splitList(text: string): string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth < 0) break;
    if (character === ',' && depth === 0) items.push('');
    else items[items.length - 1] += character;
  }
  return items;
}

/** Returns the line of the code that an error message of the server names, from 1. */
export function findFaultyLine(problem: string | undefined): number | undefined {
  const line = /^Line (\d+):/.exec(problem ?? '')?.[1];
  return line === undefined ? undefined : Number(line);
}
