import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { aVersion } from '../playground/chats.js';
import { aQuestion, aTool, labelOf, evaluatorOperations, labels } from './evaluator-operations.js';

describe('evaluators that ask a model', () => {
  let server: SecuredServer;
  let dataset: string;
  const { send, done, find, remove } = evaluatorOperations(() => server);

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
  const created = (given: object = {}) =>
    done(server.accounts.MEMBER, 'createDatasetLlmEvaluator', inputOf(given));
  const update = (id: string, given: object = {}) =>
    send(
      server.accounts.MEMBER,
      'updateDatasetLlmEvaluator',
      inputOf({ datasetEvaluatorId: id, ...given }),
    );

  async function ask<T>(query: string, account = server.accounts.MEMBER): Promise<T> {
    const { data, errors } = await server.gqlAs<Record<string, T>>(cookieOf(account), query);
    expect(errors).toBeUndefined();
    return Object.values(data!)[0]!;
  }
  const promptNames = async () =>
    (await server.sql<{ name: string }>('SELECT name FROM prompts ORDER BY id')).map(
      ({ name }) => name,
    );

  it('are created with a labeled prompt and a tool', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const inputMapping = { pathMapping: { output: 'output.answer' }, literalMapping: {} };
    const attached = await created({ description: 'Says so', inputMapping });
    expect(attached).toEqual({
      id: expect.any(String),
      name: 'Is it right?',
      description: 'Says so',
      inputMapping,
      outputConfigs: [
        {
          name: 'verdict',
          optimizationDirection: 'MAXIMIZE',
          values: [
            { label: 'right', score: 1 },
            { label: 'wrong', score: 0 },
          ],
        },
      ],
      dataset: { id: dataset },
      project: { id: expect.any(String), name: expect.stringMatching(/^Evaluator-/) },
      user: { username: MEMBER.username },
      evaluator: {
        __typename: 'LLMEvaluator',
        id: expect.any(String),
        name: 'Is it right?',
        kind: 'LLM',
        isBuiltin: false,
        inputSchema: { type: 'object', properties: { output: {} }, required: ['output'] },
        prompt: { id: expect.any(String), name: 'is-it-right', labels: [{ name: 'evaluator' }] },
        promptVersion: {
          id: expect.any(String),
          modelName: 'small',
          sequenceNumber: 1,
          tools: {
            tools: [
              {
                function: {
                  name: 'record_evaluation',
                  parameters: expect.objectContaining({ required: ['explanation', 'label'] }),
                },
              },
            ],
          },
        },
        promptVersionTag: { name: expect.stringMatching(/^evaluator-\d+$/) },
      },
    });
    expect(await find(VIEWER, attached.id)).toEqual(attached);
    const byId = await ask<object>(
      `{ node(id: "${attached.evaluator.id}") { ... on LLMEvaluator { name user { username } } } }`,
    );
    expect(byId).toEqual({ name: 'Is it right?', user: { username: MEMBER.username } });
  });

  it('get a prompt with a free name', async () => {
    await created();
    const second = await created({ name: 'is it RIGHT' });
    expect(second.evaluator.prompt!.name).toMatch(/^is-it-right-[0-9a-f]{6}$/);
    const third = await created({ name: '正しい?' });
    expect(third.evaluator.prompt!.name).toBe('evaluator');
  });

  it('keep the tool of the prompt', async () => {
    const promptVersion = { ...aQuestion(), tools: aTool(labelOf('right', 'wrong')) };
    const { evaluator } = await created({ promptVersion });
    expect(evaluator.promptVersion!.tools!.tools[0]!.function.name).toBe('judge');
  });

  it('use a version of an existing prompt, which stays when they are removed', async () => {
    const { MEMBER } = server.accounts;
    const first = await created();
    const versionId = first.evaluator.promptVersion!.id;
    const second = await created({ name: 'b', promptVersion: null, promptVersionId: versionId });
    expect(second.evaluator.prompt).toEqual(first.evaluator.prompt);
    expect(second.evaluator.promptVersion).toEqual(first.evaluator.promptVersion);
    const same = await created({ name: 'c', promptVersionId: versionId });
    expect(same.evaluator.promptVersion!.sequenceNumber).toBe(1);
    const next = { promptVersion: aQuestion('Really? {{output}}'), promptVersionId: versionId };
    const third = await created({ name: 'd', ...next });
    expect(third.evaluator.promptVersion!.sequenceNumber).toBe(2);
    await remove(MEMBER, [second.id, third.id, same.id]);
    expect(await promptNames()).toEqual(['is-it-right']);
    await remove(MEMBER, [first.id]);
    expect(await promptNames()).toEqual([]);
  });

  it('get a new version when the prompt changes, and only then', async () => {
    const attached = await created();
    const renamed = await update(attached.id, {
      name: 'b',
      outputConfigs: labels('right', 'wrong'),
    });
    expect(renamed.evaluator).toMatchObject({
      id: attached.id,
      name: 'b',
      evaluator: { id: attached.evaluator.id, name: 'b', promptVersion: { sequenceNumber: 1 } },
    });
    const changed = await update(attached.id, { outputConfigs: labels('good', 'bad') });
    expect(changed.evaluator).toMatchObject({
      outputConfigs: [{ values: [{ label: 'good' }, { label: 'bad' }] }],
      evaluator: { prompt: { name: 'is-it-right' }, promptVersion: { sequenceNumber: 2 } },
    });
    expect(changed.evaluator!.evaluator.promptVersionTag).toEqual(
      attached.evaluator.promptVersionTag,
    );
  });

  it('can switch to another prompt', async () => {
    const { MEMBER } = server.accounts;
    const first = await created();
    const second = await created({ name: 'b' });
    const { evaluator } = await update(second.id, {
      name: 'b',
      promptVersion: { ...aQuestion(), tools: aTool(labelOf('right', 'wrong')) },
      promptVersionId: first.evaluator.promptVersion!.id,
    });
    expect(evaluator!.evaluator).toMatchObject({
      prompt: { name: 'is-it-right' },
      promptVersion: { sequenceNumber: 2 },
    });
    const tags = await server.sql('SELECT name FROM prompt_version_tags');
    expect(tags).toHaveLength(2);
    await remove(MEMBER, [first.id]);
    expect(await promptNames()).toEqual(['is-it-right', 'b']);
  });

  it('follow their tag, and the newest version without it', async () => {
    const attached = await created();
    const promptId = attached.evaluator.prompt!.id;
    await server.gqlAs(
      cookieOf(server.accounts.MEMBER),
      `mutation ($input: CreateChatPromptVersionInput!) {
        createChatPromptVersion(input: $input) { id }
      }`,
      { input: { promptId, promptVersion: aVersion({ modelName: 'large' }) } },
    );
    const version = async () =>
      (await find(server.accounts.VIEWER, attached.id))!.evaluator.promptVersion!.modelName;
    expect(await version()).toBe('small');
    await server.sql('DELETE FROM prompt_version_tags');
    expect(await version()).toBe('large');
  });

  it('protect their prompt from deletion', async () => {
    const attached = await created();
    const promptId = attached.evaluator.prompt!.id;
    const { errors } = await server.gqlAs(
      cookieOf(server.accounts.MEMBER),
      `mutation { deletePrompt(input: { promptId: "${promptId}" }) { query { promptCount } } }`,
    );
    expect(errors?.[0]).toMatchObject({
      message:
        'An evaluator uses the prompt "is-it-right". Remove the evaluator from its dataset first.',
      extensions: { code: 'CONFLICT' },
    });
    await server.request
      .delete('/v1/prompts/is-it-right')
      .set(cookieOf(server.accounts.MEMBER))
      .expect(409);
    expect(await promptNames()).toEqual(['is-it-right']);
  });

  it('are deleted with their prompts once no dataset uses them', async () => {
    const { MEMBER } = server.accounts;
    const kept = await created({ name: 'kept' });
    const shared = await created({ name: 'shared' });
    const other = await aDataset(server);
    await server.sql(
      `INSERT INTO dataset_evaluators
         (dataset_id, evaluator_id, name, name_folded, input_mapping, project_name)
       SELECT $1, evaluator_id, name, name_folded, input_mapping, 'other'
         FROM dataset_evaluators WHERE name = 'shared'`,
      [other.id],
    );
    await remove(MEMBER, [kept.id], false);
    await remove(MEMBER, [shared.id]);
    expect(await promptNames()).toEqual(['kept', 'shared']);
    const [tag] = await server.sql('SELECT count(*)::int FROM prompt_version_tags');
    expect(tag).toEqual({ count: 1 });
    const list = await ask<{ edges: object[] }>('{ evaluators { edges { node { name } } } }');
    expect(list.edges).toEqual([{ node: { name: 'shared' } }]);
    await ask(
      `mutation { deleteDataset(input: { datasetId: "${globalId('Dataset', other.id)}" }) { query { evaluatorCount } } }`,
    );
    expect(await ask('{ evaluatorCount }')).toBe(0);
    expect(await promptNames()).toEqual(['kept', 'shared']);
  });

  it('can answer in a response format with the name of the output', async () => {
    const schema = { type: 'object', properties: { verdict: { type: 'string' } } };
    const responseFormat = { jsonSchema: { name: 'verdict', schema } };
    const { evaluator } = await created({ promptVersion: { ...aQuestion(), responseFormat } });
    expect(evaluator.promptVersion!.tools).toBeNull();
  });
});
