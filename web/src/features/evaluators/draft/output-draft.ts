import {
  createLabel,
  findLabelProblem,
  type LabelDraft,
  printNumber,
  readLabels,
  readNumber,
  toLabelDraft,
} from '../../../components/score-labels/label-draft.js';
import type { Direction } from '../../../components/score-labels/score-texts.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { OutputConfig } from '../api/evaluator-fields.js';

/** The possible answers of an evaluator, as typed. */
export interface OutputDraft {
  type: 'categorical' | 'continuous';
  /** The name of a stored output; null for the name of the evaluator. */
  name: string | null;
  description: string;
  direction: Direction;
  labels: LabelDraft[];
  /** A number, or empty for none, like the other bound. */
  lowerBound: string;
  upperBound: string;
}

/** Returns the output of a new evaluator that asks a model: labels, two of them empty by default. */
export function createOutput(
  labels: LabelDraft[] = [createLabel('', '1'), createLabel('', '0')],
  direction: Direction = 'MAXIMIZE',
): OutputDraft {
  return {
    type: 'categorical',
    name: null,
    description: '',
    direction,
    labels,
    lowerBound: '',
    upperBound: '',
  };
}

/** Returns the draft of a stored output. */
export function toOutputDraft(output: OutputConfig, name: string | null): OutputDraft {
  const common = {
    ...createOutput(),
    name,
    description: output.description ?? '',
    direction: output.optimizationDirection,
  };
  if (output.__typename === 'CategoricalOutputConfig') {
    return { ...common, labels: output.values.map(toLabelDraft) };
  }
  return {
    ...common,
    type: 'continuous',
    lowerBound: printNumber(output.lowerBound),
    upperBound: printNumber(output.upperBound),
  };
}

/** Returns the output in the server’s format, or the first error. */
export function readOutputDraft(draft: OutputDraft, evaluatorName: string) {
  const common = {
    name: draft.name ?? evaluatorName,
    description: draft.description.trim() || null,
    optimizationDirection: draft.direction,
  };
  return draft.type === 'categorical'
    ? readCategorical(draft, common)
    : readContinuous(draft, common);
}

interface CommonInput {
  name: string;
  description: string | null;
  optimizationDirection: Direction;
}

function readCategorical({ labels }: OutputDraft, common: CommonInput): JsonReading<OutputInput> {
  const values = readLabels(labels);
  if (values.length === 0) return { problem: 'Add at least one label.' };
  if (values.some(({ label }) => label === '')) return { problem: 'Enter a text for each label.' };
  const problem = findLabelProblem(labels);
  return problem === undefined ? { value: { categorical: { ...common, values } } } : { problem };
}

function readContinuous(draft: OutputDraft, common: CommonInput): JsonReading<OutputInput> {
  const lowerBound = readNumber(draft.lowerBound);
  const upperBound = readNumber(draft.upperBound);
  if (lowerBound === undefined || upperBound === undefined) {
    return { problem: 'Enter a number for each bound, such as 0.5, or leave the field empty.' };
  }
  return { value: { continuous: { ...common, lowerBound, upperBound } } };
}

/** An output in the server’s format. */
export type OutputInput =
  | {
      categorical: CommonInput & { values: { label: string; score: number | null }[] };
    }
  | {
      continuous: CommonInput & { lowerBound: number | null; upperBound: number | null };
    };
