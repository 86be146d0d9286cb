import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';

type Work<T> = (tx: EntityManager) => Promise<T>;

/**
 * Makes code in a transaction fail if it asks for a second connection. With the pool exhausted,
 * transactions that do so would wait for each other forever and block everything else.
 */
export function keepToOneConnection(dataSource: DataSource): void {
  const open = new AsyncLocalStorage<true>();
  const transaction = dataSource.transaction.bind(dataSource) as <T>(work: Work<T>) => Promise<T>;
  const driver = dataSource.driver as unknown as { obtainMasterConnection(): Promise<unknown> };
  const connect = driver.obtainMasterConnection.bind(driver);
  Object.assign(dataSource, {
    transaction: <T>(work: Work<T>) => transaction((tx) => open.run(true, () => work(tx))),
  });
  driver.obtainMasterConnection = async () => {
    if (open.getStore()) throw new Error('A transaction asked for a second connection.');
    return connect();
  };
}
