import { QueryFailedError } from 'typeorm';
import { withoutValues } from './without-values.js';

const driverError = Object.assign(new Error('violates check constraint "c"'), {
  code: '23514',
  constraint: 'c',
  detail: 'Failing row contains (canary).',
  where: 'COPY t, line 1: "canary"',
});

describe('withoutValues', () => {
  it('leaves out what was to be stored', () => {
    const error = new QueryFailedError('INSERT INTO t VALUES ($1)', ['canary'], driverError);
    for (const told of [
      withoutValues(error),
      withoutValues(driverError),
      withoutValues(new AggregateError([error, driverError], 'several')),
      withoutValues(new Error('outer', { cause: error })),
    ]) {
      expect(JSON.stringify(told)).not.toContain('canary');
    }
  });

  it('keeps what helps to find the mistake', () => {
    const error = new QueryFailedError('INSERT INTO t VALUES ($1)', ['canary'], driverError);
    expect(withoutValues(error)).toMatchObject({
      type: 'QueryFailedError',
      message: 'violates check constraint "c"',
      stack: expect.any(String),
      query: 'INSERT INTO t VALUES ($1)',
      driverError: { code: '23514', constraint: 'c' },
    });
  });

  it('leaves alone what is no error', () => {
    expect(withoutValues('text')).toBe('text');
    expect(withoutValues(undefined)).toBeUndefined();
  });
});
