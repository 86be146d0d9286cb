import { cookieOf, startSecuredServer } from '../../support/accounts.js';

describe('the application on the consent page', () => {
  const WHO = `query ($clientId: String!, $redirectUri: String!) {
    oauth2Client(clientId: $clientId, redirectUri: $redirectUri) { clientId name isFirstParty }
  }`;

  it('is described only with an address that it may use', async () => {
    const server = await startSecuredServer();
    const ask = async (clientId: string, redirectUri: string) =>
      (
        await server.gqlAs<{ oauth2Client: unknown }>(cookieOf(server.accounts.VIEWER), WHO, {
          clientId,
          redirectUri,
        })
      ).data?.oauth2Client;
    expect(await ask('phoenix-cli', 'http://127.0.0.1:4711/callback')).toEqual({
      clientId: 'phoenix-cli',
      name: 'Phoenix CLI',
      isFirstParty: true,
    });
    expect(await ask('phoenix-cli', 'https://evil.example/callback')).toBeNull();
    expect(await ask('unknown', 'http://127.0.0.1:4711/callback')).toBeNull();
    expect(await ask('\0', '\0')).toBeNull();
    await server.stop();
  });
});
