import { DatabaseReader } from './database-reader.js';
import type { OpenedDatabase } from './opened-database.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { DatabaseWriter } from './database-writer.js';

class SqlError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const opened = { distribution: new SingleDistribution() } as OpenedDatabase;

/** A database whose first transactions fail with these errors, and whose later ones succeed. */
function endingWith(...errors: Error[]) {
  const attempts: number[] = [];
  const transaction = (work: (tx: never) => Promise<unknown>): Promise<unknown> => {
    attempts.push(attempts.length + 1);
    const error = errors.shift();
    return error ? Promise.reject(error) : work({} as never);
  };
  return { attempts, database: new DatabaseWriter({ transaction } as never, opened) };
}

describe('inTransaction', () => {
  it('tells the work where the tables are', async () => {
    const { database } = endingWith();
    expect(await database.inTransaction(async (tx) => tx.distribution)).toBe(opened.distribution);
  });

  it('runs the work again after a deadlock or a serialization failure', async () => {
    const { attempts, database } = endingWith(new SqlError('40P01'), new SqlError('40001'));
    expect(await database.inTransaction(() => Promise.resolve('done'))).toBe('done');
    expect(attempts).toHaveLength(3);
  });

  it('passes other errors on at once', async () => {
    const { attempts, database } = endingWith(new SqlError('23505'));
    await expect(database.inTransaction(() => Promise.resolve())).rejects.toThrow('23505');
    expect(attempts).toHaveLength(1);
  });

  it('gives up after several attempts', async () => {
    const { attempts, database } = endingWith(
      ...Array.from({ length: 20 }, () => new SqlError('40P01')),
    );
    await expect(database.inTransaction(() => Promise.resolve())).rejects.toThrow('40P01');
    expect(attempts).toHaveLength(6);
  });
});

describe('DatabaseWriter', () => {
  it('cannot be passed for a reader, nor a reader for it', () => {
    const { database } = endingWith();
    const reader = new DatabaseReader({} as never, opened, null);
    // @ts-expect-error What writes would use the replica.
    const writing: DatabaseWriter = reader;
    // @ts-expect-error What only reads would use the primary.
    const reading: DatabaseReader = database;
    expect(reading).not.toBe(writing);
  });
});
