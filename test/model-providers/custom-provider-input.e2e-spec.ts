import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startTestServer } from '../support/server.js';
import {
  aProvider,
  CANARY,
  CREATE,
  customProvidersOf,
  PATCH,
  refusal,
} from './custom-provider-operations.js';

const openai = (fields: object) => ({
  clientConfig: { openai: { apiKey: CANARY, baseUrl: 'https://a.example', ...fields } },
});
const headers = (...list: [string, string?][]) =>
  openai({ headers: list.map(([name, value = 'x']) => ({ name, value })) });
const bedrock = (fields: object) => ({
  clientConfig: {
    awsBedrock: { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: CANARY, ...fields },
  },
});

describe('the input of custom model providers', () => {
  let server: SecuredServer;
  let providers: ReturnType<typeof customProvidersOf>;

  beforeAll(async () => {
    server = await startSecuredServer();
    providers = customProvidersOf(server);
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM custom_model_providers'));

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['a blank name', { name: ' ' }],
    ['a name that is too long', { name: 'n'.repeat(1025) }],
    ['a NUL in the name', { name: 'a\0b' }],
    ['a lone surrogate in the name', { name: '\ud800' }],
    ['a description that is too long', { description: 'd'.repeat(2001) }],
    ['no provider', { provider: undefined }],
    ['a blank provider', { provider: '\t' }],
    ['a provider that is too long', { provider: 'p'.repeat(256) }],
    ['a blank model name', { modelNames: ['a', ' '] }],
    ['a model name that is too long', { modelNames: ['m'.repeat(256)] }],
    ['too many model names', { modelNames: Array.from({ length: 501 }, (_, i) => `m${i}`) }],
    ['no config', { clientConfig: undefined }],
    ['an empty config', { clientConfig: {} }],
    [
      'two configs',
      { clientConfig: { openai: { apiKey: CANARY }, anthropic: { apiKey: CANARY } } },
    ],
    ['a config that is null', { clientConfig: { openai: null } }],
    ['an unknown SDK', { clientConfig: { cohere: { apiKey: CANARY } } }],
    ['an unknown field', openai({ password: CANARY })],
    ['no key', { clientConfig: { openai: {} } }],
    ['a blank key', openai({ apiKey: ' ' })],
    ['a key that is not text', openai({ apiKey: { nested: CANARY } })],
    ['a key that is too long', openai({ apiKey: 'k'.repeat(8193) })],
    ['a key with a line break', openai({ apiKey: `${CANARY}\r\nX-Other: 1` })],
    ['a key with a space', openai({ apiKey: `${CANARY} ${CANARY}` })],
    ['a key with an accent', openai({ apiKey: `${CANARY}é` })],
    ['a relative address', openai({ baseUrl: '/v1' })],
    ['an address without a host', openai({ baseUrl: 'https://' })],
    ['an address without a scheme', openai({ baseUrl: 'models.example.com' })],
    ['an address with another scheme', openai({ baseUrl: 'file:///etc/passwd' })],
    ['an address with a script', openai({ baseUrl: 'javascript:alert(1)' })],
    ['an address with a user name', openai({ baseUrl: 'https://me@a.example' })],
    ['an address with a password', openai({ baseUrl: `https://me:${CANARY}@a.example` })],
    ['an address with a fragment', openai({ baseUrl: 'https://a.example/v1#x' })],
    ['an address with a query', openai({ baseUrl: `https://a.example/v1?key=${CANARY}` })],
    ['an address with backslashes', openai({ baseUrl: 'https:\\\\a.example' })],
    ['an address with a backslash', openai({ baseUrl: 'https://a.example\\@b.example' })],
    ['an address with a line break', openai({ baseUrl: 'https://a.exa\nmple' })],
    ['an address with a bad port', openai({ baseUrl: 'https://a.example:99999' })],
    ['an address that is too long', openai({ baseUrl: `https://a.example/${'x'.repeat(2048)}` })],
    ['a blank address', openai({ baseUrl: '' })],
    ['no endpoint', { clientConfig: { azureOpenai: { apiKey: CANARY } } }],
    ['an unknown API type', openai({ apiType: 'ASSISTANTS' })],
    ['an organization with a line break', openai({ organization: 'a\nb' })],
    ['a project that is too long', openai({ project: 'p'.repeat(256) })],
    ['a header without a name', headers([''])],
    ['a header with a space in its name', headers(['X Team'])],
    ['a header with a colon in its name', headers(['X-Team:'])],
    ['a header with a line break in its name', headers(['X-Team\r\nHost'])],
    ['a header named like the prototype', headers(['__proto__'])],
    ['a header with a line break in its value', headers(['X-Team', `a\r\nX-Other: ${CANARY}`])],
    ['a header with an accent in its value', headers(['X-Team', 'é'])],
    ['a header with a blank value', headers(['X-Team', ' '])],
    ['a header without a value', openai({ headers: [{ name: 'X-Team' }] })],
    ['a header with a long value', headers(['X-Team', 'v'.repeat(8193)])],
    ['a header twice', headers(['X-Team'], ['x-team'])],
    ['a header that Spandrel sets', headers(['Host'])],
    ['a header that frames the body', headers(['transfer-Encoding', 'chunked'])],
    ['too many headers', headers(...Array.from({ length: 21 }, (_, i): [string] => [`X-${i}`]))],
    ['no region', bedrock({ region: undefined })],
    ['a region that is part of an address', bedrock({ region: 'evil.example/' })],
    ['a region with a dot', bedrock({ region: 'us.east' })],
    ['no secret access key', bedrock({ secretAccessKey: undefined })],
    ['no access key ID', bedrock({ accessKeyId: undefined })],
    ['a bad endpoint', bedrock({ endpointUrl: 'ftp://a.example' })],
  ])('is refused with %s, without repeating a credential', async (_, fields) => {
    const valid = await providers.create(aProvider({ name: 'valid' }));
    const { id } = valid.provider!;
    const created = await providers.create(aProvider(fields));
    expect(created.provider).toBeUndefined();
    expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']).toContain(refusal(created)[0]);
    const patched = await providers.patch({ id, ...fields });
    expect(JSON.stringify([created, patched])).not.toContain(CANARY);
    const rows = await server.sql('SELECT name FROM custom_model_providers');
    expect(rows).toEqual([{ name: 'valid' }]);
  });

  it('is refused with the path of the field, beside which forms say it', async () => {
    const { errors } = await providers.create(aProvider(openai({ baseUrl: 'models.example.com' })));
    expect(errors?.[0]?.message).toMatch(/^clientConfig\.openai\.baseUrl: Input should be a URL/);
  });

  it('can reach the limits', async () => {
    const { errors } = await providers.create({
      name: 'n'.repeat(1024),
      description: 'd'.repeat(2000),
      provider: 'p'.repeat(255),
      modelNames: Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(255, 'm')),
      ...openai({
        apiKey: 'k'.repeat(8192),
        headers: Array.from({ length: 20 }, (_, i) => ({
          name: `X-${i}`.padEnd(128, 'h'),
          value: 'v'.repeat(8192),
        })),
      }),
    });
    expect(errors).toBeUndefined();
  });

  it('is harmless if it looks like SQL, HTML or a prototype', async () => {
    const fields = {
      name: `'; DROP TABLE users; --`,
      provider: '<img src=x onerror=alert(1)>',
      modelNames: ['{"a"}', 'NULL', `\\"',{}`],
      ...headers(['constructor'], ['toString']),
    };
    const { provider } = await providers.create(aProvider(fields));
    const { name, provider: who, modelNames } = fields;
    expect(provider).toMatchObject({ name, provider: who, modelNames });
    expect(provider?.config['headers']).toHaveLength(2);
    // Properties that every object has are not stored values.
    const missing = await providers.patch({
      id: provider!.id,
      ...openai({ headers: [{ name: 'hasOwnProperty' }] }),
    });
    expect(refusal(missing)[1]).toBe('The value of the header "hasOwnProperty" is required.');
  });
});

describe('custom model providers without a secret to seal them with', () => {
  it('are not stored', async () => {
    const server = await startTestServer();
    try {
      const { errors } = await server.gql(CREATE, { input: aProvider() });
      expect([errors?.[0]?.extensions.code, errors?.[0]?.message]).toEqual([
        'CONFLICT',
        'Secrets cannot be stored safely. Set SPANDREL_SECRET and restart the server.',
      ]);
      const rows = await server.sql<{ id: number }>(
        `INSERT INTO custom_model_providers (name, provider, sdk, sealed_config, key_id)
         VALUES ('old', 'Acme', 'openai', '\\x00', 'k') RETURNING id`,
      );
      const id = Buffer.from(`GenerativeModelCustomProvider:${rows[0]!.id}`).toString('base64');
      const patched = await server.gql(PATCH, { input: { id, ...openai({}) } });
      expect(patched.errors?.[0]?.extensions.code).toBe('CONFLICT');
    } finally {
      await server.stop();
    }
  });
});
