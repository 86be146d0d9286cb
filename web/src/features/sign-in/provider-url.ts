import { serverUrl } from '../../lib/page/base-url.js';

/** Where signing in with a provider begins; it ends at `returnUrl`. */
export function providerUrl(name: string, returnUrl: string): string {
  const query = new URLSearchParams({ returnUrl });
  return serverUrl(`oauth2/${encodeURIComponent(name)}/login?${query}`);
}
