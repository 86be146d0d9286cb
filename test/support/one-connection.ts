import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';

type Isolation = 'REPEATABLE READ';
type Work<T> = (tx: EntityManager) => Promise<T>;

/**
 * Makes code in a transaction fail if it asks for a second connection. With the pool exhausted,
 * transactions that do so would wait for each other forever and block everything else.
 */
export function keepToOneConnection(dataSource: DataSource): void {
  const open = new AsyncLocalStorage<true>();
  const transaction = dataSource.transaction.bind(dataSource);
  const driver = dataSource.driver as unknown as { obtainMasterConnection(): Promise<unknown> };
  const connect = driver.obtainMasterConnection.bind(driver);
  Object.assign(dataSource, {
    transaction: <T>(...args: [Work<T>] | [Isolation, Work<T>]): Promise<T> => {
      const work = args.at(-1) as Work<T>;
      const guarded: Work<T> = (tx) => open.run(true, () => work(tx));
      return args.length === 1 ? transaction(guarded) : transaction(args[0], guarded);
    },
  });
  driver.obtainMasterConnection = async () => {
    if (open.getStore()) throw new Error('A transaction asked for a second connection.');
    return connect();
  };
}
