import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import {
  approve,
  connect,
  createProof,
  decide,
  authorizationRequest,
} from '../../support/application.js';
import { HousekeepingService } from '../../support/built.js';
import { addApplications, AGENT, register } from './registrations.js';

describe('an application that registers itself', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM oauth2_clients WHERE NOT is_first_party'));

  it('gets an identifier and no secret, whatever it asks for', async () => {
    const answer = await register(server, {
      ...AGENT,
      logo_uri: 'https://app.example.com/logo.png',
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code'],
      scope: 'everything',
      client_id: 'phoenix-cli',
      is_first_party: true,
      software_version: { any: ['thing'] },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^px_dcr_[0-9A-Za-z]{22}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Coding agent',
      logo_uri: 'https://app.example.com/logo.png',
      redirect_uris: AGENT.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  it.each(['Zażółć', 'Bücher ❤️', 'שלום', 'กำลัง', '研究助手'])('can be called %s', async (name) => {
    const answer = await register(server, { ...AGENT, client_name: name });
    expect(answer.body).toMatchObject({ client_name: name });
  });

  it('can be approved, and is not taken for a known one', async () => {
    const { body } = await register(server, {
      redirect_uris: ['https://app.example.com/callback'],
    });
    const { client_id: id, client_name: name } = body as { client_id: string; client_name: string };
    expect(name).toBe('OAuth2 client');
    const redirect = { client_id: id, redirect_uri: 'https://app.example.com/callback' };
    const tokens = await connect(server, server.accounts.MEMBER.cookie, redirect);
    const user = await server.request.get('/v1/user').set(bearer(tokens.access_token));
    expect(user.status).toBe(200);
    const asked = await server.request
      .get('/oauth2/authorize')
      .query(authorizationRequest(createProof().challenge, redirect))
      .set('Cookie', server.accounts.MEMBER.cookie);
    expect(asked.headers['location']).toContain('is_first_party=false');
  });

  it('cannot use the code of another application', async () => {
    const { body } = await register(server, AGENT);
    const { verifier, challenge } = createProof();
    const code = await approve(server, server.accounts.MEMBER.cookie, challenge);
    const answer = await server.request
      .post('/oauth2/token')
      .type('form')
      .send({
        grant_type: 'authorization_code',
        client_id: (body as { client_id: string }).client_id,
        code,
        code_verifier: verifier,
        redirect_uri: 'http://127.0.0.1:53682/callback',
      });
    expect(answer.body).toMatchObject({ error: 'invalid_grant' });
  });

  it.each<[string, unknown]>([
    ['no JSON', '{"client_name": '],
    ['a list', []],
    ['a text', '"name"'],
    ['null', 'null'],
    ['a long name', { ...AGENT, client_name: 'x'.repeat(201) }],
    ['a number as its name', { ...AGENT, client_name: 7 }],
    ['a name with a line break', { ...AGENT, client_name: 'Bank\nof everything' }],
    ['a name with a NUL', { ...AGENT, client_name: 'Bank\0' }],
    ['a name that runs backwards', { ...AGENT, client_name: '\u202eknab ruoY' }],
    ['a name with invisible parts', { ...AGENT, client_name: 'Phoenix\u200b CLI' }],
    ['a name with letters that nobody sees', { ...AGENT, client_name: 'Phoenix\u034f CLI' }],
    ['a name of blank letters', { ...AGENT, client_name: '\u3164' }],
    ['a name of blank dots', { ...AGENT, client_name: '\u2800' }],
    ['a name that covers what is around it', { ...AGENT, client_name: `a${'\u0335'.repeat(9)}` }],
    ['half of a character', { ...AGENT, client_name: '\ud800' }],
    ['a script as its logo', { ...AGENT, logo_uri: 'javascript:alert(1)' }],
    ['a long logo address', { ...AGENT, logo_uri: `https://a.example/${'x'.repeat(2048)}` }],
    ['a password', { ...AGENT, grant_types: ['authorization_code', 'password'] }],
    ['its own credentials', { ...AGENT, grant_types: ['client_credentials'] }],
    ['a token in the address', { ...AGENT, response_types: ['token'] }],
  ])('is refused as invalid_client_metadata with %s', async (_, metadata) => {
    const answer = await server.request
      .post('/oauth2/register')
      .type('json')
      .send(typeof metadata === 'string' ? metadata : JSON.stringify(metadata));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: 'invalid_client_metadata',
      error_description: expect.any(String),
    });
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['an empty list', []],
    ['a text', 'http://127.0.0.1/'],
    ['a number', [1]],
    ['too many', Array.from({ length: 21 }, (__, n) => `http://127.0.0.1/${n}`)],
    ['one that is not allowed', ['http://127.0.0.1/', 'http://app.example.com/']],
    ['a script', ['javascript:alert(1)']],
    ['a fragment', ['https://app.example.com/#a']],
    ['credentials', ['https://user:secret@app.example.com/']],
  ])('is refused as invalid_redirect_uri with %s', async (_, redirectUris) => {
    const answer = await register(server, { ...AGENT, redirect_uris: redirectUris });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it('is refused with too much text', async () => {
    const answer = await register(server, { ...AGENT, padding: 'x'.repeat(70_000) });
    expect(answer.status).toBe(413);
  });

  it('is refused if 50 from its address wait for approval, even if all come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => register(server, AGENT, '192.0.2.7')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ error: 'too_many_requests' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register(server, AGENT, '192.0.2.8')).status).toBe(201);

    // Those that users approve no longer count, nor do those of yesterday.
    await server.sql(`UPDATE oauth2_clients SET last_used_at = now() WHERE id = (
      SELECT min(id) FROM oauth2_clients WHERE registered_from = '192.0.2.7')`);
    expect((await register(server, AGENT, '192.0.2.7')).status).toBe(201);
    expect((await register(server, AGENT, '192.0.2.7')).status).toBe(429);
    await server.sql("UPDATE oauth2_clients SET created_at = now() - interval '25 hours'");
    expect((await register(server, AGENT, '192.0.2.7')).status).toBe(201);
  });

  it('counts together with its neighbors, whose IPv6 addresses are those of one customer', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => register(server, AGENT, `2001:db8::${n + 1}`)),
    );
    expect((await register(server, AGENT, '2001:db8::ffff')).status).toBe(429);
    expect((await register(server, AGENT, '2001:db8:0:1::1')).status).toBe(201);
  });

  it('is forgotten if nobody approves it within a week, or a month after its last use', async () => {
    await server.sql(
      `INSERT INTO oauth2_clients (client_id, name, redirect_uris, created_at, last_used_at)
       SELECT name, name, '{}', now() - created, now() - used
       FROM (VALUES ('new', interval '6 days', NULL::interval), ('unused', '8 days', NULL),
                    ('used', '40 days', '29 days'), ('dead', '40 days', '31 days'),
                    ('alive', '40 days', '31 days')) AS c (name, created, used)`,
    );
    await server.sql(
      `INSERT INTO oauth2_grants (user_id, client_id, expires_at)
       SELECT $1, id, CASE client_id WHEN 'alive' THEN now() + interval '1 day' ELSE now() END
       FROM oauth2_clients WHERE client_id IN ('dead', 'alive')`,
      [server.accounts.MEMBER.userId],
    );
    await server.app.get(HousekeepingService, { strict: false }).sweep();
    const left = await server.sql('SELECT client_id FROM oauth2_clients ORDER BY client_id');
    expect(left.map((row) => row['client_id'])).toEqual([
      'alive',
      'new',
      'phoenix-cli',
      'spandrel-cli',
      'used',
    ]);
  });
});

