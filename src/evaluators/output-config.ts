import type {
  ConfigLabel,
  OptimizationDirection,
} from '../annotations/configs/annotation-config.entity.js';

/** What an evaluator can answer: one of several labels, or a score. */
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
