import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import {
  aProvider,
  CANARY,
  customProvidersOf,
  type Headers,
} from './custom-provider-operations.js';

const PATH = '/v1/custom_model_providers';

describe('custom model providers over REST', () => {
  let server: SecuredServer;
  let providers: ReturnType<typeof customProvidersOf>;

  beforeAll(async () => {
    server = await startSecuredServer();
    providers = customProvidersOf(server);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM custom_model_providers'));

  const get = (
    query: Record<string, string> = {},
    headers: Headers = cookieOf(server.accounts.VIEWER),
  ) => server.request.get(PATH).query(query).set(headers);

  it('are listed without their configs', async () => {
    const { provider } = await providers.create(
      aProvider({
        description: 'Ours',
        clientConfig: { azureOpenai: { apiKey: CANARY, endpoint: 'https://a.example' } },
      }),
    );
    const { status, body, text } = await get();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: provider!.id,
          name: 'gateway',
          description: 'Ours',
          provider: 'Acme',
          sdk: 'azure_openai',
          created_at: provider!.createdAt,
          updated_at: provider!.updatedAt,
        },
      ],
      next_cursor: null,
    });
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain('a.example');
  });

  it('are listed page by page, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await providers.create(aProvider({ name }));
    const first = await get({ limit: '2' });
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['c', 'b']);
    const second = await get({ limit: '2', cursor: first.body.next_cursor });
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['a']);
    expect(second.body.next_cursor).toBeNull();
    expect(second.body.data[0].id).toBe(first.body.next_cursor);
  });

  it.each<Record<string, string>>([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1001' },
    { limit: 'many' },
    { cursor: 'nonsense' },
    { cursor: globalId('Project', 1) },
  ])('are not listed for %j', async (query) => {
    expect((await get(query)).status).toBe(422);
  });

  it('are listed for everyone who is signed in', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    const readOnly = await server.createKey(VIEWER.userId, { scope: 'read' });
    for (const headers of [
      cookieOf(ADMIN),
      bearer(MEMBER.key),
      bearer(VIEWER.key),
      bearer(readOnly),
      bearer(server.systemKey),
      bearer(server.adminSecret),
    ]) {
      expect((await get({ limit: '1000' }, headers)).status).toBe(200);
    }
    expect((await server.request.get(PATH)).status).toBe(401);
    const ingest = await server.createKey(MEMBER.userId, { scope: 'ingest' });
    expect((await get({}, bearer(ingest))).status).toBe(403);
  });
});
