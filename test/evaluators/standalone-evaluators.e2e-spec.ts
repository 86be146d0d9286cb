import { ruleOperations } from '../evaluation-rules/rule-operations.js';
import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { codeEvaluatorOperations } from './code-evaluator-operations.js';
import { aQuestion, evaluatorOperations, labels } from './evaluator-operations.js';

interface Judge {
  id: string;
  name: string;
  prompt: { id: string; name: string };
}

const JUDGE = `id name description isStandalone datasetCount evaluationRuleCount
  inputMapping { literalMapping pathMapping } outputConfigs { __typename }
  prompt { id name labels { name } } promptVersion { sequenceNumber }
  user { username } updatedBy { username }`;

describe('evaluators that ask a model, without a dataset', () => {
  let server: SecuredServer;
  let dataset: string;
  const { done, send, remove } = evaluatorOperations(() => server);
  const code = codeEvaluatorOperations(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
    await code.readSandboxes();
  });
  beforeEach(async () => {
    dataset = globalId('Dataset', (await aDataset(server, { name: 'capitals' })).id);
  });
  afterEach(async () => {
    await server.sql('DELETE FROM datasets');
    await server.sql("DELETE FROM evaluators WHERE kind <> 'BUILTIN'");
    await server.sql('DELETE FROM prompts');
  });
  afterAll(() => server.stop());

  async function ask(account: Account, query: string, variables: Record<string, unknown> = {}) {
    const { data, errors } = await server.gqlAs(cookieOf(account), query, variables);
    return { done: data && Object.values(data)[0], error: errors?.[0] };
  }
  const change = (operation: 'create' | 'update', given: object, account: Account) =>
    ask(
      account,
      `mutation ($input: ${operation === 'create' ? 'Create' : 'Update'}LLMEvaluatorInput!) {
        ${operation}LlmEvaluator(input: $input) { evaluator { ${JUDGE} } }
      }`,
      {
        input: {
          name: 'Is it right?',
          promptVersion: aQuestion(),
          outputConfigs: labels('right', 'wrong'),
          ...given,
        },
      },
    );
  const create = (given: object = {}) => change('create', given, server.accounts.MEMBER);
  const created = async (given: object = {}): Promise<Judge> => {
    const { done: answer, error } = await create(given);
    expect(error).toBeUndefined();
    return (answer as { evaluator: Judge }).evaluator;
  };
  const find = async (id: string) =>
    (
      await ask(
        server.accounts.VIEWER,
        `{ node(id: "${id}") { ... on LLMEvaluator { ${JUDGE} } } }`,
      )
    ).done;
  const deleteAll = (
    ids: readonly string[],
    given: object = {},
    account: Account = server.accounts.MEMBER,
  ) =>
    ask(
      account,
      'mutation ($input: DeleteEvaluatorsInput!) { deleteEvaluators(input: $input) { evaluatorIds } }',
      { input: { evaluatorIds: ids, ...given } },
    );
  const attach = (evaluatorId: string, given: object = {}, account = server.accounts.MEMBER) =>
    send(account, 'attachLlmEvaluator', { datasetId: dataset, evaluatorId, name: 'a', ...given });

  it('are created, changed and read', async () => {
    const { MEMBER, ADMIN } = server.accounts;
    const judge = await created({ inputMapping: { pathMapping: { output: 'output.answer' } } });
    expect(judge).toMatchObject({
      name: 'Is it right?',
      description: null,
      isStandalone: true,
      datasetCount: 0,
      evaluationRuleCount: 0,
      inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
      outputConfigs: [{ __typename: 'CategoricalOutputConfig' }],
      prompt: { name: 'is-it-right', labels: [{ name: 'evaluator' }] },
      promptVersion: { sequenceNumber: 1 },
      user: { username: MEMBER.username },
      updatedBy: { username: MEMBER.username },
    });
    const changes = { id: judge.id, name: 'Right?', promptVersion: aQuestion('{{output}}!') };
    const { error } = await change('update', changes, ADMIN);
    expect(error).toBeUndefined();
    expect(await find(judge.id)).toMatchObject({
      name: 'Right?',
      isStandalone: true,
      inputMapping: { literalMapping: {}, pathMapping: {} },
      promptVersion: { sequenceNumber: 2 },
      user: { username: MEMBER.username },
      updatedBy: { username: ADMIN.username },
    });
  });

  const score = { continuous: { name: 'n', optimizationDirection: 'NONE' } };

  it.each<[string, object, string]>([
    ['neither version nor prompt', { promptVersion: null }, 'Send promptVersion or'],
    ['an empty name', { name: ' ' }, 'must not be empty'],
    ['a long description', { description: 'x'.repeat(2_001) }, '2000 characters'],
    ['no output', { outputConfigs: [] }, 'Send one output config'],
    ['a score as output', { outputConfigs: [score] }, 'answers with labels'],
    ['a malformed path', { inputMapping: { pathMapping: { output: '[' } } }, 'is not a path'],
    ['a list as mapping', { inputMapping: { literalMapping: [] } }, 'literalMapping'],
    ['a foreign ID', { promptVersionId: globalId('Prompt', 1) }, 'is not the ID of'],
    ['an unknown version', { promptVersionId: globalId('PromptVersion', 2 ** 40) }, 'not found'],
  ])('are refused with %s', async (_name, given, message) => {
    expect((await create(given)).error?.message).toContain(message);
    expect(await server.sql("SELECT FROM evaluators WHERE kind = 'LLM'")).toEqual([]);
    expect(await server.sql('SELECT FROM prompts')).toEqual([]);
  });

  it('must be evaluators to be changed', async () => {
    const update = async (id: string) =>
      (await change('update', { id }, server.accounts.MEMBER)).error?.message;
    expect(await update(globalId('LLMEvaluator', 2 ** 40))).toMatch(/not found/);
    expect(await update(globalId('CodeEvaluator', 1))).toMatch(/LLMEvaluator/);
  });

  it('can be used by several datasets, and stay when they are removed from them', async () => {
    const { MEMBER } = server.accounts;
    const judge = await created({ inputMapping: { pathMapping: { output: 'output.answer' } } });
    const other = globalId('Dataset', (await aDataset(server)).id);
    const attached = await done(MEMBER, 'attachLlmEvaluator', {
      datasetId: dataset,
      evaluatorId: judge.id,
      name: 'right here',
    });
    expect(attached).toMatchObject({
      name: 'right here',
      inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
      outputConfigs: [{ name: 'verdict' }],
      evaluator: { id: judge.id, name: 'Is it right?' },
    });
    const second = await done(MEMBER, 'attachLlmEvaluator', {
      datasetId: other,
      evaluatorId: judge.id,
      name: 'right there',
      inputMapping: { literalMapping: { output: 'x' } },
    });
    expect(await find(judge.id)).toMatchObject({ datasetCount: 2 });
    await done(MEMBER, 'updateDatasetLlmEvaluator', {
      datasetEvaluatorId: attached.id,
      datasetId: dataset,
      name: 'renamed here',
      promptVersion: aQuestion('{{output}}?'),
      outputConfigs: labels('yes', 'no'),
    });
    expect(await find(judge.id)).toMatchObject({
      name: 'Is it right?',
      promptVersion: { sequenceNumber: 2 },
    });
    await remove(MEMBER, [attached.id, second.id]);
    expect(await find(judge.id)).toMatchObject({ datasetCount: 0, isStandalone: true });
  });

  it('are not attached with bad input', async () => {
    const judge = await created();
    const refused = async (evaluatorId: string, given: object = {}) =>
      (await attach(evaluatorId, given)).error?.message;
    expect(await refused(globalId('LLMEvaluator', 2 ** 40))).toMatch(/not found/);
    expect(await refused(globalId('BuiltInEvaluator', 1))).toMatch(/LLMEvaluator/);
    expect(await refused(judge.id, { datasetId: globalId('Dataset', 2 ** 40) })).toMatch(
      /^No dataset/,
    );
    expect(await refused(judge.id, { name: ' ' })).toMatch(/must not be empty/);
    expect(await refused(judge.id, { name: 'x'.repeat(100_000) })).toMatch(/bytes|characters/);
    expect(await refused(judge.id, { inputMapping: { pathMapping: { a: '[' } } })).toMatch(
      /is not a path/,
    );
    expect(await refused(judge.id)).toBeUndefined();
    expect(await refused(judge.id)).toBe('Evaluator "a" already exists.');
  });

  it('are not deleted while a dataset or a rule uses them', async () => {
    const { MEMBER } = server.accounts;
    const judge = await created();
    const free = await created({ name: 'free' });
    const { evaluator: attached } = await attach(judge.id);
    const rules = ruleOperations((query, variables) =>
      server.gqlAs(cookieOf(MEMBER), query, variables),
    );
    const { id: projectId } = await aProject(server);
    const rule = await rules.aRule(projectId, {
      evaluatorId: judge.id,
      inputMapping: null,
      isEnabled: false,
    });
    const { error } = await deleteAll([free.id, judge.id]);
    expect(error?.extensions.code).toBe('CONFLICT');
    expect(error?.message).toBe(
      'Evaluator "Is it right?" is used by 1 dataset ("capitals") and 1 rule ("mentions Paris"). Remove it there first.',
    );
    expect(await find(free.id)).toMatchObject({ name: 'free' });
    await rules.remove([rule.id]);
    await remove(MEMBER, [attached!.id]);
    expect((await deleteAll([free.id, judge.id])).done).toEqual({
      evaluatorIds: [free.id, judge.id],
    });
    expect(await server.sql('SELECT FROM prompts')).toEqual([]);
  });

  it('are deleted like those with code, and leave their prompts on request', async () => {
    const judge = await created();
    const program = await code.created();
    await deleteAll([judge.id, program.id], { deleteAssociatedPrompt: false });
    expect(await server.sql("SELECT FROM evaluators WHERE kind <> 'BUILTIN'")).toEqual([]);
    expect(await server.sql('SELECT name FROM prompts')).toEqual([{ name: 'is-it-right' }]);
  });

  it('are deleted together or not at all', async () => {
    const judge = await created();
    const refused = async (...ids: string[]) =>
      (await deleteAll([judge.id, ...ids])).error?.message;
    const unknown = globalId('LLMEvaluator', 2 ** 40);
    expect(await refused(unknown)).toBe(`Evaluator "${unknown}" not found.`);
    expect(await refused(globalId('BuiltInEvaluator', 1))).toMatch(/cannot be deleted/);
    expect(await refused(globalId('Dataset', 1))).toMatch(/is not the ID of an evaluator/);
    expect(await refused('?')).toMatch(/is not the ID of an evaluator/);
    expect(await refused(...Array.from({ length: 1_000 }, () => unknown))).toMatch(/1000/);
    // The same number as that of an evaluator of another kind.
    const [row] = await server.sql<{ id: number }>("SELECT id FROM evaluators WHERE kind = 'LLM'");
    expect(await refused(globalId('CodeEvaluator', row!.id))).toMatch(/not found/);
    expect(await find(judge.id)).toMatchObject({ id: judge.id });
  });

  it('are read but not changed by viewers', async () => {
    const { VIEWER } = server.accounts;
    const judge = await created();
    const errors = [
      (await change('create', {}, VIEWER)).error,
      (await change('update', { id: judge.id }, VIEWER)).error,
      (await deleteAll([judge.id], {}, VIEWER)).error,
      (await attach(judge.id, {}, VIEWER)).error,
    ];
    for (const error of errors) expect(error?.extensions.code).toBe('FORBIDDEN');
    expect(await find(judge.id)).toMatchObject({ name: 'Is it right?', datasetCount: 0 });
  });

  it('are in the list, with all built-in ones on request', async () => {
    await created();
    const list = async (args: string) => {
      const { done: answer } = await ask(
        server.accounts.VIEWER,
        `{ evaluators(sort: { col: name, dir: asc }, ${args}) { edges { node { name } } } }`,
      );
      return (answer as { edges: { node: { name: string } }[] }).edges.map(({ node }) => node.name);
    };
    expect(await list('first: 50')).toEqual(['Is it right?']);
    expect(await list('includeUnusedBuiltin: true')).toEqual([
      'Is it right?',
      'contains',
      'exact_match',
      'json_distance',
      'levenshtein_distance',
      'regex',
    ]);
    const filter = 'filter: { col: name, value: "REG" }';
    expect(await list(`includeUnusedBuiltin: true, ${filter}`)).toEqual(['regex']);
    expect(await list(`includeUnusedBuiltin: true, last: 1`)).toEqual(['regex']);
  });
});
