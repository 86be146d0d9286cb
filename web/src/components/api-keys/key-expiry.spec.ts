import { isExpired, resolveExpiry } from './key-expiry.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the end of a key', () => {
  it('is counted from now', () => {
    expect(resolveExpiry('30', '', NOW)).toEqual({ expiresAt: '2026-12-20T12:00:00.000Z' });
  });

  it('may never come', () => {
    expect(resolveExpiry('never', '', NOW)).toEqual({ expiresAt: null });
    expect(isExpired(null, NOW)).toBe(false);
  });

  it('is a date of one’s own', () => {
    const local = '2027-01-02T03:04';
    expect(resolveExpiry('date', local, NOW)).toEqual({
      expiresAt: new Date(local).toISOString(),
    });
  });

  it('is not missing and not in the past', () => {
    expect(resolveExpiry('date', '', NOW)).toEqual({ problem: expect.stringMatching(/Choose/) });
    expect(resolveExpiry('date', '2020-01-01T00:00', NOW)).toEqual({
      problem: expect.stringMatching(/future/),
    });
  });

  it('is told when it has come', () => {
    expect(isExpired('2026-11-20T12:00:00Z', NOW)).toBe(true);
    expect(isExpired('2026-11-20T12:00:01Z', NOW)).toBe(false);
  });
});
