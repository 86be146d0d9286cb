import type { CredentialsFile } from './credentials-file.js';
import type { Authorizer } from './rest-client.js';

/**
 * Provides the credential for a server: the key that was given, otherwise what is stored for it.
 * @param apiKey a key from the options or the environment; empty for none.
 */
export function authorize(
  url: string,
  apiKey: string | undefined,
  file: CredentialsFile,
): Authorizer {
  const none = () => Promise.resolve(null);
  if (apiKey) return { token: () => Promise.resolve(apiKey), renew: none };
  return {
    token: async () => {
      const stored = (await file.read()).servers[url];
      if (!stored) return null;
      return stored.type === 'api-key' ? stored.key : stored.accessToken;
    },
    renew: none,
  };
}
