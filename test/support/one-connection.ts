import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';

type Work<T> = (tx: EntityManager) => Promise<T>;

/**
 * Lets whatever happens in a transaction fail when it asks for another connection. Where the pool is
 * used up, the transactions that hold it would wait for each other, and everybody for them.
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
    if (open.getStore()) throw new Error('a transaction asks for a second connection');
    return connect();
  };
}
