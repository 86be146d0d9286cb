import type { InputMapping } from './input-mapping.js';
import type { OutputConfig } from './output-config.js';

/** An evaluator where something uses it: a dataset, or a rule that evaluates live traces. */
export interface EvaluatorUse {
  /** Row ID. */
  evaluatorId: number;
  /** The name of its evaluations. */
  name: string;
  inputMapping: InputMapping;
  /** Null for those of the evaluator. */
  outputConfigs: OutputConfig[] | null;
  /** The project with the traces of its evaluations. */
  projectName: string;
}
