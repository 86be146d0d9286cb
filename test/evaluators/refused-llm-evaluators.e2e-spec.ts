import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { aQuestion, aTool, labelOf, evaluatorOperations, labels } from './evaluator-operations.js';

describe('evaluators that ask a model, refused', () => {
  let server: SecuredServer;
  let dataset: string;
  const { send, done } = evaluatorOperations(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  beforeEach(async () => {
    dataset = globalId('Dataset', (await aDataset(server)).id);
    await server.sql('DELETE FROM dataset_evaluators');
    await server.sql("DELETE FROM evaluators WHERE kind = 'LLM'");
    await server.sql('DELETE FROM prompts');
  });
  afterAll(() => server.stop());

  const inputOf = (given: object = {}) => ({
    datasetId: dataset,
    name: 'Is it right?',
    promptVersion: aQuestion(),
    outputConfigs: labels('right', 'wrong'),
    ...given,
  });
  const create = (given: object = {}) =>
    send(server.accounts.MEMBER, 'createDatasetLlmEvaluator', inputOf(given));
  const created = (given: object = {}) =>
    done(server.accounts.MEMBER, 'createDatasetLlmEvaluator', inputOf(given));
  const update = (id: string, given: object = {}) =>
    send(
      server.accounts.MEMBER,
      'updateDatasetLlmEvaluator',
      inputOf({ datasetEvaluatorId: id, ...given }),
    );

  const promptNames = async () =>
    (await server.sql<{ name: string }>('SELECT name FROM prompts ORDER BY id')).map(
      ({ name }) => name,
    );

  const score = { continuous: { name: 'n', optimizationDirection: 'NONE' } };

  it.each([
    ['neither version nor prompt', { promptVersion: null }, 'Send promptVersion or'],
    [
      'an unknown version',
      { promptVersionId: globalId('PromptVersion', 987_654_321) },
      'not found',
    ],
    ['a foreign ID', { promptVersionId: globalId('Prompt', 1) }, 'is not the ID of'],
    ['no output', { outputConfigs: [] }, 'Send one output config'],
    ['a score as output', { outputConfigs: [score] }, 'answers with labels'],
    ['no labels', { outputConfigs: labels() }, 'Add at least one label'],
    ['an empty label', { outputConfigs: labels('a', ' ') }, 'must not be empty'],
    ['a malformed path', { inputMapping: { pathMapping: { output: '[' } } }, 'is not a path'],
    [
      'a tool with other labels',
      { promptVersion: { ...aQuestion(), tools: aTool(labelOf('good', 'bad')) } },
      'The prompt asks for the labels "good", "bad", but the output has "right", "wrong".',
    ],
    [
      'a tool without a label',
      { promptVersion: { ...aQuestion(), tools: aTool({ type: 'object', properties: {} }) } },
      'needs a property "label" or "verdict"',
    ],
    [
      'only a tool of the provider',
      { promptVersion: { ...aQuestion(), tools: { tools: [{ raw: { type: 'web_search' } }] } } },
      'needs a function tool or a response format',
    ],
    [
      'parameters of another provider',
      {
        promptVersion: { ...aQuestion(), invocationParameters: { anthropic: { maxTokens: 1 } } },
      },
      'parameters',
    ],
  ])('refuse %s', async (_, given, reason) => {
    const { error } = await create(given);
    expect(error?.message).toContain(reason);
    expect(await promptNames()).toEqual([]);
  });

  it('leave nothing behind if the name is taken', async () => {
    await created();
    const { error } = await create();
    expect(error?.extensions.code).toBe('CONFLICT');
    expect(await promptNames()).toEqual(['is-it-right']);
    const [count] = await server.sql("SELECT count(*)::int FROM evaluators WHERE kind = 'LLM'");
    expect(count).toEqual({ count: 1 });
  });

  it('belong to their dataset', async () => {
    const attached = await created();
    const other = globalId('Dataset', (await aDataset(server)).id);
    expect((await update(attached.id, { datasetId: other })).error?.extensions.code).toBe(
      'NOT_FOUND',
    );
    const asBuiltIn = await send(server.accounts.MEMBER, 'updateDatasetBuiltinEvaluator', {
      datasetEvaluatorId: attached.id,
      name: 'n',
    });
    expect(asBuiltIn.error?.extensions.code).toBe('NOT_FOUND');
  });

  it('are only read by viewers', async () => {
    const attached = await created();
    for (const operation of ['createDatasetLlmEvaluator', 'updateDatasetLlmEvaluator']) {
      const rest = operation.startsWith('update') ? { datasetEvaluatorId: attached.id } : {};
      const { error } = await send(server.accounts.VIEWER, operation, inputOf(rest));
      expect(error?.extensions.code).toBe('FORBIDDEN');
    }
  });
});
