import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { CustomModelProvidersService } from '../support/built.js';
import {
  aProvider,
  CANARY,
  customProvidersOf,
  refusal,
  rowIdOf,
} from './custom-provider-operations.js';

const HOME = 'https://models.example.com/v1';
const ELSEWHERE = 'https://collector.example.org/v1';
const MOVED = 'apiKey is required, because the address changes.';

describe('changes to custom model providers', () => {
  let server: SecuredServer;
  let providers: ReturnType<typeof customProvidersOf>;

  beforeAll(async () => {
    server = await startSecuredServer();
    providers = customProvidersOf(server);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM custom_model_providers'));

  const open = (id: string) =>
    server.app.get(CustomModelProvidersService, { strict: false }).openConnection(rowIdOf(id));
  const createdId = async (clientConfig: object) =>
    (await providers.create(aProvider({ clientConfig }))).provider!.id;

  it('leave other fields and the credentials alone', async () => {
    const { provider: before } = await providers.create(
      aProvider({ description: 'Old', modelNames: ['a'] }),
    );
    const { id } = before!;
    const stored = await open(id);
    const { provider } = await providers.patch({ id, name: 'new' });
    expect(provider).toEqual({
      ...before,
      name: 'new',
      updatedAt: expect.not.stringMatching(before!.updatedAt),
    });
    expect(
      (await providers.patch({ id, description: '', provider: 'Other', modelNames: [] })).provider,
    ).toMatchObject({ name: 'new', description: null, provider: 'Other', modelNames: [] });
    const unchanged = { name: null, description: null, provider: null, clientConfig: null };
    const { errors } = await providers.patch({ id, ...unchanged, modelNames: null });
    expect(errors).toBeUndefined();
    expect(await open(id)).toEqual(stored);
  });

  it('keep credentials and headers that they leave out, at the same address', async () => {
    const headers = [
      { name: 'X-Team', value: 'one' },
      { name: 'X-Gone', value: 'two' },
    ];
    const id = await createdId({ openai: { apiKey: CANARY, baseUrl: HOME, headers } });
    const { provider, errors } = await providers.patch({
      id,
      clientConfig: {
        openai: {
          baseUrl: `${HOME}/`,
          organization: 'org',
          headers: [{ name: 'x-team' }, { name: 'X-New', value: 'three' }],
        },
      },
    });
    expect(errors).toBeUndefined();
    expect(provider?.config).toMatchObject({ organization: 'org' });
    expect(await open(id)).toMatchObject({
      apiKey: CANARY,
      organization: 'org',
      headers: { 'x-team': 'one', 'X-New': 'three' },
    });
    await providers.patch({ id, clientConfig: { openai: { apiKey: 'another', baseUrl: HOME } } });
    expect(await open(id)).toEqual({
      sdk: 'openai',
      apiKey: 'another',
      baseUrl: HOME,
      apiType: 'CHAT_COMPLETIONS',
      organization: null,
      project: null,
      headers: {},
    });
  });

  it.each<[string, object, object]>([
    ['another base URL', { openai: { baseUrl: HOME } }, { openai: { baseUrl: ELSEWHERE } }],
    [
      'another port',
      { openai: { baseUrl: HOME } },
      { openai: { baseUrl: 'https://models.example.com:8443/v1' } },
    ],
    [
      'another path',
      { openai: { baseUrl: HOME } },
      { openai: { baseUrl: 'https://models.example.com/v2' } },
    ],
    [
      'no TLS',
      { openai: { baseUrl: HOME } },
      { openai: { baseUrl: 'http://models.example.com/v1' } },
    ],
    ['a first base URL', { anthropic: {} }, { anthropic: { baseUrl: ELSEWHERE } }],
    ['no base URL', { googleGenai: { baseUrl: HOME } }, { googleGenai: {} }],
    [
      'another endpoint',
      { azureOpenai: { endpoint: HOME } },
      { azureOpenai: { endpoint: ELSEWHERE } },
    ],
  ])('never send a stored key to %s', async (_, before, after) => {
    const [sdk] = Object.keys(before) as [string];
    const withKey = (config: object) => ({
      [sdk]: { ...(config as Record<string, object>)[sdk], apiKey: CANARY },
    });
    const id = await createdId(withKey(before));
    const stored = await open(id);
    expect(refusal(await providers.patch({ id, clientConfig: after }))).toEqual([
      'BAD_USER_INPUT',
      MOVED,
    ]);
    expect(await open(id)).toEqual(stored);
    expect((await providers.patch({ id, clientConfig: withKey(after) })).errors).toBeUndefined();
    expect(await open(id)).not.toEqual(stored);
  });

  it('never send the value of a stored header to another address', async () => {
    const headers = [{ name: 'X-Token', value: CANARY }];
    const id = await createdId({ anthropic: { apiKey: 'key', baseUrl: HOME, headers } });
    const clientConfig = {
      anthropic: { apiKey: 'key', baseUrl: ELSEWHERE, headers: [{ name: 'X-Token' }] },
    };
    expect(refusal(await providers.patch({ id, clientConfig }))).toEqual([
      'BAD_USER_INPUT',
      'The value of the header "X-Token" is required, because the address changes.',
    ]);
  });

  it('do not carry credentials to another SDK', async () => {
    const id = await createdId({ anthropic: { apiKey: CANARY, baseUrl: HOME } });
    for (const clientConfig of [
      { openai: { baseUrl: HOME } },
      { googleGenai: { baseUrl: HOME } },
      { azureOpenai: { endpoint: HOME } },
    ]) {
      const answer = await providers.patch({ id, clientConfig });
      expect(refusal(answer)).toEqual(['BAD_USER_INPUT', 'apiKey is required.']);
    }
    const { provider } = await providers.patch({
      id,
      clientConfig: { openai: { apiKey: 'new', baseUrl: HOME } },
    });
    expect(provider?.sdk).toBe('OPENAI');
  });

  it('keep an AWS credential as a whole, or replace it as a whole', async () => {
    const keys = { accessKeyId: 'AKIA1', secretAccessKey: 'one', sessionToken: 'session' };
    const id = await createdId({ awsBedrock: { region: 'us-east-1', ...keys } });
    const patch = (awsBedrock: object) => providers.patch({ id, clientConfig: { awsBedrock } });
    expect((await patch({ region: 'eu-west-1' })).errors).toBeUndefined();
    expect(await open(id)).toMatchObject({ region: 'eu-west-1', ...keys });
    expect(refusal(await patch({ region: 'eu-west-1', accessKeyId: 'AKIA2' }))[1]).toBe(
      'secretAccessKey is required.',
    );
    expect(refusal(await patch({ region: 'eu-west-1', sessionToken: 'other' }))[1]).toBe(
      'accessKeyId is required.',
    );
    expect(refusal(await patch({ region: 'eu-west-1', endpointUrl: ELSEWHERE }))[1]).toBe(
      'accessKeyId is required, because the address changes.',
    );
    const others = { accessKeyId: 'AKIA2', secretAccessKey: 'two' };
    expect((await patch({ region: 'eu-west-1', ...others })).errors).toBeUndefined();
    expect(await open(id)).toMatchObject({ ...others, sessionToken: null });
  });

  it('can be previewed under the same rules, without storing them', async () => {
    const service = server.app.get(CustomModelProvidersService, { strict: false });
    const id = await createdId({ anthropic: { apiKey: CANARY, baseUrl: HOME } });
    const draft = { sdk: 'anthropic', baseUrl: HOME, headers: [] } as const;
    expect(await service.previewConnection(draft, id)).toEqual({
      ...draft,
      apiKey: CANARY,
      headers: {},
    });
    await expect(service.previewConnection({ ...draft, baseUrl: ELSEWHERE }, id)).rejects.toThrow(
      MOVED,
    );
    await expect(service.previewConnection(draft, null)).rejects.toThrow('apiKey is required.');
    await providers.remove(id);
    await expect(service.previewConnection(draft, id)).rejects.toThrow('not found');
  });

  it('are all made when several administrators change one provider', async () => {
    const id = await createdId({ anthropic: { apiKey: CANARY, baseUrl: HOME } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => providers.patch({ id, modelNames: [`m${at}`] })),
    );
    expect(answers.flatMap(({ errors = [] }) => errors)).toEqual([]);
    expect(await open(id)).toMatchObject({ apiKey: CANARY });
  });
});
