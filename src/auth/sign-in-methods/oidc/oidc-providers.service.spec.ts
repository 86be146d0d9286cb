import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Env } from '../../../config/env.js';
import { readOidcProviders } from '../../../config/oidc-env.js';
import { OidcProvidersService } from './oidc-providers.service.js';

const { jest } = import.meta;
const MINUTE = 60_000;

describe('the discovery document of a provider', () => {
  let server: Server;
  let issuer: string;
  let asked = 0;
  let isBroken = false;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      if (isBroken) return response.writeHead(503).end();
      return response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          code_challenge_methods_supported: ['S256'],
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked = 0;
    isBroken = false;
  });
  afterEach(() => jest.restoreAllMocks());

  const makeService = () => {
    const source = {
      SPANDREL_OAUTH2_ACME_CLIENT_ID: 'c',
      SPANDREL_OAUTH2_ACME_CLIENT_SECRET: 's',
      SPANDREL_OAUTH2_ACME_OIDC_CONFIG_URL: `${issuer}/.well-known/openid-configuration`,
    };
    const oidc = readOidcProviders(source, []);
    const service = new OidcProvidersService({ oidc } as Env);
    return { service, provider: oidc[0]! };
  };

  const after = (minutes: number) => {
    const later = Date.now() + minutes * MINUTE;
    jest.spyOn(Date, 'now').mockReturnValue(later);
  };

  it('is read once, and again after an hour', async () => {
    const { service, provider } = makeService();
    const all = await Promise.all([1, 2, 3].map(() => service.connect(provider)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]?.usesPkce).toBe(true);
    after(59);
    await service.connect(provider);
    expect(asked).toBe(1);
    after(2);
    await service.connect(provider);
    expect(asked).toBe(2);
  });

  it('is requested again at once if it was never read', async () => {
    const { service, provider } = makeService();
    isBroken = true;
    await expect(service.connect(provider)).rejects.toMatchObject({ code: 'oauth_error' });
    isBroken = false;
    await expect(service.connect(provider)).resolves.toMatchObject({ metadata: { issuer } });
  });

  it('stays in use while it cannot be read again, with one attempt per minute', async () => {
    const { service, provider } = makeService();
    const first = await service.connect(provider);
    isBroken = true;
    after(61);
    await expect(service.connect(provider)).resolves.toBe(first);
    await expect(service.connect(provider)).resolves.toBe(first);
    expect(asked).toBe(2);
    after(2);
    isBroken = false;
    await expect(service.connect(provider)).resolves.not.toBe(first);
  });
});
