import type { JsonObject } from '../../kernel/json/json.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { InputMapping } from '../evaluation/input-mapping.js';
import type {
  CategoricalOutput,
  ContinuousOutput,
  OutputConfig,
} from '../evaluation/output-config.js';
import {
  type InputsOf,
  type Parameters,
  checkMapping,
  readInputs,
  toInputSchema,
} from './parameters.js';

/** An evaluator that is part of Spandrel. */
export interface BuiltInEvaluator {
  name: string;
  description: string;
  /** A JSON schema of the inputs. */
  inputSchema: JsonObject;
  output: OutputConfig;
  /**
   * Takes milliseconds, even for hostile inputs.
   * @param output may have other labels than `output`.
   * @throws EvaluationError if an input is missing or cannot be used.
   */
  evaluate(context: JsonObject, mapping: InputMapping, output?: OutputConfig): Evaluation;
  /**
   * Finds mistakes in a mapping before it is used.
   * @throws EvaluationError for unknown inputs and for literals that cannot be used.
   */
  checkMapping(mapping: InputMapping): void;
}

interface Definition<P extends Parameters, Answer> {
  name: string;
  description: string;
  parameters: P;
  evaluate(inputs: InputsOf<P>): { answer: Answer; explanation: string };
}

/** Defines an evaluator that answers true or false, with the score 1 or 0. */
export function defineTest<P extends Parameters>(
  definition: Definition<P, boolean>,
): BuiltInEvaluator {
  const { name, description, parameters } = definition;
  const standard: CategoricalOutput = {
    type: 'CATEGORICAL',
    name,
    description: null,
    optimizationDirection: 'MAXIMIZE',
    values: [
      { label: 'true', score: 1 },
      { label: 'false', score: 0 },
    ],
  };
  return {
    name,
    description,
    inputSchema: toInputSchema(parameters),
    checkMapping: (mapping) => checkMapping(name, parameters, mapping),
    output: standard,
    evaluate: (context, mapping, output = standard) => {
      const { answer, explanation } = definition.evaluate(readInputs(parameters, context, mapping));
      const { values } = output.type === 'CATEGORICAL' ? output : standard;
      const { label, score } = values[answer ? 0 : 1]!;
      return { label, score, explanation };
    },
  };
}

/** Defines an evaluator that answers a distance: 0 for equal values, and more for others. */
export function defineDistance<P extends Parameters>(
  definition: Definition<P, number>,
): BuiltInEvaluator {
  const { name, description, parameters } = definition;
  const output: ContinuousOutput = {
    type: 'CONTINUOUS',
    name,
    description: null,
    optimizationDirection: 'MINIMIZE',
    lowerBound: 0,
    upperBound: null,
  };
  return {
    name,
    description,
    inputSchema: toInputSchema(parameters),
    checkMapping: (mapping) => checkMapping(name, parameters, mapping),
    output,
    evaluate: (context, mapping) => {
      const { answer, explanation } = definition.evaluate(readInputs(parameters, context, mapping));
      return { label: null, score: answer, explanation };
    },
  };
}
