import { isUnreachable, toDomainError } from './database-errors.js';
import { UnavailableError, UnprocessableError } from './errors.js';

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

describe('an error of the database', () => {
  it.each([
    ['it cannot be reached', withCode('ECONNREFUSED')],
    ['it is stopping', withCode('57P01')],
    ['its disk is full', withCode('53100')],
    ['it has no memory', withCode('53200')],
    ['it cannot read a file', withCode('58030')],
    ['a deadlock was broken', withCode('40P01')],
    ['others hold what is needed', withCode('55P03')],
    ['it is still a standby', withCode('25006')],
    ['this server stops', new Error('Cannot use a pool after calling end on the pool')],
  ])('asks clients to come back if %s', (_why, error) => {
    const shown = toDomainError(error);
    expect(shown).toBeInstanceOf(UnavailableError);
    expect((shown as UnavailableError).retryAfterSeconds).toBeGreaterThan(0);
  });

  it.each([['22021'], ['22P05']])('refuses texts with NUL: %s', (code) => {
    expect(toDomainError(withCode(code))).toBeInstanceOf(UnprocessableError);
  });

  it.each([['57014'], ['23505'], ['42703']])(
    'stays as it is if it would come again: %s',
    (code) => {
      const error = withCode(code);
      expect(toDomainError(error)).toBe(error);
    },
  );
});
