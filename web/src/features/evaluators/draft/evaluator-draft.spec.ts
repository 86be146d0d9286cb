import { createLabel } from '../../../components/score-labels/label-draft.js';
import type { AttachedEvaluator, StoredEvaluator } from '../api/evaluator.js';
import type { BuiltInEvaluator, JudgeTemplate } from '../api/starting-points.js';
import {
  type EvaluatorDraft,
  listDraftInputs,
  readEvaluatorDraft,
  startBuiltIn,
  startCode,
  startAttach,
  startEdit,
  startStored,
  startJudge,
} from './evaluator-draft.js';
import { toPreviewedEvaluator } from './preview-input.js';

const EXACT: BuiltInEvaluator = {
  id: 'evaluator',
  name: 'exact_match',
  description: 'Whether a text is the expected one.',
  inputSchema: {
    properties: { expected: { type: 'string' }, actual: { type: 'string' } },
    required: ['expected', 'actual'],
  },
  outputConfigs: [
    {
      __typename: 'CategoricalOutputConfig',
      name: 'exact_match',
      description: null,
      optimizationDirection: 'MAXIMIZE',
      values: [
        { label: 'true', score: 1 },
        { label: 'false', score: 0 },
      ],
    },
  ],
};
const TEMPLATE: JudgeTemplate = {
  name: 'toxicity',
  description: 'Whether a text insults people.',
  labels: ['safety'],
  optimizationDirection: 'MINIMIZE',
  choices: [{ label: 'toxic', score: 1 }],
  messages: [
    {
      role: 'USER',
      roleName: 'user',
      content: [{ __typename: 'TextContentPart', text: { text: 'Text: {{output}}' } }],
    },
  ],
};

