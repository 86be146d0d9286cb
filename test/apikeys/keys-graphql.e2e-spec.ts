import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { startTestServer } from '../support/server.js';

type Headers = Record<string, string>;

interface Key {
  id: string;
  name: string;
  [field: string]: unknown;
}

const CREATE_OWN = `mutation ($input: CreateUserApiKeyInput!) {
  createUserApiKey(input: $input) {
    jwt
    apiKey { id name description createdAt expiresAt lastUsedAt prefix scope
             project { id name } user { id username } }
    query { __typename }
  }
}`;
const CREATE_SYSTEM = `mutation ($input: CreateApiKeyInput!) {
  createSystemApiKey(input: $input) { jwt apiKey { __typename id name prefix scope } }
}`;
const DELETE_OWN = `mutation ($id: ID!) {
  deleteUserApiKey(input: { id: $id }) { apiKeyId query { __typename } }
}`;
const DELETE_SYSTEM = 'mutation ($id: ID!) { deleteSystemApiKey(input: { id: $id }) { apiKeyId } }';
const ALL_OWN = '{ userApiKeys { id name user { id username } project { name } } }';
const ALL_SYSTEM = '{ systemApiKeys { id name } }';

const rowId = (id: string) => Number(Buffer.from(id, 'base64').toString().split(':')[1]);

