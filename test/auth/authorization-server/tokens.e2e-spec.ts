import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import {
  approve,
  CLI,
  connect,
  createProof,
  refresh,
  sendForm,
  type Tokens,
} from '../../support/application.js';
import { whenBlocked } from '../../support/lock-waits.js';

describe('codes', () => {
  let server: SecuredServer;
  let cookie: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    cookie = server.accounts.MEMBER.cookie;
  });
  afterAll(() => server.stop());

  const prepare = async (changes: Record<string, string> = {}) => {
    const { verifier, challenge } = createProof();
    const code = await approve(server, cookie, challenge, changes);
    return { grant_type: 'authorization_code', code, code_verifier: verifier, ...CLI };
  };

  it('become tokens that act for the user', async () => {
    const answer = await sendForm(server, 'token', await prepare());
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^spo_[0-9A-Za-z]{43}$/),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.stringMatching(/^spr_[0-9A-Za-z]{43}$/),
    });
    const { access_token: token } = answer.body as Tokens;
    const user = await server.request.get('/v1/user').set(bearer(token));
    expect(user.body).toMatchObject({ data: { username: server.accounts.MEMBER.username } });
  });

  it.each([
    ['as it was', {}],
    ['without its verifier', { code_verifier: 'x'.repeat(43) }],
  ])('work once: a code that is sent again %s ends what it gave', async (_, changes) => {
    const form = await prepare();
    const first = await sendForm(server, 'token', form);
    const { access_token: token, refresh_token: refreshToken } = first.body as Tokens;
    expect((await server.request.get('/v1/user').set(bearer(token))).status).toBe(200);
    const second = await sendForm(server, 'token', { ...form, ...changes });
    expect(second.status).toBe(400);
    expect(second.body).toMatchObject({ error: 'invalid_grant' });
    // Either sender may have stolen it.
    expect((await server.request.get('/v1/user').set(bearer(token))).status).toBe(401);
    const refreshed = await sendForm(server, 'token', {
      grant_type: 'refresh_token',
      client_id: form.client_id,
      refresh_token: refreshToken,
    });
    expect(refreshed.body).toMatchObject({ error: 'invalid_grant' });
  });

  it('have one winner if many use them at the same time', async () => {
    const form = await prepare();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => sendForm(server, 'token', form)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(11);
  });

  it.each<[string, string, Record<string, string>]>([
    ['invalid_grant', 'another verifier', { code_verifier: 'x'.repeat(43) }],
    ['invalid_grant', 'a short verifier', { code_verifier: 'x'.repeat(42) }],
    ['invalid_grant', 'a long verifier', { code_verifier: 'x'.repeat(129) }],
    ['invalid_grant', 'a verifier with a space', { code_verifier: `x ${'x'.repeat(43)}` }],
    ['invalid_grant', 'no verifier', { code_verifier: '' }],
    ['invalid_grant', 'another application', { client_id: 'px_dcr_0000000000000000000000' }],
    ['invalid_grant', 'no application', { client_id: '' }],
    ['invalid_grant', 'an application with a NUL', { client_id: 'phoenix-cli\0' }],
    ['invalid_grant', 'another port', { redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['invalid_grant', 'a redirect_uri with a NUL', { redirect_uri: `${CLI.redirect_uri}\0` }],
    ['invalid_grant', 'no redirect_uri', { redirect_uri: '' }],
    ['invalid_grant', 'another code', { code: 'x'.repeat(43) }],
    ['invalid_grant', 'no code', { code: '' }],
    ['invalid_grant', 'a code with a NUL', { code: `${'x'.repeat(42)}\0` }],
    ['invalid_target', 'another server', { resource: 'https://evil.example' }],
    ['unsupported_grant_type', 'a password', { grant_type: 'password' }],
    ['unsupported_grant_type', 'credentials', { grant_type: 'client_credentials' }],
    ['unsupported_grant_type', 'no type', { grant_type: '' }],
  ])('are refused as %s, but not used up, with %s', async (error, _, changes) => {
    const form = await prepare();
    const refused = await sendForm(server, 'token', { ...form, ...changes });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error, error_description: expect.any(String) });
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect((await sendForm(server, 'token', form)).status).toBe(200);
  });

  it('must be sent as a form, with each parameter once', async () => {
    const form = await prepare();
    const json = await server.request.post('/oauth2/token').send(form);
    expect(json.status).toBe(400);
    expect(json.body).toMatchObject({ error: 'unsupported_grant_type' });
    const twice = `${new URLSearchParams(form).toString()}&code=${form.code}`;
    const repeated = await server.request.post('/oauth2/token').type('form').send(twice);
    expect(repeated.body).toMatchObject({ error: 'invalid_grant' });
    const types = `${new URLSearchParams(form).toString()}&grant_type=refresh_token`;
    const ambiguous = await server.request.post('/oauth2/token').type('form').send(types);
    expect(ambiguous.body).toMatchObject({ error: 'unsupported_grant_type' });
    const huge = await server.request
      .post('/oauth2/token')
      .type('form')
      .send(`${new URLSearchParams(form).toString()}&x=${'x'.repeat(70_000)}`);
    expect(huge.status).toBe(413);
    expect((await server.request.post('/oauth2/token')).body).toMatchObject({
      error: 'unsupported_grant_type',
    });
    expect((await sendForm(server, 'token', form)).status).toBe(200);
  });

  it('expire after five minutes', async () => {
    const form = await prepare();
    const rows = await server.sql<{ seconds: number }>(
      `SELECT extract(epoch FROM max(expires_at) - now())::float AS seconds
       FROM oauth2_authorization_codes`,
    );
    expect(rows[0]?.seconds).toBeGreaterThan(280);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(300);
    await server.sql('UPDATE oauth2_authorization_codes SET expires_at = now()');
    const late = await sendForm(server, 'token', form);
    expect(late.body).toMatchObject({ error: 'invalid_grant' });
  });

  it('stores codes and tokens only as hashes', async () => {
    const form = await prepare();
    const { body } = await sendForm(server, 'token', await prepare());
    const { access_token: access, refresh_token: refreshToken } = body as Tokens;
    const rows = await server.sql<{ row: string }>(
      `SELECT to_json(t)::text AS row FROM oauth2_grant_tokens t
       UNION ALL SELECT to_json(c)::text FROM oauth2_authorization_codes c`,
    );
    const stored = rows.map(({ row }) => row).join('\n');
    for (const secret of [form.code, access, refreshToken]) expect(stored).not.toContain(secret);
  });
});

