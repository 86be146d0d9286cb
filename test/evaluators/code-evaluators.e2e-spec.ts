import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { codeEvaluatorOperations, SOURCE } from './code-evaluator-operations.js';
import { CODE, evaluatorOperations, labels } from './evaluator-operations.js';

describe('evaluators with code', () => {
  let server: SecuredServer;
  let dataset: string;
  const { done, remove, find, builtIn } = evaluatorOperations(() => server);
  const operations = codeEvaluatorOperations(() => server);
  const { ask, change, create, created } = operations;

  beforeAll(async () => {
    server = await startSecuredServer();
    await operations.readSandboxes();
  });
  beforeEach(async () => {
    dataset = globalId('Dataset', (await aDataset(server)).id);
  });
  afterAll(async () => {
    await server.stop();
  });

  it('are created, read, changed and versioned', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const evaluator = await created({ description: 'Compares', metadata: { team: 'a' } });
    expect(evaluator).toMatchObject({
      name: 'same',
      description: 'Compares',
      kind: 'CODE',
      metadata: { team: 'a' },
      language: 'TYPESCRIPT',
      sourceCode: SOURCE,
      inputSchema: { properties: { output: {}, reference: {} }, required: ['output'] },
      versionCount: 1,
      outputConfigs: [],
      sandboxConfig: { name: 'TypeScript', language: 'TYPESCRIPT' },
      user: { username: MEMBER.username },
      currentVersion: { sequenceNumber: 1, previousVersion: null },
    });
    const versionOf = (sourceCode: string) =>
      change('createCodeEvaluatorVersion', 'CreateCodeEvaluatorVersionInput', {
        codeEvaluatorId: evaluator.id,
        sourceCode,
      });
    expect((await versionOf(SOURCE)).data).toMatchObject({
      wasCreated: false,
      evaluator: { versionCount: 1 },
    });
    expect((await versionOf('const f = (output) => 1')).data).toMatchObject({
      wasCreated: true,
      evaluator: {
        versionCount: 2,
        sourceCode: 'const f = (output) => 1',
        currentVersion: { sequenceNumber: 2, previousVersion: { sequenceNumber: 1 } },
        versions: { edges: [{ node: { sequenceNumber: 2 } }, { node: { sequenceNumber: 1 } }] },
      },
    });
    const patched = await change('patchCodeEvaluator', 'PatchCodeEvaluatorInput', {
      id: evaluator.id,
      name: 'equal',
      description: '',
      outputConfigs: labels('yes', 'no'),
      inputMapping: { pathMapping: { output: 'output.answer' } },
    });
    expect(patched.data!.evaluator).toMatchObject({
      name: 'equal',
      description: null,
      metadata: { team: 'a' },
      outputConfigs: [{ __typename: 'CategoricalOutputConfig' }],
      inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
    });
    const read = await ask(
      VIEWER,
      `{ node(id: "${evaluator.id}") { ... on CodeEvaluator {
           name version(id: "${evaluator.currentVersion.id}") { sequenceNumber } } } }`,
    );
    expect(read.data).toEqual({ name: 'equal', version: { sequenceNumber: 1 } });
  });

  it.each([
    [{ sourceCode: 'function f() {\n  return (;\n}' }, /^Line 2: /],
    [{ sourceCode: 'const x = 1' }, /Define a function with the name "evaluate"\./],
    [{ sourceCode: '' }, /sourceCode/],
    [{ sourceCode: 'x'.repeat(100_001) }, /100000 characters/],
    [{ name: ' ' }, /name/],
    [{ language: 'PYTHON' }, /for another language/],
    [{ sandboxConfigId: globalId('SandboxConfig', 999_999) }, /not found/],
    [{ sandboxConfigId: globalId('Dataset', 1) }, /SandboxConfig/],
    [
      { inputMapping: { pathMapping: { answer: 'output' } } },
      /no input "answer", but only output, reference/,
    ],
    [{ inputMapping: { pathMapping: { output: 'a[' } } }, /is not a path/],
    [{ outputConfigs: [...labels('a', 'b'), ...labels('a', 'b')] }, /one output/],
    [{ metadata: [] }, /metadata/],
  ])('are refused with %j', async (given, message) => {
    expect((await create(given)).error).toMatch(message);
  });

  it('are added to datasets, and stay when they are removed from them', async () => {
    const { MEMBER } = server.accounts;
    const evaluator = await created({ inputMapping: { pathMapping: { output: 'output.answer' } } });
    const attached = await done(MEMBER, 'createDatasetCodeEvaluator', {
      datasetId: dataset,
      evaluatorId: evaluator.id,
      name: 'is it?',
    });
    expect(attached).toMatchObject({
      name: 'is it?',
      inputMapping: { literalMapping: {}, pathMapping: { output: 'output.answer' } },
      outputConfigs: [],
      evaluator: { __typename: 'CodeEvaluator', id: evaluator.id },
    });
    const changed = await done(MEMBER, 'updateDatasetCodeEvaluator', {
      datasetEvaluatorId: attached.id,
      name: 'was it?',
      inputMapping: { literalMapping: { reference: 'Paris' } },
      outputConfigs: labels('yes', 'no'),
    });
    expect(changed).toMatchObject({
      name: 'was it?',
      inputMapping: { literalMapping: { reference: 'Paris' }, pathMapping: {} },
      outputConfigs: [{ name: 'verdict' }],
    });
    expect(await remove(MEMBER, [attached.id])).toMatchObject({ error: undefined });
    expect(await find(MEMBER, attached.id)).toBeNull();
    const left = await ask(
      MEMBER,
      `{ node(id: "${evaluator.id}") { ... on CodeEvaluator { name } } }`,
    );
    expect(left.data).toEqual({ name: 'same' });
  });

  it('refuse unknown inputs and evaluators of other kinds in datasets', async () => {
    const { MEMBER } = server.accounts;
    const { send } = evaluatorOperations(() => server);
    const evaluator = await created();
    const attach = async (input: object) =>
      (
        await send(MEMBER, 'createDatasetCodeEvaluator', {
          datasetId: dataset,
          name: 'x',
          ...input,
        })
      ).error?.message;
    expect(
      await attach({ evaluatorId: evaluator.id, inputMapping: { literalMapping: { a: 1 } } }),
    ).toMatch(/no input "a"/);
    expect(await attach({ evaluatorId: await builtIn('contains') })).toMatch(/CodeEvaluator/);
    expect(await attach({ evaluatorId: globalId('CodeEvaluator', 999_999) })).toMatch(/not found/);
    const wrongDataset = globalId('Dataset', 999_999);
    expect(await attach({ evaluatorId: evaluator.id, datasetId: wrongDataset })).toMatch(
      /can be found/,
    );
  });

  it('are listed with few queries', async () => {
    for (let at = 0; at < 3; at += 1) await created();
    const list = (first: number) => () =>
      ask(
        server.accounts.VIEWER,
        `{ evaluators(first: ${first}) { edges { node { id ... on CodeEvaluator { ${CODE} } } } } }`,
      );
    const few = await server.countQueries(list(1));
    const many = await server.countQueries(list(4));
    expect(many.statements.length).toBeLessThanOrEqual(few.statements.length);
  });
});