describe('API keys over GraphQL', () => {
  let server: SecuredServer;
  let admin: Headers;
  let member: Headers;
  let viewer: Headers;

  beforeAll(async () => {
    server = await startSecuredServer();
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    [admin, member, viewer] = [cookieOf(ADMIN), cookieOf(MEMBER), cookieOf(VIEWER)];
  });
  afterAll(() => server.stop());

  const refusal = async (headers: Headers, query: string, variables?: object) => {
    const { errors } = await server.gqlAs(headers, query, variables as Record<string, unknown>);
    return errors?.[0] && [errors[0].extensions.code, errors[0].message];
  };
  const create = async (headers: Headers, input: object) => {
    const { data, errors } = await server.gqlAs<{
      createUserApiKey: { jwt: string; apiKey: Key };
    }>(headers, CREATE_OWN, { input });
    if (!data) throw new Error(JSON.stringify(errors));
    return data.createUserApiKey;
  };

  it('can be created by everyone who is signed in, including viewers', async () => {
    const { body } = await server.request.post('/v1/projects').set(member).send({ name: 'one' });
    const project = body.data;
    for (const [headers, { userId, username }] of [
      [viewer, server.accounts.VIEWER],
      [member, server.accounts.MEMBER],
      [admin, server.accounts.ADMIN],
    ] as const) {
      const { jwt, apiKey } = await create(headers, {
        name: ' x ',
        description: 'd',
        expiresAt: '2099-01-01T00:00:00.123456Z',
        scope: 'READ',
        projectId: project.id,
      });
      expect(jwt).toMatch(/^spd_[0-9A-Za-z]{43}$/);
      expect(apiKey).toEqual({
        id: expect.any(String),
        name: 'x',
        description: 'd',
        createdAt: expect.any(String),
        expiresAt: '2099-01-01T00:00:00.123456+00:00',
        lastUsedAt: null,
        prefix: jwt.slice(0, 12),
        scope: 'READ',
        project: { id: project.id, name: 'one' },
        user: { id: globalId('User', userId), username },
      });
    }
  });

  it('have full scope for all projects by default, and work', async () => {
    const { jwt, apiKey } = await create(member, { name: 'plain' });
    expect(apiKey).toMatchObject({ scope: 'FULL', project: null, expiresAt: null });
    expect((await server.gqlAs(bearer(jwt), '{ projectCount }')).errors).toBeUndefined();
  });

  it('lets administrators and the admin secret create keys of the system', async () => {
    for (const headers of [admin, bearer(server.adminSecret)]) {
      const { data } = await server.gqlAs<{ createSystemApiKey: { jwt: string; apiKey: Key } }>(
        headers,
        CREATE_SYSTEM,
        { input: { name: 'ci' } },
      );
      expect(data?.createSystemApiKey.apiKey).toMatchObject({
        __typename: 'SystemApiKey',
        name: 'ci',
        scope: 'FULL',
      });
      const used = await server.gqlAs(bearer(data!.createSystemApiKey.jwt), '{ projectCount }');
      expect(used.errors).toBeUndefined();
    }
    const viewers = await refusal(viewer, CREATE_SYSTEM, { input: { name: 'x' } });
    expect(viewers).toEqual(['FORBIDDEN', 'Viewers cannot perform this action.']);
    for (const headers of [member, bearer(server.systemKey)]) {
      expect(await refusal(headers, CREATE_SYSTEM, { input: { name: 'x' } })).toEqual([
        'FORBIDDEN',
        'Only admin can perform this action.',
      ]);
    }
  });

  it('cannot create other keys', async () => {
    for (const key of [server.accounts.ADMIN.key, server.accounts.MEMBER.key, server.systemKey]) {
      const own = await refusal(bearer(key), CREATE_OWN, { input: { name: 'x' } });
      expect(own).toEqual(['FORBIDDEN', 'API keys cannot create API keys']);
    }
    const { ADMIN } = server.accounts;
    expect(await refusal(bearer(ADMIN.key), CREATE_SYSTEM, { input: { name: 'x' } })).toEqual([
      'FORBIDDEN',
      'API keys cannot create API keys',
    ]);
    const bySecret = await refusal(bearer(server.adminSecret), CREATE_OWN, {
      input: { name: 'x' },
    });
    expect(bySecret?.[0]).toBe('FORBIDDEN');
  });

  it.each([
    ['a blank name', { name: '  ' }],
    ['a name that is too long', { name: 'x'.repeat(256) }],
    ['a NUL', { name: 'a\0' }],
    ['an expiry in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
    ['an expiry that is not a time', { name: 'x', expiresAt: 'soon' }],
    ['an unknown scope', { name: 'x', scope: 'ADMIN' }],
    ['a scope in lower case', { name: 'x', scope: 'read' }],
    ['a project that does not exist', { name: 'x', projectId: globalId('Project', 999_999) }],
    ['no name', {}],
  ])('are refused with %s', async (_, input) => {
    const [code] = (await refusal(member, CREATE_OWN, { input }))!;
    expect(code).not.toBe('INTERNAL_SERVER_ERROR');
  });

  it.each([
    ['a user', CREATE_OWN],
    ['the system', CREATE_SYSTEM],
  ])('refuses keys of %s with an expiry in the past, as over REST', async (_, document) => {
    for (const expiresAt of ['2020-01-01T00:00:00Z', new Date(Date.now() - 1).toISOString()]) {
      expect(await refusal(admin, document, { input: { name: 'late', expiresAt } })).toEqual([
        'UNPROCESSABLE',
        'expires_at must be in the future.',
      ]);
    }
    expect(await server.sql("SELECT 1 FROM api_keys WHERE name = 'late'")).toEqual([]);
  });

  it('are listed only to administrators', async () => {
    const { apiKey } = await create(viewer, { name: 'listed' });
    const { data } = await server.gqlAs<{ userApiKeys: Key[] }>(admin, ALL_OWN);
    expect(data?.userApiKeys.map(({ id }) => id)).toContain(apiKey.id);
    const system = await server.gqlAs<{ systemApiKeys: Key[] }>(admin, ALL_SYSTEM);
    expect(system.data?.systemApiKeys.length).toBeGreaterThan(0);
    for (const query of [ALL_OWN, ALL_SYSTEM]) {
      for (const headers of [viewer, member, bearer(server.systemKey)]) {
        const [code, message] = (await refusal(headers, query))!;
        expect(code).toBe('FORBIDDEN');
        expect(message).toMatch(/Only admin can perform this action|Viewers cannot perform/);
      }
      expect(await refusal(bearer(server.adminSecret), query)).toBeUndefined();
    }
  });

  it('can be deleted by their owner and administrators, and are not found by others', async () => {
    const { apiKey } = await create(member, { name: 'x' });
    const notFound = ['NOT_FOUND', 'API key not found'];
    expect(await refusal(viewer, DELETE_OWN, { id: apiKey.id })).toEqual(notFound);
    expect(await refusal(bearer(server.systemKey), DELETE_OWN, { id: apiKey.id })).toEqual(
      notFound,
    );
    const missing = globalId('UserApiKey', 999_999);
    expect(await refusal(viewer, DELETE_OWN, { id: missing })).toEqual(notFound);
    const { data } = await server.gqlAs<{ deleteUserApiKey: { apiKeyId: string } }>(
      member,
      DELETE_OWN,
      { id: apiKey.id },
    );
    expect(data?.deleteUserApiKey.apiKeyId).toBe(apiKey.id);
    const other = await create(member, { name: 'x' });
    expect(await refusal(admin, DELETE_OWN, { id: other.apiKey.id })).toBeUndefined();
    const third = await create(member, { name: 'x' });
    const bySecret = bearer(server.adminSecret);
    expect(await refusal(bySecret, DELETE_OWN, { id: third.apiKey.id })).toBeUndefined();
  });

  it('are not deleted by an ID of the other type', async () => {
    const { data } = await server.gqlAs<{ createSystemApiKey: { apiKey: Key } }>(
      admin,
      CREATE_SYSTEM,
      { input: { name: 'x' } },
    );
    const { id } = data!.createSystemApiKey.apiKey;
    const notFound = ['NOT_FOUND', 'API key not found'];
    const relabelled = globalId('UserApiKey', rowId(id));
    expect(await refusal(admin, DELETE_OWN, { id: relabelled })).toEqual(notFound);
    const own = await create(admin, { name: 'x' });
    const asSystem = globalId('SystemApiKey', rowId(own.apiKey.id));
    expect(await refusal(admin, DELETE_SYSTEM, { id: asSystem })).toEqual(notFound);
    expect((await refusal(admin, DELETE_OWN, { id }))?.[0]).toBe('BAD_USER_INPUT');
    expect((await refusal(admin, DELETE_SYSTEM, { id: 'x' }))?.[0]).toBe('BAD_USER_INPUT');
    expect(await refusal(admin, DELETE_SYSTEM, { id })).toBeUndefined();
    expect((await refusal(member, DELETE_SYSTEM, { id }))?.[0]).toBe('FORBIDDEN');
  });

  it('are not nodes', async () => {
    const { apiKey } = await create(admin, { name: 'x' });
    const answer = await refusal(admin, 'query ($id: ID!) { node(id: $id) { id } }', {
      id: apiKey.id,
    });
    expect(answer?.[0]).toBe('NOT_FOUND');
  });

  it('need the same number of queries however many there are', async () => {
    const users = await Promise.all(
      Array.from({ length: 8 }, () => server.createAccount('MEMBER')),
    );
    for (const { userId } of users) await server.createKey(userId, { projectId: 1 });
    const statements = async () => {
      const read = () => server.gqlAs(admin, ALL_OWN);
      return (await server.countQueries(read)).statements.length;
    };
    const few = await statements();
    for (const { userId } of users) await server.createKey(userId);
    expect(await statements()).toBe(few);
  });
});

describe('API keys over GraphQL without authentication', () => {
  it('cannot be used, and the error says why', async () => {
    const server = await startTestServer();
    try {
      const message = async (query: string, variables: Record<string, unknown>) =>
        (await server.gql(query, variables)).errors?.[0]?.message;
      const off = 'Authentication must be enabled to manage API keys';
      expect(await message(CREATE_OWN, { input: { name: 'x' } })).toBe(off);
      expect(await message(DELETE_OWN, { id: 'x' })).toBe(off);
      const admins = 'Only admin can perform this action.';
      expect(await message(CREATE_SYSTEM, { input: { name: 'x' } })).toBe(admins);
      expect(await message(DELETE_SYSTEM, { id: 'x' })).toBe(admins);
      expect(await message(ALL_OWN, {})).toBe(admins);
      expect(await message(ALL_SYSTEM, {})).toBe(admins);
    } finally {
      await server.stop();
    }
  });
});
