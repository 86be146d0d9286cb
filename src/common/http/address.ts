import { isIP } from 'node:net';

/** An address with the port that some proxies add to it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;

/**
 * An IP address, without a port that may follow it; null for anything else. IPv4 addresses are
 * written as such also where the socket speaks IPv6.
 */
export function readAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, bracketed, withPort] = WITH_PORT.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address.toLowerCase();
}
