import {
  describeBounds,
  describeLabels,
  DIRECTIONS,
} from '../../components/score-labels/score-texts.js';
import type { EditorLanguage } from '../../components/text-editor/languages.js';
import { formatPlural } from '../../lib/format/numbers.js';
import type { OutputConfig } from './api/evaluator-fields.js';

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

/** Returns the language of code as editors name it. */
export function toEditorLanguage(language: 'TYPESCRIPT' | 'PYTHON'): EditorLanguage {
  return language === 'PYTHON' ? 'python' : 'typescript';
}

/** Returns how many datasets and rules use an evaluator, in words. */
export function listUses(counts: { datasetCount: number; evaluationRuleCount: number }): string[] {
  const { datasetCount, evaluationRuleCount } = counts;
  return [
    ...(datasetCount > 0 ? [formatPlural(datasetCount, 'dataset')] : []),
    ...(evaluationRuleCount > 0 ? [formatPlural(evaluationRuleCount, 'rule')] : []),
  ];
}
