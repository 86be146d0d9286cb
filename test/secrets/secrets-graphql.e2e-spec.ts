import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_SECRET,
} from '../support/accounts.js';
import { putSecrets, storedKeys } from './operations.js';
import { startTestServer } from '../support/server.js';

type Headers = Record<string, string>;

const LIST = `query ($keys: [String!], $first: Int, $after: String) {
  secrets(keys: $keys, first: $first, after: $after) {
    edges { cursor node { id key updatedAt user { username } } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const VALUES = `query ($keys: [String!]) {
  secrets(keys: $keys) {
    edges { node { key value { __typename
      ... on DecryptedSecret { value } ... on UnparsableSecret { parseError } } } }
  }
}`;
const CHANGE = `mutation ($secrets: [SecretInput!]!) {
  upsertOrDeleteSecrets(input: { secrets: $secrets }) {
    upsertedSecrets { id key } deletedIds query { __typename }
  }
}`;
const NODE = `query ($id: ID!) { node(id: $id) { __typename id ... on Secret { key } } }`;
const NODE_VALUE = `query ($id: ID!) { node(id: $id) { ... on Secret { value { __typename } } } }`;

const MASK = '••••••••';
const gid = (key: string) => Buffer.from(`Secret:${key}`).toString('base64');

interface Page {
  secrets: {
    edges: { cursor: string; node: { key: string; user: { username: string } | null } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

describe('secrets over GraphQL', () => {
  let server: SecuredServer;
  let admin: Headers;

  beforeAll(async () => {
    server = await startSecuredServer();
    admin = cookieOf(server.accounts.ADMIN);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM secrets'));

  const put = (secrets: unknown, headers: Headers = admin) => putSecrets(server, secrets, headers);
  const stored = () => storedKeys(server);

  const change = async (secrets: object[], headers: Headers = admin) =>
    server.gqlAs<{
      upsertOrDeleteSecrets: { upsertedSecrets: { key: string }[]; deletedIds: string[] };
    }>(headers, CHANGE, { secrets });

  it('show who set them, with their email, only to administrators', async () => {
    await put([{ key: 'A', value: 'one' }]);
    const query = '{ secrets { edges { node { user { username email } } } } }';
    const seenBy = async (headers: Headers) => {
      const { data } = await server.gqlAs<Page>(headers, query);
      return data?.secrets.edges[0]?.node.user;
    };
    const { username, email } = server.accounts.ADMIN;
    expect(await seenBy(admin)).toEqual({ username, email });
    expect(await seenBy(cookieOf(server.accounts.VIEWER))).toEqual({ username, email: null });
    expect(await seenBy(bearer(server.systemKey))).toEqual({ username, email: null });
  });

  it('are stored and deleted', async () => {
    await put([{ key: 'C', value: 'x' }]);
    const { data } = await change([
      { key: 'A', value: 'one' },
      { key: 'C' },
      { key: 'B', value: ' two ' },
      { key: 'D', value: null },
    ]);
    expect(data?.upsertOrDeleteSecrets).toMatchObject({
      upsertedSecrets: [
        { id: gid('B'), key: 'B' },
        { id: gid('A'), key: 'A' },
      ],
      deletedIds: [gid('D'), gid('C')],
    });
    expect(await stored()).toEqual(['A', 'B']);
  });

  it.each([
    ['none', []],
    ['a blank value', [{ key: 'A', value: ' ' }]],
    ['a bad key', [{ key: 'a b', value: 'x' }]],
    [
      'an invalid key among valid ones',
      [
        { key: 'A', value: 'x' },
        { key: '9', value: 'x' },
      ],
    ],
    ['a value that is too long', [{ key: 'A', value: 'x'.repeat(65_537) }]],
    ['a value that is not text', [{ key: 'A', value: 5 }]],
    ['too many', Array.from({ length: 1001 }, (_, i) => ({ key: `K${i}`, value: 'x' }))],
  ])('change nothing with %s', async (_, secrets) => {
    const { data, errors } = await change(secrets);
    expect(data?.upsertOrDeleteSecrets).toBeUndefined();
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(await stored()).toEqual([]);
  });

  it('are changed only by administrators', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    for (const [headers, message] of [
      [cookieOf(VIEWER), 'Viewers cannot perform this action.'],
      [cookieOf(MEMBER), 'Only admin can perform this action.'],
      [bearer(server.systemKey), 'Only admin can perform this action.'],
    ] as const) {
      const { errors } = await change([{ key: 'A', value: 'x' }], headers);
      expect(errors?.[0]?.message).toBe(message);
    }
    expect(await stored()).toEqual([]);
  });

  it('are listed by key, page by page, to everyone who is signed in', async () => {
    await put(['b', 'A', '_c', 'B1', 'Z'].map((key) => ({ key, value: 'x' })));
    const keys: string[] = [];
    let after: string | null = null;
    do {
      const { data }: { data?: Page | null } = await server.gqlAs<Page>(
        cookieOf(server.accounts.VIEWER),
        LIST,
        { first: 2, after },
      );
      keys.push(...data!.secrets.edges.map(({ node }) => node.key));
      const { hasNextPage, endCursor }: Page['secrets']['pageInfo'] = data!.secrets.pageInfo;
      after = hasNextPage ? endCursor : null;
    } while (after !== null);
    expect(keys).toEqual(['A', 'B1', 'Z', '_c', 'b']);
  });

  it('are found by their keys', async () => {
    await put(['A', 'B', 'C'].map((key) => ({ key, value: 'x' })));
    const { data } = await server.gqlAs<Page>(admin, LIST, { keys: ['C', 'A', 'X', "a'b", ''] });
    expect(data?.secrets.edges.map(({ node }) => node.key)).toEqual(['A', 'C']);
    expect(data?.secrets.edges[0]?.node.user?.username).toBe(server.accounts.ADMIN.username);
    const none = await server.gqlAs<Page>(admin, LIST, { keys: [] });
    expect(none.data?.secrets.edges).toEqual([]);
  });

  it.each([
    [{ first: 0 }],
    [{ first: -1 }],
    [{ first: 1001 }],
    [{ after: 'not a cursor' }],
    [{ after: Buffer.from("x' OR 1=1").toString('base64') }],
  ])('are refused for %j', async (variables) => {
    const { errors } = await server.gqlAs(admin, LIST, variables);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('show administrators a mask of constant length instead of their value', async () => {
    await put([
      { key: 'LONG', value: 'x'.repeat(500) },
      { key: 'SHORT', value: 'x' },
    ]);
    const { data } = await server.gqlAs(admin, VALUES);
    expect(data).toEqual({
      secrets: {
        edges: [
          { node: { key: 'LONG', value: { __typename: 'DecryptedSecret', value: MASK } } },
          { node: { key: 'SHORT', value: { __typename: 'DecryptedSecret', value: MASK } } },
        ],
      },
    });
    for (const account of [server.accounts.MEMBER, server.accounts.VIEWER]) {
      const { errors } = await server.gqlAs(cookieOf(account), VALUES);
      expect(errors?.[0]?.message).toBe('Only admin can perform this action.');
    }
  });

  it('report that they cannot be read', async () => {
    await put([
      { key: 'CHANGED', value: 'x' },
      { key: 'MOVED', value: 'y' },
      { key: 'OTHER', value: 'z' },
    ]);
    await server.sql(
      `UPDATE secrets SET sealed = set_byte(sealed, 14, get_byte(sealed, 14) # 1)
       WHERE key = 'CHANGED'`,
    );
    await server.sql(
      `UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE key = 'OTHER')
       WHERE key = 'MOVED'`,
    );
    await server.sql(`UPDATE secrets SET key_id = 'unknown' WHERE key = 'OTHER'`);
    const { data } = await server.gqlAs<{ secrets: { edges: { node: { value: object } }[] } }>(
      admin,
      VALUES,
    );
    for (const { node } of data!.secrets.edges) {
      expect(node.value).toEqual({
        __typename: 'UnparsableSecret',
        parseError: expect.any(String),
      });
    }
  });

  it('are nodes by their key', async () => {
    await put([{ key: 'OPENAI_API_KEY', value: 'x' }]);
    const id = gid('OPENAI_API_KEY');
    const asViewer = cookieOf(server.accounts.VIEWER);
    const { data } = await server.gqlAs(asViewer, NODE, { id });
    expect(data).toEqual({ node: { __typename: 'Secret', id, key: 'OPENAI_API_KEY' } });
    const value = await server.gqlAs(asViewer, NODE_VALUE, { id });
    expect(value.errors?.[0]?.message).toBe('Only admin can perform this action.');
    const asAdmin = await server.gqlAs(admin, NODE_VALUE, { id });
    expect(asAdmin.errors).toBeUndefined();
    for (const unknown of [gid('NONE'), gid(''), gid('1'), gid("a'b"), gid('a\0')]) {
      const { errors } = await server.gqlAs(admin, NODE, { id: unknown });
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });

  it('need the same number of queries however many there are', async () => {
    const read = () => server.gqlAs(admin, VALUES.replace('key value', 'key user { id } value'));
    const count = async () => (await server.countQueries(read)).statements.length;
    await put([{ key: 'A', value: 'x' }]);
    const few = await count();
    await put(Array.from({ length: 30 }, (_, i) => ({ key: `K${i}`, value: 'x' })));
    expect(await count()).toBe(few);
  });
});

describe('secrets without authentication', () => {
  it('are open to everyone, over both transports', async () => {
    const server = await startTestServer({ SPANDREL_SECRET: TEST_SECRET });
    try {
      const secrets = [{ key: 'A', value: 'x' }];
      expect((await server.request.put('/v1/secrets').send({ secrets })).status).toBe(200);
      expect((await server.gql(CHANGE, { secrets })).errors).toBeUndefined();
      expect((await server.gql(VALUES)).data).toEqual({
        secrets: {
          edges: [{ node: { key: 'A', value: { __typename: 'DecryptedSecret', value: MASK } } }],
        },
      });
    } finally {
      await server.stop();
    }
  });

  it('are not stored without a secret to seal them with', async () => {
    const server = await startTestServer();
    try {
      const put = (value: string | null) =>
        server.request.put('/v1/secrets').send({ secrets: [{ key: 'A', value }] });
      const refused = await put('x');
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining('SPANDREL_SECRET'),
      ]);
      expect((await put(null)).status).toBe(200);
      const { errors } = await server.gql(CHANGE, { secrets: [{ key: 'A', value: 'x' }] });
      expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
    } finally {
      await server.stop();
    }
  });
});
