import type { lookup, LookupAddress } from 'node:dns';
import { AddressRule } from './address-rule.js';

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
});
