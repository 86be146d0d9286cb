import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { type ProviderServer, refusal, startProviderServer } from '../support/provider-server.js';
import { customProvidersOf } from './custom-provider-operations.js';

const KEY = 'sk-canary-of-the-test';

describe('testing the credentials of a custom provider', () => {
  let provider: ProviderServer;
  let server: SecuredServer;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ SPANDREL_PRIVATE_PROVIDER_NETWORKS: '127.0.0.1/32' });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  async function test(input: object, role: 'ADMIN' | 'MEMBER' | 'VIEWER' = 'ADMIN') {
    const { body, text } = await server.request
      .post('/graphql')
      .set(cookieOf(server.accounts[role]))
      .send({
        query: `mutation ($input: TestGenerativeModelCustomProviderCredentialsInput!) {
          testGenerativeModelCustomProviderCredentials(input: $input) { error }
        }`,
        variables: { input },
      });
    expect(text).not.toContain(KEY);
    return body.data?.testGenerativeModelCustomProviderCredentials ?? body.errors[0];
  }

  const config = (baseUrl = provider.url, apiKey: string | null = KEY) => ({
    openai: { baseUrl, ...(apiKey !== null && { apiKey }) },
  });

  it('says nothing if the provider accepts them', async () => {
    provider.answer(refusal(200, { object: 'list', data: [{ id: 'm' }] }));
    expect(await test({ config: config() })).toEqual({ error: null });
    expect(provider.requests.at(-1)).toMatchObject({
      path: '/models',
      headers: { authorization: `Bearer ${KEY}` },
    });
  });

  it('tells what the provider says', async () => {
    provider.answer(refusal(401, { error: { message: 'No such key.' } }));
    expect(await test({ config: config() })).toEqual({
      error: 'The provider answered 401: No such key.',
    });
  });

  it('tells that an address cannot be reached, or must not be', async () => {
    const gone = await startProviderServer();
    await gone.stop();
    expect((await test({ config: config(gone.url) })).error).toContain('ECONNREFUSED');
    expect((await test({ config: config('http://10.0.0.1:8080') })).error).toContain(
      'SPANDREL_PRIVATE_PROVIDER_NETWORKS',
    );
    expect((await test({ config: config('http://169.254.169.254/latest') })).error).toContain(
      'is a private address',
    );
  });

  it('uses the stored key of a provider, but only for its own address', async () => {
    provider.answer(refusal(200, { object: 'list', data: [] }));
    const created = await customProvidersOf(server).create({
      name: 'ours',
      provider: 'us',
      clientConfig: config(),
    });
    const { id } = created.provider!;
    expect(await test({ id, config: config(provider.url, null) })).toEqual({ error: null });
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    const before = provider.requests.length;
    const elsewhere = await test({ id, config: config(`${provider.url}/elsewhere`, null) });
    expect(elsewhere.extensions.code).toBe('BAD_USER_INPUT');
    expect(provider.requests).toHaveLength(before);
  });

  it.each(['MEMBER', 'VIEWER'] as const)('is not for a %s', async (role) => {
    const { extensions } = await test({ config: config() }, role);
    expect(extensions.code).toBe('FORBIDDEN');
  });
});
