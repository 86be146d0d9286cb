import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { connect, decide, type Tokens } from '../support/application.js';

const REDIRECT = 'http://127.0.0.1:9999/callback';

/** The state that an agent keeps while its user decides. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Agent', redirect_uris: [REDIRECT] };
  asked: URL | undefined;
  private client: OAuthClientInformationMixed | undefined;
  private current: OAuthTokens | undefined;
  private verifier = '';

  state = () => 'a state with enough random bits';
  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.client = client);
  tokens = () => this.current;
  saveTokens = (tokens: OAuthTokens) => void (this.current = tokens);
  redirectToAuthorization = (url: URL) => void (this.asked = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

describe.each([
  ['at the root', ''],
  ['below a root path', '/a/b'],
])('the official MCP client %s', (_, rootPath) => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer(rootPath ? { SPANDREL_HOST_ROOT_PATH: rootPath } : {});
  });
  afterAll(() => server.stop());

  it('asks the user, and then works at the MCP endpoint only', async () => {
    const url = new URL(`${server.url}${rootPath}/mcp`);
    const keeper = new Keeper();
    const transport = new StreamableHTTPClientTransport(url, { authProvider: keeper });
    const open = () => new Client({ name: 'agent', version: '1' });
    await expect(open().connect(transport)).rejects.toThrow('Unauthorized');
    const parameters = Object.fromEntries(keeper.asked!.searchParams);
    expect(parameters['resource']).toBe(url.href);
    const { body } = await decide(server, server.accounts.VIEWER.cookie, parameters);
    const back = new URL((body as { redirect_to: string }).redirect_to);
    await transport.finishAuth(back.searchParams.get('code') ?? '');

    const client = open();
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeper }));
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    await client.close();
    const token = keeper.tokens()?.access_token ?? '';
    const rest = await server.request.get(`${rootPath}/v1/projects`).set(bearer(token));
    expect(rest.text).toBe('Token is not valid for this resource');

    expect(await auth(keeper, { serverUrl: url })).toBe('AUTHORIZED');
    expect(keeper.tokens()?.access_token).not.toBe(token);
  });

  it.each([
    ['unlimited', ''],
    ['for the server', 'server'],
    ['for MCP', 'mcp'],
  ])('may use tokens that are %s', async (__, kind) => {
    const base = server.url + rootPath;
    const resource = kind === 'mcp' ? `${base}/mcp` : base;
    const tokens: Tokens = await connect(
      server,
      server.accounts.MEMBER.cookie,
      kind === '' ? {} : { resource },
    );
    const answer = await server.request
      .post(`${rootPath}/mcp`)
      .set({
        ...bearer(tokens.access_token),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      })
      // Long enough to be read only from senders who are identified.
      .send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }).padEnd(200_000, ' '));
    expect(answer.status).toBe(200);
  });
});
