import * as client from 'openid-client';
import { type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { decide } from '../../support/application.js';

/** A certified client that knows nothing about this server but its address. */
describe.each([
  ['at the root', ''],
  ['below a root path', '/llm/spandrel'],
])('openid-client %s', (_, rootPath) => {
  let server: SecuredServer;
  let base: string;

  beforeAll(async () => {
    server = await startSecuredServer(rootPath ? { SPANDREL_HOST_ROOT_PATH: rootPath } : {});
    base = server.url + rootPath;
  });
  afterAll(() => server.stop());

  const register = (algorithm: 'oauth2' | 'oidc' = 'oauth2') =>
    client.dynamicClientRegistration(
      new URL(base),
      { client_name: 'openid-client', redirect_uris: ['http://127.0.0.1/done'] },
      client.None(),
      { algorithm, execute: [client.allowInsecureRequests] },
    );

  it.each(['oauth2', 'oidc'] as const)(
    'registers, asks, gets and refreshes tokens, and gives them back (%s)',
    async (algorithm) => {
      const config = await register(algorithm);
      expect(config.clientMetadata().client_id).toMatch(/^px_dcr_/);
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const asked = client.buildAuthorizationUrl(config, {
        redirect_uri: 'http://127.0.0.1:50123/done',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        resource: base,
        state,
      });
      const consent = await fetch(asked, {
        headers: { Cookie: server.accounts.MEMBER.cookie },
        redirect: 'manual',
      });
      const page = new URL(consent.headers.get('location') ?? '', base);
      expect(page.pathname).toBe(`${rootPath}/oauth2/consent`);
      const parameters = Object.fromEntries(page.searchParams);
      const { body } = await decide(server, server.accounts.MEMBER.cookie, parameters);
      const back = new URL((body as { redirect_to: string }).redirect_to);

      const tokens = await client.authorizationCodeGrant(
        config,
        back,
        { pkceCodeVerifier: verifier, expectedState: state },
        { resource: base },
      );
      expect(tokens.expiresIn()).toBeGreaterThan(590);
      const user = await client.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(`${base}/v1/user`),
        'GET',
      );
      expect(await user.json()).toMatchObject({
        data: { username: server.accounts.MEMBER.username },
      });

      const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(next.access_token).not.toBe(tokens.access_token);
      await expect(
        client.refreshTokenGrant(config, tokens.refresh_token ?? ''),
      ).rejects.toMatchObject({ error: 'invalid_grant' });

      await client.tokenRevocation(config, next.access_token);
      await expect(
        client.fetchProtectedResource(config, next.access_token, new URL(`${base}/v1/user`), 'GET'),
      ).rejects.toBeInstanceOf(client.WWWAuthenticateChallengeError);
    },
  );

  it('learns that the user refused', async () => {
    const config = await register();
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const asked = client.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1/done',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const { body } = await decide(server, server.accounts.VIEWER.cookie, {
      ...Object.fromEntries(asked.searchParams),
      approved: false,
    });
    await expect(
      client.authorizationCodeGrant(
        config,
        new URL((body as { redirect_to: string }).redirect_to),
        { pkceCodeVerifier: verifier, expectedState: state },
      ),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });
});
