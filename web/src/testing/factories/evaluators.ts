import type { ListedEvaluator } from '../../features/evaluators/api/all-evaluators.js';
import type { EvaluatorDetail } from '../../features/evaluators/api/evaluator.js';
import type { OutputConfig } from '../../features/evaluators/api/evaluator-fields.js';
import { PreviewMutation, type PreviewResult } from '../../features/evaluators/api/preview.js';
import { SandboxesQuery } from '../../features/evaluators/api/sandboxes.js';
import type { JudgeTemplate } from '../../features/evaluators/api/starting-points.js';
import type { TestExample } from '../../features/evaluators/api/test-examples.js';
import { answer, type Answer } from '../answers.js';
import { editPrompts, versionId } from './prompts.js';
import { ADA } from './users.js';

type Kind<Evaluator, Name> = Extract<Evaluator, { __typename: Name }>;

const TIME = '2026-02-03T04:05:06.000000Z';
const PROMPT = { id: 'prompt-1', name: 'truth' };

/** The labels of a yes-or-no question. */
export function aLabelOutput(good: string, bad: string): OutputConfig {
  return {
    __typename: 'CategoricalOutputConfig',
    name: 'answer',
    description: null,
    optimizationDirection: 'MAXIMIZE',
    values: [
      { label: good, score: 1 },
      { label: bad, score: 0 },
    ],
  };
}

/** An LLM judge in the list of all evaluators. */
export function aListedJudge(
  part: Partial<Kind<ListedEvaluator, 'LLMEvaluator'>> = {},
): ListedEvaluator {
  return {
    __typename: 'LLMEvaluator',
    id: 'judge-1',
    name: 'tells the truth',
    description: 'Compares the answer with the atlas.',
    kind: 'LLM',
    createdAt: TIME,
    updatedAt: TIME,
    datasetCount: 1,
    evaluationRuleCount: 1,
    user: ADA,
    updatedBy: ADA,
    prompt: PROMPT,
    promptVersion: { id: 'prompt-version-1', modelName: 'small' },
    ...part,
  };
}

/** A built-in evaluator in the list of all evaluators. */
export function aListedBuiltIn(
  part: Partial<Kind<ListedEvaluator, 'BuiltInEvaluator'>> = {},
): ListedEvaluator {
  return {
    __typename: 'BuiltInEvaluator',
    id: 'built-in-1',
    name: 'regex',
    description: 'A pattern matches the text.',
    kind: 'BUILTIN',
    createdAt: TIME,
    updatedAt: TIME,
    datasetCount: 0,
    evaluationRuleCount: 0,
    user: null,
    updatedBy: null,
    ...part,
  };
}

const DETAIL = {
  description: 'Compares the answer with the atlas.',
  datasetCount: 0,
  evaluationRuleCount: 0,
  outputConfigs: [aLabelOutput('right', 'wrong')],
  inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
  createdAt: TIME,
  updatedAt: TIME,
  user: ADA,
  updatedBy: ADA,
  datasetEvaluators: { edges: [] },
  evaluationRules: { edges: [] },
};

/** Code with everything that its page and its form show. */
export function aCodeEvaluator(
  part: Partial<Kind<EvaluatorDetail, 'CodeEvaluator'>> = {},
): Kind<EvaluatorDetail, 'CodeEvaluator'> {
  return {
    ...DETAIL,
    __typename: 'CodeEvaluator',
    id: 'code-1',
    name: 'names the city',
    kind: 'CODE',
    language: 'PYTHON',
    sourceCode: 'def evaluate(output):\n    return 1\n',
    inputSchema: { type: 'object', properties: { output: {} } },
    sandboxConfig: { id: 'sandbox-1', name: 'Python' },
    currentVersion: { id: 'code-version-1' },
    outputConfigs: [],
    ...part,
  };
}

/** An LLM judge with everything that its page and its form show. */
export function aJudge(
  part: Partial<Kind<EvaluatorDetail, 'LLMEvaluator'>> = {},
): Kind<EvaluatorDetail, 'LLMEvaluator'> {
  return {
    ...DETAIL,
    __typename: 'LLMEvaluator',
    id: 'judge-1',
    name: 'tells the truth',
    kind: 'LLM',
    prompt: PROMPT,
    promptVersion: { id: versionId(2), modelName: 'small', modelProvider: 'OLLAMA' },
    ...part,
  };
}

/** A template of an LLM judge. */
export function aJudgeTemplate(part: Partial<JudgeTemplate> = {}): JudgeTemplate {
  return {
    name: 'correctness',
    description: 'Whether the answer is correct.',
    labels: ['answers'],
    optimizationDirection: 'MAXIMIZE',
    choices: [
      { label: 'correct', score: 1 },
      { label: 'incorrect', score: 0 },
    ],
    messages: [
      {
        role: 'USER',
        roleName: 'user',
        content: [{ __typename: 'TextContentPart', text: { text: 'Is {{output}} correct?' } }],
      },
    ],
    ...part,
  };
}

/** Answers where code can run: in one sandbox for each language, but not in a disabled one. */
export const SANDBOXES: Answer = answer(SandboxesQuery, {
  sandboxProviders: [
    {
      id: 'WASM',
      enabled: true,
      configs: [
        { id: 'python', name: 'Python', language: 'PYTHON', enabled: true },
        { id: 'typescript', name: 'TypeScript', language: 'TYPESCRIPT', enabled: true },
        { id: 'old', name: 'Python 2', language: 'PYTHON', enabled: false },
      ],
    },
  ],
});

/** Answers a test of an evaluator. */
export const answerTest = (part: Partial<PreviewResult>): Answer =>
  answer(PreviewMutation, {
    evaluatorPreviews: {
      results: [{ error: null, printed: '', annotation: null, trace: null, ...part }],
    },
  });

/** An example on which an evaluator is tested. */
export function aTestExample(part: Partial<TestExample> = {}): TestExample {
  return {
    id: 'example-1',
    externalId: null,
    revision: { input: { city: 'Lima' }, output: { answer: 'Peru' }, metadata: {} },
    ...part,
  };
}

/** Answers what the form of an LLM judge asks about its prompt, which names the output. */
export const PROMPT_FORM: readonly Answer[] = editPrompts(['output']);
