import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { CustomModelProvidersService } from '../support/built.js';
import {
  aProvider,
  CANARY,
  customProvidersOf,
  LIST,
  refusal,
  rowIdOf,
} from './custom-provider-operations.js';

const TYPE = 'GenerativeModelCustomProvider';

describe('custom model providers', () => {
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
  const createdId = async (fields: object = {}) =>
    (await providers.create(aProvider(fields))).provider!.id;

  it('keep what describes them', async () => {
    const { provider } = await providers.create(
      aProvider({
        name: ' gateway ',
        description: 'For *everyone*',
        provider: ' Acme AI ',
        modelNames: [' large ', 'small', 'large'],
      }),
    );
    expect(provider).toMatchObject({
      name: 'gateway',
      description: 'For *everyone*',
      provider: 'Acme AI',
      modelNames: ['large', 'small'],
      user: { username: server.accounts.ADMIN.username },
      createdAt: provider?.updatedAt,
    });
    expect(provider?.id).toBe(globalId(TYPE, rowIdOf(provider!.id)));
  });

  it('are changed only by administrators', async () => {
    const id = await createdId();
    for (const [headers, message] of providers.others()) {
      expect(refusal(await providers.create(aProvider({ name: 'b' }), headers))[1]).toBe(message);
      expect(refusal(await providers.patch({ id, name: 'b' }, headers))[1]).toBe(message);
      expect(refusal(await providers.remove(id, headers))[1]).toBe(message);
    }
    const readOnly = await server.createKey(server.accounts.ADMIN.userId, { scope: 'read' });
    expect(refusal(await providers.remove(id, bearer(readOnly)))[0]).toBe('FORBIDDEN');
    expect((await providers.list()).edges.map(({ node }) => node.name)).toEqual(['gateway']);
    for (const headers of [bearer(server.accounts.ADMIN.key), bearer(server.adminSecret)]) {
      expect((await providers.patch({ id, provider: 'Acme' }, headers)).errors).toBeUndefined();
    }
  });

  it('are seen by everyone, but their configs only by administrators', async () => {
    const id = await createdId({ modelNames: ['large'] });
    const fields = 'name sdk provider modelNames user { username }';
    const query = `{ generativeModelCustomProviders { edges { node { ${fields} } } } }`;
    const node = `query ($id: ID!) { node(id: $id) { __typename ... on ${TYPE} { name } } }`;
    const config = `query ($id: ID!) { node(id: $id) { ... on ${TYPE} { config { __typename } } } }`;
    for (const [headers] of providers.others()) {
      const { data } = await server.gqlAs(headers, query);
      expect(JSON.stringify(data)).toContain('"modelNames":["large"]');
      expect((await server.gqlAs(headers, node, { id })).data).toEqual({
        node: { __typename: TYPE, name: 'gateway' },
      });
      expect(refusal(await server.gqlAs(headers, config, { id }))).toEqual([
        'FORBIDDEN',
        'Only admin can perform this action.',
      ]);
      expect(refusal(await server.gqlAs(headers, LIST))[0]).toBe('FORBIDDEN');
    }
    expect((await server.gqlAs(providers.admin, config, { id })).errors).toBeUndefined();
    const nobody = await server.request.post('/graphql').send({ query });
    expect(nobody.status).toBe(401);
  });

  it('have different names', async () => {
    const id = await createdId({ name: 'a' });
    await createdId({ name: 'b' });
    const message = 'Model provider "b" already exists.';
    expect(refusal(await providers.create(aProvider({ name: ' b ' })))).toEqual([
      'CONFLICT',
      message,
    ]);
    expect(refusal(await providers.patch({ id, name: 'b' }))).toEqual(['CONFLICT', message]);
    expect((await providers.patch({ id, name: 'a' })).errors).toBeUndefined();
    expect((await providers.create(aProvider({ name: 'B' }))).errors).toBeUndefined();
  });

  it('are listed page by page, newest first', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await createdId({ name });
    const names: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof providers.list>> = await providers.list({
        first: 2,
        after,
      });
      names.push(...page.edges.map(({ node }) => node.name));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it.each([
    { first: 0 },
    { first: -1 },
    { first: 1001 },
    { after: 'x' },
    { after: 'MTpOVUxMOg==' },
  ])('are not listed for %j', async (variables) => {
    const answer = await server.gqlAs(providers.admin, LIST, variables);
    expect(refusal(answer)[0]).toBe('BAD_USER_INPUT');
  });

  it('need the same number of queries however many there are', async () => {
    const count = async () =>
      (await server.countQueries(() => server.gqlAs(providers.admin, LIST))).statements.length;
    await createdId({ name: 'first' });
    const few = await count();
    for (let at = 0; at < 20; at++) await createdId({ name: `p${at}` });
    expect(await count()).toBe(few);
  });

  it('are deleted with their credentials', async () => {
    const id = await createdId();
    const { data, errors } = await providers.remove(id);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      deleteGenerativeModelCustomProvider: { id, query: { __typename: 'Query' } },
    });
    expect(await server.sql('SELECT FROM custom_model_providers')).toEqual([]);
    const gone = ['NOT_FOUND', `Model provider "${id}" not found.`];
    expect(refusal(await providers.remove(id))).toEqual(gone);
    expect(refusal(await providers.patch({ id, name: 'b' }))).toEqual(gone);
    await expect(open(id)).rejects.toThrow(gone[1]);
  });

  it.each([globalId('Project', 1), 'nonsense', '', globalId(TYPE, 'x' as never)])(
    'are not found by the ID "%s"',
    async (id) => {
      expect(refusal(await providers.remove(id))[0]).toBe('BAD_USER_INPUT');
      expect(refusal(await providers.patch({ id }))[0]).toBe('BAD_USER_INPUT');
    },
  );

  it('outlive the user who changed them', async () => {
    const account = await server.createAccount('ADMIN');
    await providers.create(aProvider(), cookieOf(account));
    await server.sql('DELETE FROM users WHERE id = $1', [account.userId]);
    expect((await providers.list()).edges[0]?.node.user).toBeNull();
  });

  it('are audited by name, without credentials', async () => {
    const id = await createdId({ name: 'audited' });
    await providers.patch({ id, clientConfig: { anthropic: { apiKey: CANARY } } });
    await providers.remove(id);
    const events = await server.sql(
      `SELECT action, subject_type, subject_id, details FROM audit_events
        WHERE subject_name = 'audited' ORDER BY id`,
    );
    const subject = { subject_type: TYPE, subject_id: String(rowIdOf(id)) };
    expect(events).toEqual([
      { action: 'model_provider.created', ...subject, details: { sdk: 'openai' } },
      { action: 'model_provider.changed', ...subject, details: { sdk: 'anthropic' } },
      { action: 'model_provider.deleted', ...subject, details: { sdk: 'anthropic' } },
    ]);
    const [everything] = await server.sql<{ text: string }>(
      'SELECT json_agg(e)::text AS text FROM audit_events e',
    );
    expect(everything?.text).not.toContain(CANARY);
  });
});
