import { isIPv6 } from 'node:net';

/** Whoever has one IPv6 address usually has all of its /64 (RFC 6177): they count as one. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = address.includes('::')
    ? [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')]
    : groups;
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
