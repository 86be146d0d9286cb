import type { lookup, LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { AddressRule } from './address-rule.js';
import { SPECIAL_NETWORKS } from './special-networks.js';

const found: LookupAddress[] = [];

const lookUp = ((_host: string, _options: object, callback: (...given: unknown[]) => void) => {
  callback(null, [...found]);
}) as unknown as typeof lookup;

describe('the rule for addresses', () => {
  const rule = new AddressRule(['10.1.0.0/16'], (message) => new Error(message), 'ALLOWED', lookUp);

  const resolve = (...addresses: string[]): Promise<unknown> => {
    found.splice(0, Infinity, ...addresses.map((address) => ({ address, family: 4 })));
    return new Promise((done) => {
      rule.lookup('hooks.example.com', { all: true }, (error, all) => done(error?.message ?? all));
    });
  };

  it('checks a name whenever it is looked up, because its addresses can change', async () => {
    expect(await resolve('203.0.113.7')).toMatch(/^hooks.example.com is a private address/);
    expect(await resolve('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await resolve('169.254.169.254')).toBe(
      'hooks.example.com is a private address. To allow it, add its network to ALLOWED.',
    );
    expect(await resolve('8.8.8.8', '127.0.0.1')).toMatch(/is a private address/);
  });

  it('allows the networks that it is given', async () => {
    expect(await resolve('10.1.2.3')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect(await resolve('10.2.0.1')).toMatch(/is a private address/);
    expect(() => rule.checkHost('10.2.0.1')).toThrow('10.2.0.1 is a private address.');
    expect(() => rule.checkHost('[::ffff:127.0.0.1]')).toThrow('is a private address.');
    expect(() => rule.checkHost('10.1.0.1')).not.toThrow();
  });

  const isRefused = (host: string): boolean => {
    try {
      rule.checkHost(host);
      return false;
    } catch {
      return true;
    }
  };

  /** The first and the last address of a network, and one in the middle. */
  const samplesOf = (network: string): string[] => {
    const [first, bits] = ipaddr.parseCIDR(network);
    const bytes = first.toByteArray();
    const fill = (rest: (left: number) => number) =>
      bytes.map((byte, at) => {
        const free = Math.min(8, Math.max(0, (at + 1) * 8 - bits));
        return byte | rest(free);
      });
    const ones = (free: number) => (1 << free) - 1;
    return [fill(() => 0), fill(ones), fill((free) => ones(free) & 0x55)].map((all) =>
      ipaddr.fromByteArray(all).toString(),
    );
  };

  it.each(SPECIAL_NETWORKS)('refuses %s: %s', (network) => {
    const open = network === '10.0.0.0/8' ? ['10.1.85.85'] : [];
    for (const address of samplesOf(network)) {
      if (open.includes(address)) continue;
      expect([address, isRefused(address)]).toEqual([address, true]);
      expect([address, isRefused(`[${address}]`)]).toEqual([address, true]);
    }
  });

  it('refuses every IPv4 address of these inside an IPv6 one, in every form', () => {
    for (const [network] of SPECIAL_NETWORKS.filter(([one]) => !one.includes(':'))) {
      const [address] = samplesOf(network) as [string];
      const hex = ipaddr
        .parse(address)
        .toByteArray()
        .map((byte) => byte.toString(16).padStart(2, '0'));
      const [high, low] = [hex.slice(0, 2).join(''), hex.slice(2).join('')];
      const forms = [
        `::ffff:${address}`,
        `::${address}`,
        `::${high}:${low}`,
        `::ffff:0:${address}`,
        `64:ff9b::${address}`,
        `64:ff9b:1::${address}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
      ];
      expect(forms.filter((form) => !isRefused(`[${form}]`))).toEqual([]);
    }
  });

  it.each(['8.8.8.8', '1.1.1.1', '168.63.129.17', '223.255.255.255', '9.255.255.255', '11.0.0.0'])(
    'allows %s',
    (address) => expect(isRefused(address)).toBe(false),
  );

  it.each(['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    'allows [%s]',
    (address) => expect(isRefused(`[${address}]`)).toBe(false),
  );

  it.each(['4000::1', '1000::1', 'fe00::1', '200::1'])(
    'refuses [%s], which nobody has',
    (address) => expect(isRefused(`[${address}]`)).toBe(true),
  );
});
