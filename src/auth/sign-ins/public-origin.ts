import type { Env } from '../../config/env.js';

/** What a request says about its own address; trusted proxies may say it instead. */
interface AddressedRequest {
  protocol: string;
  /** With the port. HTTP/1.0 requests may lack it. */
  host: string | undefined;
}

/**
 * The address under which people reach this server, with the root path and without a trailing slash.
 * It is the configured one if there is one, otherwise that of the request, whose host has been
 * checked. `Referer` is never used.
 */
export function publicOrigin(
  env: Pick<Env, 'publicUrl' | 'rootUrl' | 'rootPath'>,
  { protocol, host }: AddressedRequest,
): string {
  if (env.publicUrl !== undefined || host === undefined) return env.rootUrl;
  return `${protocol}://${host}${env.rootPath}`;
}
