import DataLoader from 'dataloader';

/**
 * Loads many values by their keys in one query. Returns the values in the order of the keys, with
 * null for missing ones.
 */
export interface BatchLoader<K, V> {
  batch(keys: readonly K[]): Promise<readonly (V | Error)[]>;
  /** Required if keys are objects. Must return the same text for equal keys. */
  cacheKey?(key: K): string;
}

/** One DataLoader per batch loader and request, so that no field causes a query for each row. */
export class Loaders {
  private readonly loaders = new Map<unknown, unknown>();

  of<K, V>(loader: BatchLoader<K, V>): DataLoader<K, V, unknown> {
    const known = this.loaders.get(loader) as DataLoader<K, V, unknown> | undefined;
    if (known) return known;
    const cacheKeyFn = loader.cacheKey ? (key: K): unknown => loader.cacheKey?.(key) : undefined;
    const created = new DataLoader<K, V, unknown>((keys) => loader.batch(keys), {
      cacheKeyFn,
      maxBatchSize: 1000,
    });
    this.loaders.set(loader, created);
    return created;
  }
}

/** Puts rows in the order of the requested keys. */
export function sortByKeys<K, V>(
  keys: readonly K[],
  rows: readonly V[],
  keyOf: (row: V) => K,
): (V | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}

/**
 * Loads keys in groups, with one call of `read` per group. `read` also gets one key of the group,
 * for what its keys have in common. Returns values in the order of the keys.
 */
export async function loadInGroups<K, V>(
  keys: readonly K[],
  groupOf: (key: K) => string,
  read: (group: K[], sample: K) => Promise<V[]>,
): Promise<V[]> {
  const answers = new Map<K, V>();
  for (const group of Map.groupBy(keys, groupOf).values()) {
    const values = await read(group, group[0]!);
    for (const [index, key] of group.entries()) answers.set(key, values[index]!);
  }
  return keys.map((key) => answers.get(key)!);
}

/** Creates a loader of another feature's rows, as API types, by row ID. */
export function createLoaderById<R extends { id: number }, M>(
  findByIds: (ids: readonly number[]) => Promise<R[]>,
  toModel: (row: R) => M,
): BatchLoader<number, M | null> {
  return {
    batch: async (ids) => {
      const models = new Map((await findByIds(ids)).map((row) => [row.id, toModel(row)]));
      return ids.map((id) => models.get(id) ?? null);
    },
  };
}
