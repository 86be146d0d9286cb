import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const StorageQuery = graphql(`
  query StorageUse {
    dbStorageUse {
      usedBytes
      reusableBytes
      capacityBytes
      freeDiskBytes
    }
    dbTableStats {
      tableName
      numBytes
    }
  }
`);

/** The storage of the database and its tables, largest first. */
export type Storage = ResultOf<typeof StorageQuery>;

/** Returns how much storage the database uses. Only administrators may ask. */
export function useStorage(): Storage | undefined {
  return useGraphqlQuery(StorageQuery, {}).data;
}
