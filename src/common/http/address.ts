import { isIP } from 'node:net';

/** An address with a port, as some proxies write it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/;

/**
 * Returns an IP address without its port; null for anything else. IPv4 addresses mapped to IPv6 are
 * written as IPv4.
 */
export function readAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, bracketed, withPort] = WITH_PORT.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address.toLowerCase();
}
