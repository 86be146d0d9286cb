import type { Env } from '../../config/env.js';

/** What a request says about the server's address; trusted proxies can override it. */
interface AddressedRequest {
  protocol: string;
  /** With the port. HTTP/1.0 requests may lack it. */
  host: string | undefined;
}

/**
 * Returns the address under which users reach this server, with the root path and without a
 * trailing slash. It is the configured one if there is one, otherwise that of the request, whose
 * host has been checked. `Referer` is never used.
 */
export function getPublicOrigin(
  env: Pick<Env, 'publicUrl' | 'rootUrl' | 'rootPath'>,
  { protocol, host }: AddressedRequest,
): string {
  if (env.publicUrl !== undefined || host === undefined) return env.rootUrl;
  return `${protocol}://${host}${env.rootPath}`;
}
