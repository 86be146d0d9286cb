import { serverUrl } from '../../lib/page/base-url.js';

/** Returns the URL that starts signing in with a provider and comes back to `returnUrl`. */
export function providerUrl(name: string, returnUrl: string): string {
  const query = new URLSearchParams({ returnUrl });
  return serverUrl(`oauth2/${encodeURIComponent(name)}/login?${query}`);
}
