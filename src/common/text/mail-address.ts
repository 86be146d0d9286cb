import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether a text is one address that mail can be sent to (RFC 5321, without quoted local parts): no
 * `admin@localhost`, no list of addresses, nothing that could end a header.
 */
export function isMailable(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(0, at));
  const domain = domainToASCII(address.slice(at + 1));
  return (
    local.length <= 64 &&
    address.length <= 254 &&
    LOCAL_PART.test(local) &&
    domain.length <= 253 &&
    DOMAIN.test(domain)
  );
}
