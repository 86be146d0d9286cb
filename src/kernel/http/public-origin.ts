import type { KernelEnv } from '../environment.js';

/** The server's address according to a request. Trusted proxies can override it. */
export interface AddressedRequest {
  protocol: string;
  /** With the port. HTTP/1.0 requests may lack it. */
  host: string | undefined;
}

/**
 * Returns the URL at which users reach this server, with the root path and without a trailing
 * slash: the configured one, or else that of the request, whose host has been checked. `Referer` is
 * never used.
 */
export function getPublicOrigin(
  env: Pick<KernelEnv, 'publicUrl' | 'rootUrl' | 'rootPath'>,
  { protocol, host }: AddressedRequest,
): string {
  if (env.publicUrl !== undefined || host === undefined) return env.rootUrl;
  return `${protocol}://${host}${env.rootPath}`;
}
