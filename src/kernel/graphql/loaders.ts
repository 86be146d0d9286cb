import DataLoader from 'dataloader';
import { STEPS_OF_RESOLVER, Work } from './work.js';

/**
 * Loads many values by their keys in one query. Returns the values in the order of the keys, with
 * null for missing ones.
 */
export interface BatchLoader<K, V> {
  batch(keys: readonly K[]): Promise<readonly (V | Error)[]>;
  /** Required if keys are objects. Must return the same text for equal keys. */
  cacheKey?(key: K): string;
  /** Whether a value may be large, such as the input of a span. Loads fewer of them at once. */
  isLarge?: true;
}

/** The most keys that one query looks up. */
const MAX_BATCH = 1000;

/** The most rows that one query reads for the pages of several parents. */
const MAX_ROWS = 20_000;

/** Bytes of large values to read at once, and how many of them before their size is known. */
const LARGE_BYTES = 4 * 1024 * 1024;
const FIRST_LARGE = 50;

/** Printing so much JSON takes as long as completing a field. */
const BYTES_PER_STEP = 200;

/** One DataLoader per batch loader and request, so that no field causes a query for each row. */
export class Loaders {
  private readonly loaders = new Map<unknown, unknown>();

  constructor(private readonly work = new Work()) {}

  of<K, V>(loader: BatchLoader<K, V>): DataLoader<K, V, unknown> {
    const known = this.loaders.get(loader) as DataLoader<K, V, unknown> | undefined;
    if (known) return known;
    const cacheKeyFn = loader.cacheKey ? (key: K): unknown => loader.cacheKey?.(key) : undefined;
    const options = { cacheKeyFn, maxBatchSize: MAX_BATCH };
    const created = loader.isLarge
      ? new LargeValuesLoader<K, V>(loader, this.work, options)
      : new DataLoader<K, V, unknown>((keys) => loader.batch(keys), options);
    this.loaders.set(loader, created);
    return created;
  }
}

/**
 * Loads large values a few at a time, and hands them out a few at a time, because they take long to
 * parse and to print.
 */
class LargeValuesLoader<K, V> extends DataLoader<K, V, unknown> {
  /** The mean size of a value. */
  private bytes = 0;

  constructor(
    loader: BatchLoader<K, V>,
    private readonly work: Work,
    options: DataLoader.Options<K, V, unknown>,
  ) {
    super((keys) => this.loadInParts(loader, keys), options);
  }

  override async load(key: K): Promise<V> {
    const value = await super.load(key);
    await this.work.waitForTurn(STEPS_OF_RESOLVER + this.bytes / BYTES_PER_STEP);
    this.work.check();
    return value;
  }

  /** Each part has as many values as should fit, judging by those before. */
  private async loadInParts(loader: BatchLoader<K, V>, keys: readonly K[]): Promise<(V | Error)[]> {
    const before = this.work.read;
    const values = [...(await loader.batch(keys.slice(0, FIRST_LARGE)))];
    this.bytes = (this.work.read - before) / values.length;
    while (values.length < keys.length) {
      const fitting = Math.max(1, Math.floor(LARGE_BYTES / Math.max(1, this.bytes)));
      const end = values.length + Math.min(fitting, values.length * 4);
      values.push(...(await loader.batch(keys.slice(values.length, end))));
      this.bytes = (this.work.read - before) / values.length;
    }
    return values;
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
 * @param rowsOf how many rows a key of the group may have. A group with too many of them is read in
 * several calls.
 */
export async function loadInGroups<K, V>(
  keys: readonly K[],
  groupOf: (key: K) => string,
  read: (group: K[], sample: K) => Promise<V[]>,
  rowsOf: (sample: K) => number = () => 1,
): Promise<V[]> {
  const answers = new Map<K, V>();
  for (const group of Map.groupBy(keys, groupOf).values()) {
    const sample = group[0]!;
    const size = Math.max(1, Math.floor(MAX_ROWS / Math.max(1, rowsOf(sample))));
    for (let start = 0; start < group.length; start += size) {
      const part = group.slice(start, start + size);
      const values = await read(part, sample);
      for (const [index, key] of part.entries()) answers.set(key, values[index]!);
    }
  }
  return keys.map((key) => answers.get(key)!);
}

/** Part of a list of a parent. */
export interface SliceKey {
  /** Row ID of the parent. */
  id: number;
  slice: { offset: number; limit: number };
}

/** Loads parts of the lists of parents, with one call of `read` for those in the same place. */
export function loadSlices<V>(
  keys: readonly SliceKey[],
  read: (ids: number[], slice: SliceKey['slice']) => Promise<V[]>,
): Promise<V[]> {
  return loadInGroups(
    keys,
    ({ slice }) => JSON.stringify(slice),
    (group, { slice }) =>
      read(
        group.map(({ id }) => id),
        slice,
      ),
    ({ slice }) => slice.limit,
  );
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
