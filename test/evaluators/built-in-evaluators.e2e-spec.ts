import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { evaluatorOperations, labels } from './evaluator-operations.js';

const MAPPING = {
  literalMapping: { words: 'paris', case_sensitive: true },
  pathMapping: { text: 'output.answer' },
};

describe('built-in evaluators of datasets', () => {
  let server: SecuredServer;
  let dataset: string;
  const { send, done, find, builtIn, remove } = evaluatorOperations(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  beforeEach(async () => {
    dataset = globalId('Dataset', (await aDataset(server)).id);
  });
  afterAll(() => server.stop());

  const create = async (given: object = {}, evaluator = 'contains') =>
    send(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
      datasetId: dataset,
      evaluatorId: await builtIn(evaluator),
      name: 'capital',
      inputMapping: MAPPING,
      ...given,
    });

  it('can be added, read by their ID, and changed', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { evaluator } = await create({ name: ' capital ', description: 'Names it' });
    expect(evaluator).toEqual({
      id: expect.any(String),
      name: 'capital',
      description: 'Names it',
      inputMapping: MAPPING,
      outputConfigs: [
        {
          name: 'contains',
          optimizationDirection: 'MAXIMIZE',
          values: [
            { label: 'true', score: 1 },
            { label: 'false', score: 0 },
          ],
        },
      ],
      dataset: { id: dataset },
      project: { id: expect.any(String), name: expect.stringMatching(/^Evaluator-[0-9a-f]{24}$/) },
      user: { username: MEMBER.username },
      evaluator: {
        __typename: 'BuiltInEvaluator',
        id: await builtIn('contains'),
        name: 'contains',
        kind: 'BUILTIN',
        isBuiltin: true,
        inputSchema: expect.objectContaining({ required: ['words', 'text'] }),
      },
    });
    expect(await find(VIEWER, evaluator!.id)).toEqual(evaluator);
    const changed = await done(MEMBER, 'updateDatasetBuiltinEvaluator', {
      datasetEvaluatorId: evaluator!.id,
      name: 'city',
      inputMapping: { pathMapping: { words: 'reference.city', text: 'output' } },
      outputConfigs: labels('yes', 'no'),
    });
    expect(changed).toMatchObject({
      id: evaluator!.id,
      name: 'city',
      description: null,
      inputMapping: {
        literalMapping: {},
        pathMapping: { words: 'reference.city', text: 'output' },
      },
      outputConfigs: [{ values: [{ label: 'yes' }, { label: 'no' }] }],
    });
    expect(await find(VIEWER, evaluator!.id)).toEqual(changed);
  });

  it('are removed with their traces, but not deleted', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { evaluator } = await create();
    expect(await remove(MEMBER, [evaluator!.id])).toEqual({
      done: { datasetEvaluatorIds: [evaluator!.id] },
    });
    expect(await find(VIEWER, evaluator!.id)).toBeNull();
    const [project] = await server.sql(
      `SELECT count(*)::int FROM projects p WHERE name = $1
          AND NOT EXISTS (SELECT FROM project_deletions d WHERE d.project_id = p.id)`,
      [evaluator!.project!.name],
    );
    expect(project).toEqual({ count: 0 });
    expect(await builtIn('contains')).toBe(evaluator!.evaluator.id);
  });

  it('are removed with their dataset', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { evaluator } = await create();
    const { errors } = await server.gqlAs(
      cookieOf(MEMBER),
      `mutation { deleteDataset(input: { datasetId: "${dataset}" }) { dataset { id } } }`,
    );
    expect(errors).toBeUndefined();
    expect(await find(VIEWER, evaluator!.id)).toBeNull();
    expect(await builtIn('contains')).toBe(evaluator!.evaluator.id);
  });

  it('are removed all or not at all', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { evaluator } = await create();
    const unknown = globalId('DatasetEvaluator', 987_654_321);
    const { error } = await remove(MEMBER, [evaluator!.id, unknown]);
    expect(error).toMatchObject({
      message: `Evaluator "${unknown}" not found.`,
      extensions: { code: 'NOT_FOUND' },
    });
    expect(await find(VIEWER, evaluator!.id)).not.toBeNull();
    expect((await remove(MEMBER, [dataset])).error?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await remove(MEMBER, [])).done).toEqual({ datasetEvaluatorIds: [] });
  });

  it('have unique names in a dataset', async () => {
    await create();
    const taken = await create({ inputMapping: null }, 'regex');
    expect(taken.error).toMatchObject({
      message: 'Evaluator "capital" already exists.',
      extensions: { code: 'CONFLICT' },
    });
    const other = globalId('Dataset', (await aDataset(server)).id);
    expect((await create({ datasetId: other })).error).toBeUndefined();
  });

  it('take their default inputs and outputs if nothing is given', async () => {
    const { evaluator } = await create({ inputMapping: null, outputConfigs: [] }, 'json_distance');
    expect(evaluator).toMatchObject({
      inputMapping: { literalMapping: {}, pathMapping: {} },
      outputConfigs: [
        {
          name: 'json_distance',
          optimizationDirection: 'MINIMIZE',
          lowerBound: 0,
          upperBound: null,
        },
      ],
    });
  });

  const bounds = { continuous: { name: 'n', optimizationDirection: 'NONE', upperBound: 10 } };
  const text = { freeform: { name: 'n' } };

  it.each([
    ['an unknown dataset', { datasetId: globalId('Dataset', 987_654_321) }, 'NOT_FOUND'],
    ['a foreign ID', { datasetId: globalId('Project', 1) }, 'BAD_USER_INPUT'],
    ['a text instead of an ID', { evaluatorId: 'contains' }, 'BAD_USER_INPUT'],
    [
      'an unknown evaluator',
      { evaluatorId: globalId('BuiltInEvaluator', 987_654_321) },
      'NOT_FOUND',
    ],
    ['an empty name', { name: '  ' }, 'BAD_USER_INPUT'],
    ['a name with NUL', { name: 'a\0' }, 'BAD_USER_INPUT'],
    ['a name that is too long', { name: 'a'.repeat(1025) }, 'BAD_USER_INPUT'],
    ['a description that is too long', { description: 'a'.repeat(2001) }, 'BAD_USER_INPUT'],
    ['an unknown input', { inputMapping: { pathMapping: { txt: 'output' } } }, 'UNPROCESSABLE'],
    ['a hostile input', { inputMapping: { literalMapping: { constructor: 1 } } }, 'UNPROCESSABLE'],
    ['a malformed path', { inputMapping: { pathMapping: { text: 'a..b' } } }, 'UNPROCESSABLE'],
    ['a number as path', { inputMapping: { pathMapping: { text: 1 } } }, 'BAD_USER_INPUT'],
    ['paths in a list', { inputMapping: { pathMapping: ['output'] } }, 'BAD_USER_INPUT'],
    [
      'a literal of the wrong type',
      { inputMapping: { literalMapping: { require_all: [] } } },
      'UNPROCESSABLE',
    ],
    [
      'too many inputs',
      {
        inputMapping: {
          pathMapping: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 'a'])),
        },
      },
      'BAD_USER_INPUT',
    ],
    ['a score as output', { outputConfigs: [bounds] }, 'BAD_REQUEST'],
    ['free text as output', { outputConfigs: [text] }, 'BAD_REQUEST'],
    ['three labels', { outputConfigs: labels('a', 'b', 'c') }, 'BAD_REQUEST'],
    ['equal labels', { outputConfigs: labels('a', 'a') }, 'BAD_REQUEST'],
    [
      'several outputs',
      { outputConfigs: [...labels('a', 'b'), ...labels('c', 'd')] },
      'BAD_REQUEST',
    ],
  ])('refuse %s', async (_, given, code) => {
    const { error } = await create(given);
    expect(error?.extensions.code).toBe(code);
  });

  it('explain a pattern that is not valid', async () => {
    const inputMapping = { literalMapping: { pattern: '(a' } };
    expect((await create({ inputMapping }, 'regex')).error?.message).toBe(
      '"pattern" is not a valid regular expression in RE2 syntax: missing closing ): `(a`.',
    );
  });

  it('are not found under other types', async () => {
    const { evaluator } = await create();
    const { error } = await send(server.accounts.MEMBER, 'updateDatasetBuiltinEvaluator', {
      datasetEvaluatorId: globalId('DatasetEvaluator', 987_654_321),
      name: 'n',
    });
    expect(error?.extensions.code).toBe('NOT_FOUND');
    const { errors } = await server.gqlAs(
      cookieOf(server.accounts.VIEWER),
      `{ node(id: "${btoa(atob(evaluator!.evaluator.id).replace('BuiltIn', 'LLM'))}") { id } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('are limited to 100 in a dataset', async () => {
    await create();
    await server.sql(
      `INSERT INTO dataset_evaluators
         (dataset_id, evaluator_id, name, name_folded, input_mapping, project_name)
       SELECT d.dataset_id, d.evaluator_id, 'e' || n, 'e' || n, d.input_mapping, 'p' || d.id || '-' || n
         FROM dataset_evaluators d, generate_series(1, 99) n WHERE d.dataset_id = $1`,
      [Number(atob(dataset).split(':')[1])],
    );
    const { error } = await create({ name: 'one more' });
    expect(error).toMatchObject({
      message: expect.stringContaining('has 100 evaluators already'),
      extensions: { code: 'CONFLICT' },
    });
  });

  it('are only read by viewers', async () => {
    const { VIEWER } = server.accounts;
    const { evaluator } = await create();
    const update = { datasetEvaluatorId: evaluator!.id, name: 'n' };
    const { error } = await send(VIEWER, 'updateDatasetBuiltinEvaluator', update);
    expect(error?.extensions.code).toBe('FORBIDDEN');
    expect((await remove(VIEWER, [evaluator!.id])).error?.extensions.code).toBe('FORBIDDEN');
  });
});
