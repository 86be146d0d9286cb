import { QueryFailedError } from 'typeorm';
import { cleanRecord, serializeError } from './logger.js';

const driverError = Object.assign(new Error('violates check constraint "c"'), {
  code: '23514',
  constraint: 'c',
  detail: 'Failing row contains (canary).',
  where: 'COPY t, line 1: "canary"',
});

describe('serializeError', () => {
  it('leaves out the data to be stored', () => {
    const error = new QueryFailedError('INSERT INTO t VALUES ($1)', ['canary'], driverError);
    for (const told of [
      serializeError(error),
      serializeError(driverError),
      serializeError(new AggregateError([error, driverError], 'several')),
      serializeError(new Error('outer', { cause: error })),
    ]) {
      expect(JSON.stringify(told)).not.toContain('canary');
    }
  });

  it('leaves out the connection that a pool has lost', () => {
    const error = Object.assign(new Error('terminating connection'), {
      code: '57P01',
      client: { secretKey: 'canary' },
    });
    expect(serializeError(error)).toMatchObject({ code: '57P01' });
    expect(JSON.stringify(serializeError(error))).not.toContain('canary');
  });

  it('keeps the fields that help to find the cause', () => {
    const error = new QueryFailedError('INSERT INTO t VALUES ($1)', ['canary'], driverError);
    expect(serializeError(error)).toMatchObject({
      type: 'QueryFailedError',
      message: 'violates check constraint "c"',
      stack: expect.any(String),
      query: 'INSERT INTO t VALUES ($1)',
      driverError: { code: '23514', constraint: 'c' },
    });
  });

  it('does not change other values', () => {
    expect(serializeError('text')).toBe('text');
    expect(serializeError(undefined)).toBeUndefined();
  });
});

describe('cleanRecord', () => {
  it('leaves nothing in a line of the log that controls a terminal', () => {
    const line = JSON.stringify({
      msg: 'a\u001b[2J\u009b31m\u202e\nb',
      err: { stack: 'x\u0007\n  at y' },
    });
    expect(JSON.parse(cleanRecord(`${line}\n`))).toEqual({
      msg: 'a\ufffd[2J\ufffd31m\ufffd\nb',
      err: { stack: 'x\ufffd\n  at y' },
    });
  });
});
