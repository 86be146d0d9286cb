import {
  describeBounds,
  describeLabels,
  DIRECTIONS,
} from '../../components/score-labels/score-texts.js';
import type { OutputConfig } from './api/evaluator-fields.js';
import type { EvaluatorKind } from './api/evaluators-list.js';

const KINDS: Record<EvaluatorKind, string> = {
  BUILTIN: 'Built-in',
  LLM: 'LLM judge',
  CODE: 'Code',
};

export function getKindLabel(kind: EvaluatorKind): string {
  return KINDS[kind];
}

/** Returns the name of a language of code. */
export function getLanguageLabel(language: 'TYPESCRIPT' | 'PYTHON'): string {
  return language === 'PYTHON' ? 'Python' : 'TypeScript';
}

/** Returns what evaluators can answer, for one line of text. */
export function describeOutputs(outputs: readonly OutputConfig[]): string {
  return outputs.map(describeOutput).join('; ');
}

function describeOutput(output: OutputConfig): string {
  if (output.__typename === 'CategoricalOutputConfig') return describeLabels(output.values);
  const bounds = describeBounds(output.lowerBound, output.upperBound);
  return bounds === undefined ? 'any score' : `score of ${bounds}`;
}

/** Returns which scores are better; undefined if neither are. */
export function describeDirection([output]: readonly OutputConfig[]): string | undefined {
  if (!output || output.optimizationDirection === 'NONE') return undefined;
  return DIRECTIONS.find(({ value }) => value === output.optimizationDirection)?.label;
}

/** The names of built-in evaluators in the menu, in its order, with what they check. */
export const BUILT_INS: readonly { name: string; label: string; note: string }[] = [
  { name: 'contains', label: 'Contains', note: 'The output contains words' },
  { name: 'exact_match', label: 'Exact match', note: 'The output is the expected one' },
  { name: 'regex', label: 'Regular expression', note: 'A pattern matches the output' },
  { name: 'levenshtein_distance', label: 'Levenshtein distance', note: 'Edits between two texts' },
  { name: 'json_distance', label: 'JSON distance', note: 'Values that differ in two documents' },
];

/** Returns the readable name of a built-in evaluator. */
export function getBuiltInLabel(name: string): string {
  return BUILT_INS.find((builtIn) => builtIn.name === name)?.label ?? name;
}