describe('refresh tokens', () => {
  let server: SecuredServer;
  let cookie: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    cookie = server.accounts.VIEWER.cookie;
  });
  afterAll(() => server.stop());

  const use = async ({ access_token: token }: Tokens): Promise<number> =>
    (await server.request.get('/v1/user').set(bearer(token))).status;

  it('become new tokens, and end the old ones', async () => {
    const first = await connect(server, cookie);
    const answer = await refresh(server, first.refresh_token);
    expect(answer.status).toBe(200);
    const second = answer.body as Tokens;
    expect(Object.keys(second).toSorted()).toEqual(Object.keys(first).toSorted());
    expect(await use(second)).toBe(200);
    expect(await use(first)).toBe(401);
  });

  it('end the grant if they are used again', async () => {
    const first = await connect(server, cookie);
    const second = (await refresh(server, first.refresh_token)).body as Tokens;
    const replayed = await refresh(server, first.refresh_token);
    expect(replayed.body).toMatchObject({ error: 'invalid_grant' });
    expect(await use(second)).toBe(401);
    expect((await refresh(server, second.refresh_token)).status).toBe(400);
    const events = await server.sql(
      "SELECT subject_type, subject_name FROM audit_events WHERE action = 'token.reused'",
    );
    expect(events).toEqual([{ subject_type: 'OAuth2Grant', subject_name: 'phoenix-cli' }]);
  });

  it('end no other grant of the user', async () => {
    const other = await connect(server, cookie);
    const first = await connect(server, cookie);
    await refresh(server, first.refresh_token);
    await refresh(server, first.refresh_token);
    expect(await use(other)).toBe(200);
  });

  it('have one winner if many use them at the same time', async () => {
    const { refresh_token: token } = await connect(server, cookie);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(server, token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(11);
  });

  it('do not end the grant if another use of them is under way', async () => {
    const tokens = await connect(server, cookie);
    const winner = server.dataSource.createQueryRunner();
    await winner.startTransaction();
    await winner.query(
      `UPDATE oauth2_grant_tokens SET consumed_at = now()
       WHERE id = (SELECT max(id) FROM oauth2_grant_tokens)`,
    );
    const loser = refresh(server, tokens.refresh_token).then((answer) => answer);
    await whenBlocked(server);
    await winner.commitTransaction();
    await winner.release();
    expect((await loser).body).toMatchObject({ error: 'invalid_grant' });
    const isLive = () =>
      server.sql(`SELECT 1 FROM oauth2_grants g WHERE g.revoked_at IS NULL
        AND g.id = (SELECT grant_id FROM oauth2_grant_tokens ORDER BY id DESC LIMIT 1)`);
    expect(await isLive()).toHaveLength(1);
    // But a later use does.
    await refresh(server, tokens.refresh_token);
    const rows = await server.sql('SELECT revoked_at FROM oauth2_grants ORDER BY id DESC LIMIT 1');
    expect(rows[0]?.['revoked_at']).not.toBeNull();
  });

  it.each<[string, string, Record<string, string>]>([
    ['invalid_grant', 'another application', { client_id: 'px_dcr_0000000000000000000000' }],
    ['invalid_grant', 'no application', { client_id: '' }],
    ['invalid_grant', 'an unknown token', { refresh_token: `spr_${'x'.repeat(43)}` }],
    ['invalid_grant', 'a token with a NUL', { refresh_token: 'spr_\0' }],
    ['invalid_grant', 'no token', { refresh_token: '' }],
    ['invalid_target', 'another server', { resource: 'https://evil.example' }],
  ])('are refused as %s, but not used up, with %s', async (error, _, changes) => {
    const tokens = await connect(server, cookie);
    const refused = await refresh(server, tokens.refresh_token, changes);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error });
    expect(await use(tokens)).toBe(200);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
  });

  it('keeps the grant if another application uses its refresh token, even a used one', async () => {
    const first = await connect(server, cookie);
    const second = (await refresh(server, first.refresh_token)).body as Tokens;
    await refresh(server, first.refresh_token, { client_id: 'px_dcr_0000000000000000000000' });
    expect(await use(second)).toBe(200);
  });

  it('work neither as bearer tokens nor as the cookies of a session', async () => {
    const { access_token: access, refresh_token: token } = await connect(server, cookie);
    expect((await server.request.get('/v1/user').set(bearer(token))).status).toBe(401);
    for (const value of [access, token]) {
      const session = `spandrel-access-token=${value}; spandrel-refresh-token=${value}`;
      expect((await server.request.get('/v1/user').set('Cookie', session)).status).toBe(401);
      const refreshed = await server.request.post('/auth/refresh').set('Cookie', session);
      expect(refreshed.status).toBe(401);
      expect(refreshed.text).toBe('Invalid refresh token');
    }
  });

  it('refuses the refresh token of a session', async () => {
    const session = /spandrel-refresh-token=([^;]+)/.exec(cookie)?.[1] ?? '';
    expect((await refresh(server, session)).body).toMatchObject({ error: 'invalid_grant' });
    const again = await server.request.post('/auth/refresh').set('Cookie', cookie);
    expect(again.status).toBe(204);
    cookie = await server.signIn(server.accounts.VIEWER.userId);
  });

  it('expire with their grant', async () => {
    const { refresh_token: token } = await connect(server, cookie);
    await server.sql(`UPDATE oauth2_grants SET expires_at = now() + interval '90 seconds'`);
    const answer = await refresh(server, token);
    const { expires_in: seconds, ...next } = answer.body as Tokens;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(90);
    const rows = await server.sql<{ isClamped: boolean }>(
      `SELECT bool_and(t.refresh_expires_at <= g.expires_at) AS "isClamped"
       FROM oauth2_grant_tokens t JOIN oauth2_grants g ON g.id = t.grant_id
       WHERE t.consumed_at IS NULL AND t.created_at > now() - interval '10 seconds'
         AND t.id = (SELECT max(id) FROM oauth2_grant_tokens)`,
    );
    expect(rows).toEqual([{ isClamped: true }]);
    await server.sql('UPDATE oauth2_grants SET expires_at = now()');
    expect(await use({ expires_in: seconds, ...next })).toBe(401);
    expect((await refresh(server, next.refresh_token)).status).toBe(400);
  });
});
