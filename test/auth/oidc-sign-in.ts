import { HttpBrowser, type Visit } from '../support/http-browser.js';
import type { SecuredServer } from '../support/accounts.js';
import { startOidcProvider, type TestProvider } from '../support/oidc-provider.js';

export const CLIENT = { client_id: 'spandrel', client_secret: 'a secret: with % and +' };

/** A client whose encoded credentials are the same as its plain ones. */
export const PLAIN_CLIENT = { client_id: 'app_1-web', client_secret: 'Q8_x-y.z~*' };

/** Starts a provider with the clients that `providerEnv` configures. */
export function startProvider(): Promise<TestProvider> {
  const redirect_uris = ['http://127.0.0.1/oauth2/any/tokens'];
  return startOidcProvider([
    { ...CLIENT, redirect_uris },
    {
      client_id: 'by-post',
      client_secret: CLIENT.client_secret,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris,
    },
    { ...PLAIN_CLIENT, redirect_uris },
    { client_id: 'public', token_endpoint_auth_method: 'none', redirect_uris },
    {
      client_id: 'by-assertion',
      client_secret: 'a-secret-of-at-least-32-characters!',
      token_endpoint_auth_method: 'client_secret_jwt',
      redirect_uris,
    },
  ]);
}

/** Returns the variables that configure one provider. */
export function providerEnv(
  name: string,
  provider: TestProvider,
  variables: Record<string, string> = {},
): Record<string, string> {
  const all = {
    CLIENT_ID: CLIENT.client_id,
    CLIENT_SECRET: CLIENT.client_secret,
    OIDC_CONFIG_URL: provider.configUrl,
    ...variables,
  };
  return Object.fromEntries(
    Object.entries(all).map(([suffix, value]) => [
      `SPANDREL_OAUTH2_${name.toUpperCase()}_${suffix}`,
      value,
    ]),
  );
}

/** A browser that signs in step by step. */
export class SignIn {
  readonly browser = new HttpBrowser();

  constructor(private readonly server: Pick<SecuredServer, 'url'>) {}

  /** Starts at our server, which redirects to the provider. */
  start(idp: string, query = ''): Promise<Visit> {
    return this.browser.visit(`${this.server.url}/oauth2/${idp}/login${query}`);
  }

  /**
   * Starts, signs in at the provider, and returns the callback URL to which the provider redirects.
   */
  async toCallback(idp: string, person: string, query = ''): Promise<string> {
    const { location, status, body } = await this.start(idp, query);
    if (!location) throw new Error(`The start answered ${status}: ${body}`);
    const atProvider = new URL(location);
    atProvider.searchParams.set('login_hint', person);
    // Otherwise the provider would reuse an earlier sign-in.
    this.browser.jarOf(atProvider.origin).clear();
    return this.browser.followWithin(atProvider.origin, atProvider.href);
  }

  /** Runs the whole sign-in. */
  async run(idp: string, person: string, query = ''): Promise<Visit> {
    return this.browser.visit(await this.toCallback(idp, person, query));
  }

  get cookies(): Map<string, string> {
    return this.browser.jarOf(new URL(this.server.url).origin);
  }

  get isSignedIn(): boolean {
    return this.cookies.has('spandrel-access-token');
  }
}

/** Returns the error code that a response passes to the sign-in page. */
export function errorOf({ status, location }: Visit): string | null {
  if (status !== 307) return `status ${status}`;
  const { pathname, searchParams } = new URL(location);
  return pathname === '/login' ? searchParams.get('error') : `page ${pathname}`;
}
