import { readEnv } from '../config/env.js';
import type { StorageQueries } from './storage.queries.js';
import { StorageService, type StorageUse } from './storage.service.js';

const CAPACITY = 'SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES';
const GIBIBYTE = 2 ** 30;
const MEBIBYTE = 2 ** 20;

/** With a database of this size, of which this much can be used again; null if unknown. */
function serviceOf(
  variables: Record<string, string>,
  size = 0,
  reusable: number | null = 0,
): StorageService {
  const queries = {
    readSize: () => Promise.resolve(size),
    estimateReusable: () => Promise.resolve(reusable),
  } as StorageQueries;
  return new StorageService(readEnv(variables), queries);
}

const useOf = (use: Partial<StorageUse>): StorageUse => ({
  used: 0,
  reusable: 0,
  capacity: null,
  freeDisk: null,
  ...use,
});

describe('the storage of the database', () => {
  it('is not limited unless a capacity is configured', async () => {
    const service = serviceOf({}, 2 ** 50);
    const use = await service.measure();
    expect([service.isLimited, service.isHigh(use), service.isFull(use)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(serviceOf({ [CAPACITY]: '1' }).isLimited).toBe(true);
  });

  it.each([
    [0.79, false, false],
    [0.8, true, false],
    [0.95, true, true],
    [1.2, true, true],
  ])('warns at 80 %% of its capacity and is full at 95 %%: %d', (share, isHigh, isFull) => {
    const service = serviceOf({ [CAPACITY]: '1' });
    const use = useOf({ used: share * GIBIBYTE, capacity: GIBIBYTE });
    expect([service.isHigh(use), service.isFull(use)]).toEqual([isHigh, isFull]);
  });

  it('does not count what can be used again', async () => {
    const use = await serviceOf({ [CAPACITY]: '1' }, 0.99 * GIBIBYTE, 0.5 * GIBIBYTE).measure();
    expect(use.reusable).toBe(0.5 * GIBIBYTE);
    expect(use.used).toBeCloseTo(0.49 * GIBIBYTE);
    const unknown = await serviceOf({ [CAPACITY]: '1' }, 0.99 * GIBIBYTE, null).measure();
    expect(unknown.used).toBeCloseTo(0.99 * GIBIBYTE);
  });

  it('does not estimate that while there is room', async () => {
    const use = await serviceOf({ [CAPACITY]: '1' }, 0.5 * GIBIBYTE, 0.3 * GIBIBYTE).measure();
    expect(use).toMatchObject({ used: 0.5 * GIBIBYTE, reusable: 0 });
  });

  it.each([
    [600, 0, false],
    [500, 0, true],
    [500, 100, false],
    [100, 10_000, true],
  ])(
    'is full with %d MiB left on the disk and %d MiB to use again: %s',
    (free, reusable, isFull) => {
      const use = useOf({ freeDisk: free * MEBIBYTE, reusable: reusable * MEBIBYTE });
      expect(serviceOf({}).isFull(use)).toBe(isFull);
      expect(serviceOf({ SPANDREL_MIN_FREE_DISK_MEBIBYTES: '0' }).isFull(use)).toBe(false);
    },
  );

  it('says what to do and whom to ask', () => {
    const service = serviceOf({ [CAPACITY]: '1.5', SPANDREL_SUPPORT_EMAIL: 'ops@example.com' });
    const used = service.describe(useOf({ used: 1.3 * GIBIBYTE, capacity: 1.5 * GIBIBYTE }));
    expect(used).toMatch(/^The database uses 86 % of the 1\.5 GiB that it may occupy\. Delete /);
    expect(used).toContain('write to ops@example.com.');
    const full = service.describe(useOf({ used: GIBIBYTE * 1.49, capacity: 1.5 * GIBIBYTE }));
    expect(full).toContain('Nothing new is stored until something is deleted.');
    expect(serviceOf({}).describe(useOf({ freeDisk: 100 * MEBIBYTE }))).toMatch(
      /^The disk of the database has only 100 MiB left\./,
    );
  });
});
