import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';

const CONFIG = 'id name description backendType language timeout enabled provider { enabled }';

describe('sandboxes', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the answer at each call
  async function ask<T = object>(
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
  const change = (operation: string, input: object) => {
    const type = `${operation[0]!.toUpperCase()}${operation.slice(1)}Input`;
    return ask<{ sandboxConfig: { id: string } }>(
      server.accounts.ADMIN,
      `mutation ($input: ${type}!) { ${operation}(input: $input) { sandboxConfig { ${CONFIG} } } }`,
      { input },
    );
  };
  const create = (given: object = {}) =>
    change('createSandboxConfig', {
      name: 'slow',
      config: { wasm: { language: 'PYTHON' } },
      ...given,
    });
  const providerId = (key: string) => Buffer.from(`SandboxProvider:${key}`).toString('base64');
  const enable = (key: string, enabled: boolean) =>
    ask(
      server.accounts.ADMIN,
      `mutation { updateSandboxProvider(input: { id: "${providerId(key)}", enabled: ${enabled} }) {
         sandboxProvider { enabled } } }`,
    );

  it('are listed with what each backend can do, and what is missing', async () => {
    const { data } = await ask<
      { backendType: string; status: string; requirement: string | null }[]
    >(
      server.accounts.VIEWER,
      '{ sandboxBackends { backendType status hosting languages requirement supportsNetwork credentials } }',
    );
    expect(data!.map(({ backendType, status }) => `${backendType} ${status}`)).toEqual([
      'WASM AVAILABLE',
      'E2B UNAVAILABLE',
      'DAYTONA UNAVAILABLE',
      'VERCEL UNAVAILABLE',
      'DENO UNAVAILABLE',
      'MODAL UNAVAILABLE',
      'MONTY UNAVAILABLE',
    ]);
    const [wasm, ...others] = data!;
    expect(wasm).toMatchObject({ requirement: null, supportsNetwork: false, credentials: [] });
    for (const { requirement } of others) expect(requirement).toMatch(/would need/);
  });

  it('exist for both languages from the start', async () => {
    const { data } = await ask<{ enabled: boolean; configs: object[] }[]>(
      server.accounts.VIEWER,
      `{ sandboxProviders { id enabled configs { ${CONFIG} } } }`,
    );
    expect(data![0]).toMatchObject({
      id: providerId('WASM'),
      enabled: true,
      configs: [
        { name: 'Python', language: 'PYTHON', timeout: 30, enabled: true },
        { name: 'TypeScript', language: 'TYPESCRIPT', timeout: 30, enabled: true },
      ],
    });
    expect(data![1]).toMatchObject({ enabled: false, configs: [] });
  });

  it('are created, changed and deleted by administrators', async () => {
    const { data } = await create({ description: 'Patient' });
    const { id } = data!.sandboxConfig;
    expect(data!.sandboxConfig).toEqual({
      id,
      name: 'slow',
      description: 'Patient',
      backendType: 'WASM',
      language: 'PYTHON',
      timeout: 300,
      enabled: true,
      provider: { enabled: true },
    });
    expect((await create()).error).toBe('Sandbox "slow" already exists.');
    const changed = await change('updateSandboxConfig', { id, timeout: 5, enabled: false });
    expect(changed.data!.sandboxConfig).toMatchObject({ name: 'slow', timeout: 5, enabled: false });
    const other = { wasm: { language: 'TYPESCRIPT' } };
    expect((await change('updateSandboxConfig', { id, config: other })).error).toMatch(/language/);
    const remove = () =>
      ask(
        server.accounts.ADMIN,
        `mutation { deleteSandboxConfig(input: { id: "${id}" }) { deletedId } }`,
      );
    expect((await remove()).data).toEqual({ deletedId: id });
    expect((await remove()).error).toMatch(/not found/);
    expect((await change('updateSandboxConfig', { id })).error).toMatch(/not found/);
  });

  it.each([
    [{ timeout: 0 }, /timeout/],
    [{ timeout: 301 }, /timeout/],
    [{ name: '' }, /name/],
    [{ config: {} }, /invalid value/],
  ])('are refused with %j', async (given, message) => {
    expect((await create(given)).error).toMatch(message);
  });

  it('stop new code while they are disabled, and cannot be deleted while they are used', async () => {
    const { data } = await create({ name: 'ts', config: { wasm: { language: 'TYPESCRIPT' } } });
    const { id } = data!.sandboxConfig;
    const evaluator = () =>
      ask(
        server.accounts.MEMBER,
        `mutation { createCodeEvaluator(input: { name: "x", language: TYPESCRIPT,
           sourceCode: "const f = () => 1", sandboxConfigId: "${id}" }) { evaluator { name } } }`,
      );
    await change('updateSandboxConfig', { id, enabled: false });
    expect((await evaluator()).error).toMatch(/is disabled/);
    await change('updateSandboxConfig', { id, enabled: true });
    await enable('WASM', false);
    expect((await evaluator()).error).toMatch(/is disabled/);
    expect((await enable('WASM', true)).data).toEqual({ sandboxProvider: { enabled: true } });
    expect((await evaluator()).data).toEqual({ evaluator: { name: 'x' } });
    const removal = await ask(
      server.accounts.ADMIN,
      `mutation { deleteSandboxConfig(input: { id: "${id}" }) { deletedId } }`,
    );
    expect(removal.error).toMatch(/Evaluators use this sandbox/);
  });

  it('cannot be enabled if the backend is unavailable or unknown', async () => {
    expect((await enable('E2B', true)).error).toMatch(/^E2B is unavailable\. /);
    expect((await enable('NONE', true)).error).toMatch(/not found/);
    const node = await ask(
      server.accounts.VIEWER,
      `{ node(id: "${globalId('SandboxConfig', 9999)}") { id } }`,
    );
    expect(node.error).toMatch(/not found/);
  });
});
