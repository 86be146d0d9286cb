import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import {
  approve,
  connect,
  createProof,
  refresh,
  sendForm,
  type Tokens,
} from '../../support/application.js';
import { HousekeepingService } from '../../support/built.js';
import { startTestServer } from '../../support/server.js';

interface Grant {
  id: string;
  clientName: string;
  user: { username: string };
}

const FIELDS = `id clientName clientId isFirstParty scopes createdAt expiresAt lastUsedAt
  user { username }`;
const OWN = `{ viewer { oauth2GrantCount oauth2Grants { ${FIELDS} } } }`;
const ALL = `{ oauth2Grants { ${FIELDS} } }`;
const REVOKE = `mutation ($id: ID!) {
  revokeOAuth2Grant(input: { id: $id }) { grantId query { __typename } }
}`;
const NODE = `query ($id: ID!) { node(id: $id) { id ... on OAuth2Grant { clientName } } }`;

describe('grants', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM oauth2_grants'));

  const use = async ({ access_token: token }: Tokens): Promise<number> =>
    (await server.request.get('/v1/user').set(bearer(token))).status;

  const listOwn = async (headers: Record<string, string>): Promise<Grant[]> => {
    const { data } = await server.gqlAs<{ viewer: { oauth2Grants: Grant[] } }>(headers, OWN);
    return data!.viewer.oauth2Grants;
  };

  it('are listed for their user, with their application', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const first = await connect(server, MEMBER.cookie);
    await connect(server, MEMBER.cookie);
    await connect(server, VIEWER.cookie);
    await use(first);
    const { data } = await server.gqlAs<{ viewer: unknown }>(cookieOf(MEMBER), OWN);
    const common = {
      id: expect.any(String),
      clientName: 'Phoenix CLI',
      clientId: 'phoenix-cli',
      isFirstParty: true,
      scopes: [],
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      user: { username: MEMBER.username },
    };
    expect(data?.viewer).toEqual({
      oauth2GrantCount: 2,
      oauth2Grants: [
        { ...common, lastUsedAt: null },
        { ...common, lastUsedAt: expect.any(String) },
      ],
    });
    const days = await server.sql<{ days: number }>(
      'SELECT extract(epoch FROM max(expires_at - created_at)) / 86400 AS days FROM oauth2_grants',
    );
    expect(Number(days[0]?.days)).toBeCloseTo(90, 1);
  });

  it('are listed for administrators only, without a query for each', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    for (const { cookie } of [MEMBER, VIEWER, VIEWER]) await connect(server, cookie);
    const list = () => server.gqlAs<{ oauth2Grants: Grant[] }>(cookieOf(ADMIN), ALL);
    const few = await server.countQueries(list);
    expect(few.result.data?.oauth2Grants.map(({ user }) => user.username)).toEqual([
      VIEWER.username,
      VIEWER.username,
      MEMBER.username,
    ]);
    for (let n = 0; n < 5; n++) await connect(server, MEMBER.cookie);
    const many = await server.countQueries(list);
    expect(many.result.data?.oauth2Grants).toHaveLength(8);
    expect(many.statements).toHaveLength(few.statements.length);
    for (const account of [MEMBER, VIEWER]) {
      const { errors } = await server.gqlAs(cookieOf(account), ALL);
      expect(errors?.[0]?.message).toContain('Only admin can perform this action');
    }
  });

  it('shows grants of others only to administrators', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    await connect(server, MEMBER.cookie);
    const [grant] = await listOwn(cookieOf(MEMBER));
    const variables = { id: grant!.id };
    for (const account of [MEMBER, ADMIN]) {
      const { data } = await server.gqlAs<{ node: unknown }>(cookieOf(account), NODE, variables);
      expect(data?.node).toEqual({ id: grant!.id, clientName: 'Phoenix CLI' });
    }
    const { errors } = await server.gqlAs(cookieOf(VIEWER), NODE, variables);
    expect(errors?.[0]?.message).toContain('not found');
    const user = Buffer.from(`User:${MEMBER.userId}`).toString('base64');
    const query = `{ node(id: "${user}") { ... on User { oauth2GrantCount oauth2Grants { id } } } }`;
    expect((await server.gqlAs(cookieOf(VIEWER), query)).errors).toBeDefined();
    expect((await server.gqlAs(cookieOf(ADMIN), query)).data).toEqual({
      node: { oauth2GrantCount: 1, oauth2Grants: [{ id: grant!.id }] },
    });
  });

  it('end at once when their user revokes them', async () => {
    const { VIEWER } = server.accounts;
    const tokens = await connect(server, VIEWER.cookie);
    const other = await connect(server, VIEWER.cookie);
    expect(await use(tokens)).toBe(200);
    const [newest, first] = await listOwn(cookieOf(VIEWER));
    const answer = await server.gqlAs(cookieOf(VIEWER), REVOKE, { id: first!.id });
    expect(answer.data).toEqual({
      revokeOAuth2Grant: { grantId: first!.id, query: { __typename: 'Query' } },
    });
    expect(await use(tokens)).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    expect(await use(other)).toBe(200);
    expect((await listOwn(cookieOf(VIEWER))).map(({ id }) => id)).toEqual([newest!.id]);
    const again = await server.gqlAs(cookieOf(VIEWER), REVOKE, { id: first!.id });
    expect(again.errors?.[0]?.message).toBe('Grant not found.');
    // The row stays, as a record.
    const rows = await server.sql('SELECT 1 FROM oauth2_grants WHERE revoked_at IS NOT NULL');
    expect(rows).toHaveLength(1);
  });

  it('end when an administrator revokes them, but nobody else can', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    const tokens = await connect(server, VIEWER.cookie);
    const [grant] = await listOwn(cookieOf(VIEWER));
    const foreign = await server.gqlAs(cookieOf(MEMBER), REVOKE, { id: grant!.id });
    const missing = await server.gqlAs(cookieOf(MEMBER), REVOKE, {
      id: Buffer.from('OAuth2Grant:999999').toString('base64'),
    });
    expect(foreign.errors?.[0]?.message).toBe('Grant not found.');
    expect(missing.errors?.[0]?.message).toBe('Grant not found.');
    expect(await use(tokens)).toBe(200);
    expect((await server.gqlAs(cookieOf(ADMIN), REVOKE, { id: grant!.id })).errors).toBeUndefined();
    expect(await use(tokens)).toBe(401);
    const events = await server.sql(
      `SELECT actor_id, subject_name FROM audit_events
       WHERE action = 'application.revoked' ORDER BY id DESC LIMIT 1`,
    );
    expect(events).toEqual([{ actor_id: ADMIN.userId, subject_name: 'Phoenix CLI' }]);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'end when the application revokes its %s',
    async (kind) => {
      const { cookie } = server.accounts.MEMBER;
      const tokens = await connect(server, cookie);
      const answer = await sendForm(server, 'revoke', {
        token: tokens[kind],
        token_type_hint: kind === 'access_token' ? 'refresh_token' : 'access_token',
      });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      expect(await use(tokens)).toBe(401);
      expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
      const rows = await server.sql('SELECT 1 FROM oauth2_grants WHERE revoked_at IS NULL');
      expect(rows).toEqual([]);
    },
  );

  it('stay when something else is revoked', async () => {
    const tokens = await connect(server, server.accounts.MEMBER.cookie);
    const session = /access-token=([^;]+)/.exec(server.accounts.MEMBER.cookie)?.[1] ?? '';
    for (const token of ['', 'x', '\0', server.accounts.MEMBER.key, session, 'x'.repeat(5000)]) {
      expect((await sendForm(server, 'revoke', { token })).status).toBe(200);
    }
    expect((await server.request.post('/oauth2/revoke')).status).toBe(200);
    expect((await server.request.post('/oauth2/revoke').send({ token: 'x' })).status).toBe(200);
    expect(await use(tokens)).toBe(200);
    const own = await server.request.get('/v1/user').set(cookieOf(server.accounts.MEMBER));
    expect(own.status).toBe(200);
  });

  it('have the current role of their user, even a lower one', async () => {
    const { userId, cookie } = await server.createAccount('MEMBER');
    const { access_token: token } = await connect(server, cookie);
    const create = async () =>
      (await server.request.post('/v1/projects').set(bearer(token)).send({})).status;
    expect(await create()).toBe(422);
    await server.sql("UPDATE users SET role = 'VIEWER' WHERE id = $1", [userId]);
    expect(await create()).toBe(403);
    await server.sql("UPDATE users SET role = 'ADMIN' WHERE id = $1", [userId]);
    expect((await server.request.get('/v1/users').set(bearer(token))).status).toBe(200);
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [userId]);
    const locked = await server.request.get('/v1/users').set(bearer(token));
    expect(locked.text).toContain('Change your password');
  });

  it('count as a person who is signed in, so they can create API keys', async () => {
    const { access_token: token } = await connect(server, server.accounts.VIEWER.cookie);
    const answer = await server.request
      .post('/v1/user/api_keys')
      .set(bearer(token))
      .send({ data: { name: 'from the command line' } });
    expect(answer.status).toBe(201);
  });

  it('end with their user', async () => {
    const { userId, cookie } = await server.createAccount('MEMBER');
    const tokens = await connect(server, cookie);
    const id = Buffer.from(`User:${userId}`).toString('base64');
    const admin = cookieOf(server.accounts.ADMIN);
    expect((await server.request.delete(`/v1/users/${id}`).set(admin)).status).toBe(204);
    expect(await use(tokens)).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
  });

  it('end when somebody sets a new password, but not when the user signs out', async () => {
    const { userId, cookie } = await server.createAccount('MEMBER');
    const tokens = await connect(server, cookie);
    await server.request.post('/auth/logout?everywhere=true').set('Cookie', cookie);
    expect(await use(tokens)).toBe(200);
    const { errors } = await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      `mutation ($id: ID!) {
         patchUser(input: { userId: $id, newPassword: "a long enough new password" }) {
           user { id }
         }
       }`,
      { id: Buffer.from(`User:${userId}`).toString('base64') },
    );
    expect(errors).toBeUndefined();
    expect(await use(tokens)).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
  });

  it('deletes grants with their tokens and codes some time after they end', async () => {
    const { cookie, userId } = server.accounts.MEMBER;
    await connect(server, cookie);
    await approve(server, cookie, createProof().challenge);
    await server.sql('UPDATE oauth2_authorization_codes SET expires_at = now()');
    await server.sql('UPDATE oauth2_grant_tokens SET refresh_expires_at = now()');
    await server.sql(
      `INSERT INTO oauth2_grants (user_id, client_id, expires_at, revoked_at)
       SELECT $1, 1, now() + until, now() + revoked
       FROM (VALUES (interval '-29 days', NULL::interval), ('-31 days', NULL),
                    ('60 days', '-29 days'), ('60 days', '-31 days')) AS g (until, revoked)`,
      [userId],
    );
    await server.app.get(HousekeepingService, { strict: false }).sweep();
    const counts = await server.sql(
      `SELECT (SELECT count(*)::int FROM oauth2_authorization_codes) AS codes,
              (SELECT count(*)::int FROM oauth2_grant_tokens) AS tokens,
              (SELECT count(*)::int FROM oauth2_grants) AS grants`,
    );
    // The grant whose tokens have expired, and the two that ended lately.
    expect(counts).toEqual([{ codes: 0, tokens: 0, grants: 3 }]);
    expect(await listOwn(cookieOf(server.accounts.MEMBER))).toEqual([]);
  });

  it('do not exist without authentication', async () => {
    const open = await startTestServer();
    expect((await open.gql(ALL)).errors?.[0]?.message).toContain('Only admin');
    const revoked = await open.gql(REVOKE, { id: 'T0F1dGgyR3JhbnQ6MQ==' });
    expect(revoked.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await open.stop();
  });
});
