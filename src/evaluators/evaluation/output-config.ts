import type {
  ConfigLabel,
  OptimizationDirection,
} from '../../annotations/configs/annotation-config.entity.js';
import {
  type AnnotationConfigContent,
  assertValuesAreValid,
} from '../../annotations/configs/annotation-configs.service.js';
import { BadRequestError } from '../../kernel/errors/errors.js';

/** The form of an evaluator's verdicts: one of several labels, or a score. */
export type OutputConfig = CategoricalOutput | ContinuousOutput;

interface Output {
  name: string;
  description: string | null;
  optimizationDirection: OptimizationDirection;
}

export interface CategoricalOutput extends Output {
  type: 'CATEGORICAL';
  values: ConfigLabel[];
}

export interface ContinuousOutput extends Output {
  type: 'CONTINUOUS';
  lowerBound: number | null;
  upperBound: number | null;
}

/**
 * Reads the only output of an evaluator from annotation configs.
 * @throws BadRequestError for another number of configs, for free text, and for labels or bounds that
 * make no sense.
 */
export function readOutputConfig(contents: readonly AnnotationConfigContent[]): OutputConfig {
  const [content] = contents;
  if (!content || contents.length > 1) {
    throw new BadRequestError('An evaluator has one output. Send one output config.');
  }
  assertValuesAreValid(content);
  const { name, description, type, lowerBound, upperBound } = content;
  const output = { name, description, optimizationDirection: content.optimizationDirection! };
  if (type === 'CATEGORICAL') return { ...output, type, values: content.values! };
  if (type === 'CONTINUOUS') return { ...output, type, lowerBound, upperBound };
  throw new BadRequestError('An evaluator answers with a label or a score, not with free text.');
}

/**
 * Checks that a built-in evaluator can give an output.
 * @throws BadRequestError if not.
 */
export function assertOutputFits(output: OutputConfig, standard: OutputConfig): void {
  if (standard.type === 'CONTINUOUS' && output.type === 'CATEGORICAL') {
    throw new BadRequestError('This evaluator answers with a score, not with labels.');
  }
  if (standard.type === 'CONTINUOUS') return;
  if (output.type === 'CONTINUOUS' || output.values.length !== 2) {
    throw new BadRequestError(
      'This evaluator answers yes or no. Send two labels: the first for yes, the second for no.',
    );
  }
}
