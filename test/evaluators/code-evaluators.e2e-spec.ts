import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { countQueries } from '../support/count-queries.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { events, type ProviderServer, startProviderServer } from '../support/provider-server.js';
import { chunk } from '../playground/chats.js';
import { aQuestion, type Code, CODE, evaluatorOperations, labels } from './evaluator-operations.js';

const SOURCE =
  'export function evaluate(output: string, reference = "") {\n  return output === reference;\n}';

describe('evaluators with code', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let dataset: string;
  let sandboxes: Record<string, string>;
  const { done, remove, find, builtIn } = evaluatorOperations(() => server);

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    const rows = await server.sql<{ id: number; name: string }>(
      'SELECT id, name FROM sandbox_configs',
    );
    sandboxes = Object.fromEntries(
      rows.map(({ id, name }) => [name, globalId('SandboxConfig', id)]),
    );
  });
  beforeEach(async () => {
    dataset = globalId('Dataset', (await aDataset(server)).id);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  async function ask<T = Code>(
    account: Account,
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<{ data: T | undefined | null; error: string | undefined }> {
    const { data, errors } = await server.gqlAs<Record<string, T>>(
      cookieOf(account),
      query,
      variables,
    );
    return { data: data && Object.values(data)[0], error: errors?.[0]?.message };
  }
  const change = (
    operation: string,
    type: string,
    input: object,
    account = server.accounts.MEMBER,
  ) =>
    ask<{ evaluator: Code; wasCreated?: boolean }>(
      account,
      `mutation ($input: ${type}!) { ${operation}(input: $input) {
         evaluator { ${CODE} } ${operation.endsWith('Version') ? 'wasCreated' : ''} } }`,
      { input },
    );
  const create = (given: object = {}, account?: Account) =>
    change(
      'createCodeEvaluator',
      'CreateCodeEvaluatorInput',
      {
        name: 'same',
        sourceCode: SOURCE,
        language: 'TYPESCRIPT',
        sandboxConfigId: sandboxes['TypeScript'],
        ...given,
      },
      account,
    );
  const created = async (given: object = {}): Promise<Code> => {
    const { data, error } = await create(given);
    expect(error).toBeUndefined();
    return data!.evaluator;
  };
  const preview = async (evaluator: object, context: object, rest: object = {}) => {
    const { data, error } = await ask<{ results: object[] }>(
      server.accounts.MEMBER,
      `mutation ($input: EvaluatorPreviewsInput!) { evaluatorPreviews(input: $input) {
         results { evaluatorName error printed annotation { name annotatorKind label score explanation }
           trace { numSpans } } } }`,
      { input: { previews: [{ evaluator, context, ...rest }] } },
    );
    expect(error).toBeUndefined();
    return data!.results[0];
  };

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
    const few = await countQueries(list(1));
    const many = await countQueries(list(4));
    expect(many.statements.length).toBeLessThanOrEqual(few.statements.length);
  });

  describe('previews', () => {
    it('run stored and unsaved code in both languages', async () => {
      const { id } = await created();
      expect(await preview({ code: { evaluatorId: id } }, { output: 'a', reference: 'a' })).toEqual(
        {
          evaluatorName: 'same',
          error: null,
          printed: '',
          annotation: {
            name: 'same',
            annotatorKind: 'CODE',
            label: 'true',
            score: 1,
            explanation: null,
          },
          trace: null,
        },
      );
      const python = {
        name: 'long',
        language: 'PYTHON',
        sandboxConfigId: sandboxes['Python'],
        outputConfigs: labels('long', 'short'),
        sourceCode:
          'def check(answer):\n  print("seen")\n  return {"label": "long" if len(answer) > 3 else "short", "explanation": "counted"}',
      };
      const mapping = { inputMapping: { pathMapping: { answer: 'output.answer' } } };
      expect(
        await preview({ inlineCode: python }, { output: { answer: 'Paris' } }, mapping),
      ).toMatchObject({
        error: null,
        printed: 'seen\n',
        annotation: { name: 'long', label: 'long', score: 1, explanation: 'counted' },
      });
      expect(await preview({ inlineCode: python }, {})).toMatchObject({
        error:
          '"answer" is missing. Map it to a path such as output.answer, or to a literal value.',
        annotation: null,
      });
    }, 180_000);

    it.each([
      ['function f(output) {\n  return output.a.b;\n}', /^Line 2: TypeError/],
      ['function f(output) { return "maybe" }', /^The label "maybe" is not one of "yes", "no"\.$/],
      ['function f(output) { return [] }', /^The function returned a list\./],
      ['function f(output) { return {} }', /without a score or a label/],
      ['function f(output) {}', /returned nothing/],
      ['function f(output) { return 0.3 }', /^No label has the score 0.3\.$/],
    ])('say what is wrong with %j', async (sourceCode, message) => {
      const inlineCode = {
        name: 'broken',
        language: 'TYPESCRIPT',
        sandboxConfigId: sandboxes['TypeScript'],
        outputConfigs: labels('yes', 'no'),
        sourceCode,
      };
      expect(await preview({ inlineCode }, { output: 'x' })).toMatchObject({
        error: expect.stringMatching(message),
        annotation: null,
      });
    });

    it('run built-in evaluators', async () => {
      const evaluator = { builtIn: { evaluatorId: await builtIn('exact_match') } };
      const inputMapping = { pathMapping: { expected: 'reference', actual: 'output' } };
      expect(
        await preview(evaluator, { output: 'a', reference: 'b' }, { inputMapping }),
      ).toMatchObject({ evaluatorName: 'exact_match', annotation: { label: 'false', score: 0 } });
    });

    it('ask models, and link the trace', async () => {
      const verdict = JSON.stringify({ explanation: 'It is.', label: 'right' });
      const call = {
        index: 0,
        id: 'c',
        function: { name: 'record_evaluation', arguments: verdict },
      };
      provider.answer(
        events([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')], { done: '[DONE]' }),
      );
      const inlineLlm = {
        name: 'judge',
        promptVersion: aQuestion(),
        outputConfigs: labels('right', 'wrong'),
      };
      expect(await preview({ inlineLlm }, { output: 'Paris' })).toEqual({
        evaluatorName: 'judge',
        error: null,
        printed: '',
        annotation: {
          name: 'judge',
          annotatorKind: 'LLM',
          label: 'right',
          score: 1,
          explanation: 'It is.',
        },
        trace: { numSpans: 1 },
      });
      provider.answer(events([chunk({ content: 'Hm' }), chunk({}, 'stop')], { done: '[DONE]' }));
      expect(await preview({ inlineLlm }, { output: 'Paris' })).toMatchObject({
        error: 'The model answered without a label: "Hm"',
        trace: { numSpans: 1 },
      });
    });

    it('run at the same time without seeing each other', async () => {
      const inlineCode = (value: number) => ({
        name: 'own',
        language: 'TYPESCRIPT',
        sandboxConfigId: sandboxes['TypeScript'],
        sourceCode: `function f() { globalThis.all = (globalThis.all ?? 0) + ${value}; return globalThis.all }`,
      });
      const values = Array.from({ length: 20 }, (_, at) => at + 1);
      const results = await Promise.all(
        values.map((value) => preview({ inlineCode: inlineCode(value) }, {})),
      );
      expect(
        results.map((one) => (one as { annotation: { score: number } }).annotation.score),
      ).toEqual(values);
    });
  });
});
