import { CommandError } from '../errors/command-error.js';
import type { CredentialsFile, SignIn } from './credentials-file.js';
import type { Authorizer } from './rest-client.js';

/** A token is renewed this long before it expires, so that it is valid when it arrives. */
const MARGIN_MS = 30_000;

/**
 * Provides the credential for a server: the key that was given, otherwise what is stored for it.
 * @param apiKey a key from the options or the environment; empty for none.
 */
export function authorize(
  url: string,
  apiKey: string | undefined,
  file: CredentialsFile,
): Authorizer {
  if (apiKey) {
    return { token: () => Promise.resolve(apiKey), renew: () => Promise.resolve(null) };
  }
  return new StoredCredential(url, file);
}

/** The credential in the file, renewed when it is necessary. */
class StoredCredential implements Authorizer {
  constructor(
    private readonly url: string,
    private readonly file: CredentialsFile,
  ) {}

  async token(): Promise<string | null> {
    const stored = (await this.file.read()).servers[this.url];
    if (!stored) return null;
    if (stored.type === 'api-key') return stored.key;
    if (Date.now() < stored.expiresAt - MARGIN_MS) return stored.accessToken;
    return this.replace(stored.accessToken);
  }

  async renew(refused: string): Promise<string | null> {
    const stored = (await this.file.read()).servers[this.url];
    return stored?.type === 'sign-in' ? this.replace(refused) : null;
  }

  /**
   * Renews a token. A refresh token can be used once, and using it again ends the sign-in. So only one
   * command at a time does this, and the others take its result.
   */
  private async replace(accessToken: string): Promise<string> {
    const renewed = await this.file.change(async ({ servers }): Promise<SignIn | null> => {
      const stored = servers[this.url];
      if (stored?.type !== 'sign-in') return null;
      if (stored.accessToken !== accessToken) return stored;
      // Loaded only here, because it takes longer than most commands.
      const { refresh } = await import('./oauth2.js');
      const next = await refresh(this.url, stored);
      if (next) servers[this.url] = next;
      else delete servers[this.url];
      return next;
    });
    if (renewed) return renewed.accessToken;
    throw new CommandError(`Your sign-in at ${this.url} has ended. Run "spandrel login".`);
  }
}
