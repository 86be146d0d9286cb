import type { DataSource } from 'typeorm';
import { readEnv } from '../config/env.js';
import { StorageService } from './storage.service.js';

const CAPACITY = 'SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES';

/** With a database of this size. */
function serviceOf(bytes: number, variables: Record<string, string>): StorageService {
  const dataSource = { query: () => Promise.resolve([{ bytes }]) } as unknown as DataSource;
  return new StorageService(readEnv(variables), dataSource);
}

describe('the storage of the database', () => {
  it('suffices until the database has reached its capacity', async () => {
    const half = { [CAPACITY]: '0.5' };
    expect(await serviceOf(2 ** 29 - 1, half).isFull()).toBe(false);
    expect(await serviceOf(2 ** 29, half).isFull()).toBe(true);
  });

  it('suffices if no capacity is configured', async () => {
    const service = serviceOf(2 ** 50, {});
    expect(service.capacity).toBeNull();
    expect(await service.isFull()).toBe(false);
  });
});
