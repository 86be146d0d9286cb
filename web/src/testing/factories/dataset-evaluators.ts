import type { AttachedEvaluator } from '../../features/evaluators/api/evaluator.js';
import type { EvaluatorRow } from '../../features/evaluators/api/evaluators-list.js';
import type { BuiltInEvaluator } from '../../features/evaluators/api/starting-points.js';
import {
  type TestExample,
  TestExamplesQuery,
} from '../../features/evaluators/api/test-examples.js';
import { DatasetFrameQuery } from '../../features/datasets/api/dataset-frame.js';
import { answer, type Answer, keepWaiting } from '../answers.js';
import { DATASET_ID } from './datasets.js';
import { aJudge, aLabelOutput, aTestExample } from './evaluators.js';
import { ADA } from './users.js';

const CONTAINS_SCHEMA = {
  type: 'object',
  properties: {
    words: { anyOf: [{ type: 'string' }, { type: 'array' }], description: 'At most 100 words.' },
    text: { type: 'string', description: 'The text to search.' },
    require_all: { type: 'boolean', default: false },
  },
  required: ['words', 'text'],
};

/** The built-in evaluator that looks for words. */
export function aBuiltIn(part: Partial<BuiltInEvaluator> = {}): BuiltInEvaluator {
  return {
    id: 'built-in-1',
    name: 'contains',
    description: 'Whether a text contains at least one of several words.',
    inputSchema: CONTAINS_SCHEMA,
    outputConfigs: [aLabelOutput('true', 'false')],
    ...part,
  };
}

/** An LLM judge in the list of the evaluators of a dataset. */
export function anEvaluatorRow(part: Partial<EvaluatorRow> = {}): EvaluatorRow {
  const { id, name, prompt, promptVersion } = aJudge();
  return {
    id: 'use-1',
    name: 'truth',
    description: 'Compares the countries.',
    updatedAt: '2026-02-03T04:05:06.000000Z',
    user: ADA,
    project: { id: 'project-1' },
    outputConfigs: [aLabelOutput('right', 'wrong')],
    evaluator: { __typename: 'LLMEvaluator', id, name, kind: 'LLM', prompt, promptVersion },
    ...part,
  };
}

/** An evaluator of a dataset in its form: the built-in one that looks for words. */
export function anAttached(part: Partial<AttachedEvaluator> = {}): AttachedEvaluator {
  return {
    __typename: 'DatasetEvaluator',
    id: 'use-1',
    name: 'names the country',
    description: null,
    dataset: { id: DATASET_ID },
    inputMapping: {
      literalMapping: { words: 'Peru, Chile', require_all: false },
      pathMapping: { text: 'output.answer' },
    },
    outputConfigs: [aLabelOutput('named', 'not named')],
    evaluator: {
      ...aBuiltIn(),
      __typename: 'BuiltInEvaluator',
      kind: 'BUILTIN',
      datasetCount: 1,
      evaluationRuleCount: 0,
    },
    ...part,
  };
}

/** Answers with the examples of the dataset, on which its evaluators are tested. */
export const testOn = (...examples: TestExample[]): Answer =>
  answer(TestExamplesQuery, {
    node: {
      __typename: 'Dataset',
      id: DATASET_ID,
      name: 'capitals',
      examples: { edges: examples.map((node) => ({ node })) },
    },
  });

/** Answers with two examples about capitals. */
export const TWO_EXAMPLES: Answer = testOn(
  aTestExample(),
  aTestExample({
    id: 'example-2',
    revision: { input: { city: 'Santiago' }, output: { answer: 'Chile' }, metadata: {} },
  }),
);

/** Lets the list of evaluators, to which their forms lead back, keep loading. */
export const LIST_LOADS: Answer = keepWaiting(DatasetFrameQuery);