describe('ten thousand applications', () => {
  it('take no more statements than a few, and more of them do not stay', async () => {
    const server = await startSecuredServer();
    await addApplications(server, 11_500);
    for (let n = 0; n < 20; n++) await register(server, AGENT, '198.51.100.7').expect(201);
    const { statements } = await server.countQueries(() => register(server, AGENT, '198.51.100.7'));
    expect(statements).toHaveLength(3);

    const housekeeping = server.app.get(HousekeepingService, { strict: false });
    await housekeeping.sweep();
    await housekeeping.sweep();
    const rows = await server.sql<{ count: number; oldest: string }>(
      `SELECT count(*)::int AS count,
              (array_agg(client_id ORDER BY created_at))[1] AS oldest
       FROM oauth2_clients WHERE NOT is_first_party`,
    );
    // The oldest went.
    expect(rows).toEqual([{ count: 10_000, oldest: 'px_dcr_1522' }]);
    await server.sql('DELETE FROM oauth2_clients WHERE NOT is_first_party');
    await server.stop();
  });
});

describe('registration', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('is limited per address and hour', async () => {
    const limited = await startSecuredServer({
      SPANDREL_DISABLE_RATE_LIMIT: 'false',
      SPANDREL_OAUTH2_DCR_RATE_LIMIT_PER_HOUR: '3',
    });
    for (let n = 0; n < 3; n++) expect((await register(limited, AGENT)).status).toBe(201);
    const refused = await register(limited, AGENT);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await register(limited, AGENT, '192.0.2.2')).status).toBe(201);
    await limited.stop();
  });

  it('can be kept for programs on the machine of the user', async () => {
    server.change({
      SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION: 'local_only',
    });
    const web = { ...AGENT, redirect_uris: ['https://app.example.com/callback'] };
    expect((await register(server, web)).body).toMatchObject({ error: 'invalid_redirect_uri' });
    const own = { ...AGENT, redirect_uris: ['cursor://anysphere.cursor/callback'] };
    expect((await register(server, own)).status).toBe(201);
    expect((await register(server, AGENT)).status).toBe(201);

    // Web sites that registered before can no longer ask either.
    await server.sql(`INSERT INTO oauth2_clients (client_id, name, redirect_uris)
      VALUES ('web', 'Web', ARRAY['https://app.example.com/callback'])`);
    const redirect = { client_id: 'web', redirect_uri: 'https://app.example.com/callback' };
    const request = authorizationRequest(createProof().challenge, redirect);
    expect((await decide(server, server.accounts.ADMIN.cookie, request)).status).toBe(400);
  });

  it('can be limited to some hosts', async () => {
    server.change({
      SPANDREL_OAUTH2_ALLOWED_REDIRECT_HOSTS: 'app.example.com',
    });
    const at = (host: string) => register(server, { redirect_uris: [`https://${host}/callback`] });
    expect((await at('app.example.com')).status).toBe(201);
    expect((await at('evil.example')).body).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it('can be disabled, which leaves the known application', async () => {
    server.change({
      SPANDREL_OAUTH2_DYNAMIC_CLIENT_REGISTRATION: 'disabled',
    });
    const refused = await register(server, AGENT);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: 'forbidden' });
    const metadata = await server.request.get('/.well-known/oauth-authorization-server');
    expect(metadata.body).not.toHaveProperty('registration_endpoint');
    const tokens = await connect(server, server.accounts.VIEWER.cookie);
    expect(tokens.access_token).toMatch(/^spo_/);
  });
});
