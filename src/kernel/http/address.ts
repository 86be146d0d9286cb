import { isIP } from 'node:net';

/** An address with a port, as some proxies send it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;

/**
 * Returns an IP address without its port; null for anything else. Converts IPv4-mapped IPv6
 * addresses to IPv4.
 */
export function readAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, bracketed, withPort] = WITH_PORT.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address.toLowerCase();
}
