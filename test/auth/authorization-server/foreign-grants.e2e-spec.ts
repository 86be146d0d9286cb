import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import {
  approve,
  authorizationRequest,
  CLI,
  connect,
  connectUnverified,
  createProof,
  decide,
  refresh,
  sendForm,
  type Tokens,
} from '../../support/application.js';
import { globalId } from '../../support/global-id.js';

const READ = 'query ($id: ID!) { node(id: $id) { id ... on OAuth2Grant { clientName } } }';
const REVOKE = 'mutation ($id: ID!) { revokeOAuth2Grant(input: { id: $id }) { grantId } }';
const UNKNOWN = globalId('OAuth2Grant', 999_999);

describe('the grant of somebody else', () => {
  let server: SecuredServer;
  let tokens: Tokens;
  let grantId: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    const { cookie, userId } = await server.createAccount('MEMBER');
    tokens = await connect(server, cookie);
    const [row] = await server.sql<{ id: number }>(
      'SELECT id FROM oauth2_grants WHERE user_id = $1',
      [userId],
    );
    grantId = globalId('OAuth2Grant', row!.id);
  });
  afterAll(() => server.stop());

  const use = async ({ access_token: token }: Tokens) =>
    (await server.request.get('/v1/user').set(bearer(token))).status;

  it.each<[string, (account: Account) => Promise<Record<string, string>>]>([
    ['a session', async (account) => cookieOf(account)],
    ['an API key', async ({ key }) => bearer(key)],
    ['a system key', async () => bearer(server.systemKey)],
    [
      'a key that reads',
      async ({ userId }) => bearer(await server.createKey(userId, { scope: 'read' })),
    ],
    ['an application', async ({ cookie }) => bearer((await connect(server, cookie)).access_token)],
  ])('does not exist for %s', async (_, headersOf) => {
    for (const account of [server.accounts.MEMBER, server.accounts.VIEWER]) {
      const headers = await headersOf(account);
      for (const query of [READ, REVOKE]) {
        const answers = await Promise.all(
          [grantId, UNKNOWN].map(async (id) => {
            const answer = await server.gqlAs(headers, query, { id });
            return JSON.stringify(answer).replaceAll(id, 'ID');
          }),
        );
        expect(answers[0]).toContain('"errors"');
        expect(answers[0]).toBe(answers[1]);
      }
    }
    expect(await use(tokens)).toBe(200);
  });

  it('is not revoked by an ID of another type with the same number', async () => {
    const { MEMBER } = server.accounts;
    const own = await connect(server, MEMBER.cookie);
    const number = /\d+$/.exec(Buffer.from(grantId, 'base64').toString())![0];
    for (const type of ['User', 'ApiKey', 'OAuth2Client']) {
      const id = globalId(type, Number(number));
      const { errors } = await server.gqlAs(cookieOf(MEMBER), REVOKE, { id });
      expect(errors).toHaveLength(1);
    }
    expect([await use(own), await use(tokens)]).toEqual([200, 200]);
  });

  it('ends only itself when its spent tokens are sent from anywhere', async () => {
    const { cookie } = server.accounts.VIEWER;
    const own = await connect(server, cookie);
    const other = await connectUnverified(server, cookie);
    const next = (await refresh(server, own.refresh_token)).body as Tokens;
    // Their hashes are no tokens, and neither is a part of one.
    for (const token of [
      next.refresh_token.slice(0, -1),
      `${next.access_token}x`,
      'spr_',
      grantId,
    ]) {
      expect((await sendForm(server, 'revoke', { token })).status).toBe(200);
    }
    expect([await use(next), await use(other)]).toEqual([200, 200]);
    expect((await sendForm(server, 'revoke', { token: own.refresh_token })).status).toBe(200);
    expect([await use(next), await use(other), await use(tokens)]).toEqual([401, 200, 200]);
  });
});

describe('a code that somebody else has seen', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('becomes no tokens without the verifier, in whatever form its hash is sent', async () => {
    const { cookie } = server.accounts.MEMBER;
    const { verifier, challenge } = createProof();
    const code = await approve(server, cookie, challenge);
    const form = { grant_type: 'authorization_code', code, ...CLI };
    const guesses: Record<string, string>[] = [
      {},
      { code_verifier: challenge },
      { code_verifier: challenge, code_challenge_method: 'plain' },
      { code_verifier: challenge, code_challenge: challenge },
      { code_verifier: `${verifier}=` },
      { code_verifier: verifier.toUpperCase() },
      { code_verifier: verifier, client_id: CLI.client_id.toUpperCase() },
      { code_verifier: verifier, client_id: 'spandrel-cli' },
      { code_verifier: verifier, redirect_uri: `${CLI.redirect_uri}/` },
      { code_verifier: verifier, redirect_uri: CLI.redirect_uri.replace('127.0.0.1', 'localhost') },
      { code_verifier: verifier, redirect_uri: CLI.redirect_uri.replace('callback', '%63allback') },
    ];
    for (const guess of guesses) {
      const { status, body } = await sendForm(server, 'token', { ...form, ...guess });
      expect([guess, status, body.error]).toEqual([guess, 400, 'invalid_grant']);
    }
    const { status } = await sendForm(server, 'token', { ...form, code_verifier: verifier });
    expect(status).toBe(200);
  });

  it('is for whoever decided, even if somebody else was asked', async () => {
    const { MEMBER, VIEWER } = server.accounts;
    const { verifier, challenge } = createProof();
    const request = authorizationRequest(challenge);
    await server.request.get('/oauth2/authorize').query(request).set(cookieOf(MEMBER)).expect(302);
    const decisions = await Promise.all([0, 1].map(() => decide(server, VIEWER.cookie, request)));
    for (const { body } of decisions) {
      const code = new URL((body as { redirect_to: string }).redirect_to).searchParams.get('code')!;
      const form = { grant_type: 'authorization_code', code, code_verifier: verifier, ...CLI };
      const answer = (await sendForm(server, 'token', form)).body as Tokens;
      const user = await server.request.get('/v1/user').set(bearer(answer.access_token));
      expect(user.body.data.username).toBe(VIEWER.username);
    }
  });
});
