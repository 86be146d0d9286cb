import { buildServerUrl } from '../../lib/page/base-url.js';

/** Returns the URL that starts signing in with a provider and comes back to `returnUrl`. */
export function buildProviderUrl(name: string, returnUrl: string): string {
  const query = new URLSearchParams({ returnUrl });
  return buildServerUrl(`oauth2/${encodeURIComponent(name)}/login?${query}`);
}
