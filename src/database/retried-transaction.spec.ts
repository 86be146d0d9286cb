import { inRetriedTransaction } from './retried-transaction.js';

class SqlError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** A data source whose first transactions fail with these errors, and whose later ones succeed. */
function endingWith(...errors: Error[]) {
  const attempts: number[] = [];
  const transaction = (work: (tx: never) => Promise<unknown>): Promise<unknown> => {
    attempts.push(attempts.length + 1);
    const error = errors.shift();
    return error ? Promise.reject(error) : work({} as never);
  };
  return { attempts, dataSource: { transaction } as never };
}

describe('inRetriedTransaction', () => {
  it('runs the work again after a deadlock or a serialization failure', async () => {
    const { attempts, dataSource } = endingWith(new SqlError('40P01'), new SqlError('40001'));
    expect(await inRetriedTransaction(dataSource, () => Promise.resolve('done'))).toBe('done');
    expect(attempts).toHaveLength(3);
  });

  it('passes other errors on at once', async () => {
    const { attempts, dataSource } = endingWith(new SqlError('23505'));
    await expect(inRetriedTransaction(dataSource, () => Promise.resolve())).rejects.toThrow(
      '23505',
    );
    expect(attempts).toHaveLength(1);
  });

  it('gives up after several attempts', async () => {
    const { attempts, dataSource } = endingWith(
      ...Array.from({ length: 20 }, () => new SqlError('40P01')),
    );
    await expect(inRetriedTransaction(dataSource, () => Promise.resolve())).rejects.toThrow(
      '40P01',
    );
    expect(attempts).toHaveLength(6);
  });
});
