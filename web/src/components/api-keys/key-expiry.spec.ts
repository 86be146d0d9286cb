import { isExpired, resolveExpiry } from './key-expiry.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('resolveExpiry', () => {
  it('counts from now', () => {
    expect(resolveExpiry('30', '', NOW)).toEqual({ expiresAt: '2026-12-20T12:00:00.000Z' });
  });

  it('allows keys that never expire', () => {
    expect(resolveExpiry('never', '', NOW)).toEqual({ expiresAt: null });
    expect(isExpired(null, NOW)).toBe(false);
  });

  it('accepts a chosen date', () => {
    const local = '2027-01-02T03:04';
    expect(resolveExpiry('date', local, NOW)).toEqual({
      expiresAt: new Date(local).toISOString(),
    });
  });

  it('refuses a missing or past date', () => {
    expect(resolveExpiry('date', '', NOW)).toEqual({ problem: expect.stringMatching(/Choose/) });
    expect(resolveExpiry('date', '2020-01-01T00:00', NOW)).toEqual({
      problem: expect.stringMatching(/future/),
    });
  });

  it('isExpired recognizes an expired key', () => {
    expect(isExpired('2026-11-20T12:00:00Z', NOW)).toBe(true);
    expect(isExpired('2026-11-20T12:00:01Z', NOW)).toBe(false);
  });
});
