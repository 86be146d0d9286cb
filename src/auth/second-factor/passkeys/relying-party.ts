import { isIP } from 'node:net';
import { UnprocessableError } from '../../../kernel/errors/errors.js';

/**
 * The address that passkeys are bound to. They do not work at any other, which protects users from phishing.
 */
export interface RelyingParty {
  /** Host name. */
  id: string;
  origin: string;
}

/**
 * Returns the relying party of a public URL of this server.
 * @throws UnprocessableError for IP addresses, which browsers do not accept.
 */
export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new UnprocessableError(
      'Passkeys need a host name instead of an IP address, such as localhost.',
    );
  }
  return { id: hostname, origin };
}