describe('the draft of an evaluator', () => {
  it('of a built-in one can be added at once', () => {
    const start = startBuiltIn(EXACT);
    const read = readEvaluatorDraft(start.draft, start.specs);
    expect(read).toEqual({
      value: {
        name: 'exact_match',
        description: null,
        inputMapping: {
          literalMapping: {},
          pathMapping: { expected: 'reference', actual: 'output' },
        },
        outputConfigs: [expect.objectContaining({ categorical: expect.anything() })],
        promptVersion: null,
        code: null,
      },
    });
    if ('problem' in read) return;
    expect(toPreviewedEvaluator(start, read.value)).toMatchObject({
      builtIn: { evaluatorId: 'evaluator', name: 'exact_match' },
    });
  });

  it('of a template has its messages and labels, and needs a model', () => {
    const start = startJudge('OPENAI', TEMPLATE);
    expect(readEvaluatorDraft(start.draft, [])).toEqual({
      problem: 'Enter the name of the model.',
    });
    const prompt = { ...start.draft.prompt!, modelName: 'small' };
    const read = readEvaluatorDraft({ ...start.draft, prompt }, []);
    expect(read).toMatchObject({
      value: {
        name: 'toxicity',
        outputConfigs: [
          {
            categorical: {
              name: 'toxicity',
              optimizationDirection: 'MINIMIZE',
              values: TEMPLATE.choices,
            },
          },
        ],
        promptVersion: { modelName: 'small', modelProvider: 'OPENAI' },
      },
    });
    if ('problem' in read) return;
    expect(toPreviewedEvaluator(start, read.value)).toMatchObject({
      inlineLlm: { name: 'toxicity', promptVersion: { modelName: 'small' } },
    });
  });

  it('of code needs a name', () => {
    const sandbox = { id: 's', name: 'Python', language: 'PYTHON', enabled: true } as const;
    const start = startCode(sandbox);
    expect(readEvaluatorDraft(start.draft, [])).toEqual({ problem: 'Enter a name.' });
    const read = readEvaluatorDraft({ ...start.draft, name: 'same' }, []);
    expect(read).toMatchObject({ value: { name: 'same', outputConfigs: null } });
    if ('problem' in read) return;
    expect(toPreviewedEvaluator(start, read.value)).toMatchObject({
      inlineCode: { name: 'same', language: 'PYTHON', sandboxConfigId: 's' },
    });
  });

  it('of an empty judge needs a name, labels and a message', () => {
    const { draft } = startJudge('OPENAI', undefined);
    const read = (part: Partial<EvaluatorDraft>) => readEvaluatorDraft({ ...draft, ...part }, []);
    expect(read({})).toEqual({ problem: 'Enter a name.' });
    expect(read({ name: 'x' })).toEqual({ problem: 'Enter a text for each label.' });
    const output = { ...draft.output!, labels: [createLabel('good', '1')] };
    expect(read({ name: 'x', output })).toEqual({ problem: 'Write a message.' });
  });

  it('of a stored one becomes the same again, and keeps the name of its output', () => {
    const attached: AttachedEvaluator = {
      __typename: 'DatasetEvaluator',
      id: 'use',
      name: 'same text',
      description: 'As expected.',
      dataset: { id: 'dataset' },
      inputMapping: { literalMapping: {}, pathMapping: { expected: 'reference.a' } },
      outputConfigs: EXACT.outputConfigs,
      evaluator: {
        __typename: 'BuiltInEvaluator',
        kind: 'BUILTIN',
        datasetCount: 1,
        evaluationRuleCount: 0,
        ...EXACT,
      },
    };
    const start = startEdit(attached, undefined);
    expect(start).toMatchObject({ kind: 'BUILTIN', evaluatorId: 'evaluator' });
    expect(readEvaluatorDraft(start.draft, start.specs)).toEqual({
      problem: 'Enter a path or a fixed value for actual.',
    });
    const { inputs } = start.draft;
    const actual = { ...inputs['actual']!, path: 'output' };
    expect(
      readEvaluatorDraft({ ...start.draft, inputs: { ...inputs, actual } }, start.specs),
    ).toMatchObject({
      value: {
        name: 'same text',
        description: 'As expected.',
        inputMapping: { pathMapping: { expected: 'reference.a', actual: 'output' } },
        outputConfigs: [{ categorical: { name: 'exact_match' } }],
      },
    });
  });

  describe('of one with code', () => {
    const stored = {
      __typename: 'CodeEvaluator',
      id: 'evaluator',
      name: 'same',
      description: 'Compares',
      kind: 'CODE',
      datasetCount: 2,
      evaluationRuleCount: 0,
      outputConfigs: [],
      inputSchema: { properties: { output: {} }, required: ['output'] },
      language: 'PYTHON',
      sourceCode: 'def evaluate(output): return 1',
      sandboxConfig: { id: 'sandbox', name: 'Python' },
      inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
    } satisfies StoredEvaluator;

    it('starts with its own inputs', () => {
      const { draft, isFixed } = startStored(stored, undefined);
      expect(isFixed).toBeUndefined();
      expect(draft).toMatchObject({
        name: 'same',
        description: 'Compares',
        inputs: { output: { source: 'path', path: 'output.answer' } },
        code: { language: 'PYTHON', sandboxConfigId: 'sandbox' },
      });
    });

    it('cannot change the evaluator while it is added to a dataset', () => {
      const { draft, isFixed } = startAttach(stored, undefined);
      expect(isFixed).toBe(true);
      expect(draft).toMatchObject({ name: 'same', description: '' });
    });
  });
});

describe('listDraftInputs', () => {
  const list = (
    { draft, ...start }: ReturnType<typeof startCode>,
    part: Partial<EvaluatorDraft>,
    read: { isNew?: boolean; variables?: string[] } = {},
  ) =>
    listDraftInputs(
      { ...draft, ...part },
      { draft, ...start },
      { isNew: false, variables: undefined, ...read },
    ).map(({ name }) => name);

  it('reads those of code that the server has not stored', () => {
    const start = startCode({ id: 's', name: 'Python', language: 'PYTHON', enabled: true });
    const code = { ...start.draft.code!, source: 'def evaluate(output, tone): return 1' };
    expect(list(start, { code })).toEqual(['output', 'tone']);
    const specs = [{ name: 'stored' }] as unknown as typeof start.specs;
    expect(list({ ...start, specs }, {})).toEqual(['stored']);
    expect(list({ ...start, specs }, {}, { isNew: true })).not.toEqual(['stored']);
  });

  it('keeps those of a judge until the server has read its messages', () => {
    const start = startJudge('OPENAI', TEMPLATE);
    const inputs = { tone: start.draft.inputs['output']! };
    expect(list(start, { inputs })).toEqual(['tone']);
    expect(list(start, { inputs }, { variables: ['output'] })).toEqual(['output']);
  });
});
