import { Float, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../common/access/access.js';
import { StorageService } from '../storage.service.js';
import { DbTableStats, ServerStatus } from './storage.type.js';

/** The storage of the database. */
@Resolver()
export class StorageResolver {
  constructor(private readonly storage: StorageService) {}

  @Query(() => [DbTableStats], { description: 'The tables of the database, largest first.' })
  @RequiredRole('ADMIN')
  dbTableStats(): Promise<DbTableStats[]> {
    return this.storage.listTables();
  }

  @Query(() => Float, {
    nullable: true,
    description:
      'Bytes that the database may occupy: `SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES`. Null if not configured.',
  })
  @RequiredRole('ADMIN')
  dbStorageCapacityBytes(): number | null {
    return this.storage.capacity;
  }

  @Query(() => ServerStatus, { description: 'What concerns all users of the server.' })
  @RequiredRole('VIEWER')
  async serverStatus(): Promise<ServerStatus> {
    return { insufficientStorage: await this.storage.isFull() };
  }
}
