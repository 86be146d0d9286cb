import type { Env } from '../config/env.js';

/** What a request says about its address; from trusted proxies also what they were asked for. */
interface AddressedRequest {
  protocol: string;
  /** With the port; HTTP/1.0 does not say it. */
  host: string | undefined;
}

/**
 * Address under which people reach this server, with the root path and without a trailing slash: as
 * configured, else as the request came, whose host was checked. What a page says about where it came
 * from (`Referer`) counts for nothing.
 */
export function publicOrigin(
  env: Pick<Env, 'publicUrl' | 'rootUrl' | 'rootPath'>,
  { protocol, host }: AddressedRequest,
): string {
  if (env.publicUrl !== undefined || host === undefined) return env.rootUrl;
  return `${protocol}://${host}${env.rootPath}`;
}
