import { listDatasetRuns } from './dataset-runs.js';
import {
  createBlankStart,
  createPlaygroundDraft,
  duplicateVariant,
  type PlaygroundDraft,
  writeContent,
} from './playground-draft.js';

const SETTINGS = {
  datasetId: 'RGF0YXNldDox',
  evaluatorIds: null,
  name: '',
  source: 'input',
  repetitions: 2,
  maxCost: '',
  maxTokens: 500,
};

/** A draft with messages, a model and any number of variants. */
function aDraft(count = 1): PlaygroundDraft {
  const draft = createPlaygroundDraft(createBlankStart('OLLAMA'));
  const [variant] = draft.variants;
  const messages = variant!.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => ({ ...part, text: 'Where is {{city}}?' })),
  }));
  let filled = {
    ...draft,
    variants: [{ ...variant!, modelName: 'small', messages }],
  } as PlaygroundDraft;
  while (filled.variants.length < count) {
    filled = duplicateVariant(filled, filled.variants[0]!.key);
  }
  return filled;
}

const listRuns = (draft: PlaygroundDraft, settings = {}) =>
  listDatasetRuns(draft, { ...SETTINGS, ...settings }, () => []);

describe('runs on a dataset', () => {
  it('have the prompt, the limits and no variables', () => {
    expect(listRuns(aDraft())).toEqual([
      {
        value: expect.objectContaining({
          datasetId: SETTINGS.datasetId,
          experimentName: null,
          templateVariablesPath: 'input',
          repetitions: 2,
          budget: { maxCost: null, maxTokens: 500 },
          promptVersion: expect.objectContaining({ modelName: 'small' }),
        }),
      },
    ]);
    expect(listRuns(aDraft())[0]).not.toHaveProperty('value.template');
  });

  it('are judged by all evaluators, or by those that are chosen', () => {
    expect(listRuns(aDraft())).toMatchObject([{ value: { evaluators: null } }]);
    expect(listRuns(aDraft(), { evaluatorIds: ['a'] })).toMatchObject([
      { value: { evaluators: [{ id: 'a' }] } },
    ]);
    expect(listRuns(aDraft(), { evaluatorIds: [] })).toMatchObject([{ value: { evaluators: [] } }]);
  });

  it('are named after their prompts if there are several', () => {
    const runs = listRuns(aDraft(2), { name: ' capitals ' });
    expect(runs).toMatchObject([
      { value: { experimentName: 'capitals A' } },
      { value: { experimentName: 'capitals B' } },
    ]);
    expect(listRuns(aDraft(), { name: 'capitals' })).toMatchObject([
      { value: { experimentName: 'capitals' } },
    ]);
  });

  it('name the version that they came from only if it was not edited', () => {
    const draft = aDraft();
    const origin = { promptId: 'p', promptName: 'geo', versionId: 'v', sequenceNumber: 1 };
    const [variant] = draft.variants;
    const from = (saved: string) =>
      listRuns({ ...draft, variants: [{ ...variant!, origin, saved }] });
    expect(from('something else')).toMatchObject([{ value: { promptVersionId: null } }]);
    expect(from(writeContent(variant!, draft.templateFormat))).toMatchObject([
      { value: { promptVersionId: 'v', promptName: 'geo' } },
    ]);
  });

  it('say what is wrong with a prompt', () => {
    const blank = createPlaygroundDraft(createBlankStart('OLLAMA'));
    expect(listRuns(blank)).toEqual([{ problem: 'Write a message.' }]);
  });
});
