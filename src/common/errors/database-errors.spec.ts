import { isUnreachable } from './database-errors.js';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isUnreachable', () => {
  it.each(['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])(
    'is true for %s',
    (code) => {
      expect(isUnreachable(withCode(code))).toBe(true);
    },
  );

  it.each(['23505', '40001', '42601', '57014', ''])('is false for %j', (code) => {
    expect(isUnreachable(withCode(code))).toBe(false);
  });

  it('recognizes messages without a code', () => {
    expect(isUnreachable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isUnreachable(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isUnreachable(new Error('boom'))).toBe(false);
  });

  it('is false for other values', () => {
    expect(isUnreachable(null)).toBe(false);
    expect(isUnreachable('ECONNREFUSED')).toBe(false);
  });
});
