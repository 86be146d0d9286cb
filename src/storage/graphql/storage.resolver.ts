import { Float, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { StorageMonitor } from '../storage-monitor.service.js';
import { StorageService } from '../storage.service.js';
import { DbStorageUse, DbTableStats, ServerStatus } from './storage.type.js';

/** The storage of the database. */
@Resolver()
export class StorageResolver {
  constructor(
    private readonly storage: StorageService,
    private readonly monitor: StorageMonitor,
  ) {}

  @Query(() => [DbTableStats], { description: 'The tables of the database, largest first.' })
  @Access('ADMIN')
  dbTableStats(): Promise<DbTableStats[]> {
    return this.storage.listTables();
  }

  @Query(() => Float, {
    nullable: true,
    description:
      'Bytes that the database may occupy: `SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES`. Null if not configured.',
  })
  @Access('ADMIN')
  dbStorageCapacityBytes(): number | null {
    return this.storage.capacity;
  }

  @Query(() => DbStorageUse, { description: 'How much of its storage the database uses now.' })
  @Access('ADMIN')
  async dbStorageUse(): Promise<DbStorageUse> {
    const { used, reusable, capacity, freeDisk } = await this.storage.measure();
    return {
      usedBytes: used,
      reusableBytes: reusable,
      capacityBytes: capacity,
      freeDiskBytes: freeDisk,
    };
  }

  @Query(() => ServerStatus, {
    description: 'Settings and facts that concern all users of the server.',
  })
  @Access('VIEWER')
  serverStatus(): ServerStatus {
    return {
      insufficientStorage: this.monitor.isLocked,
      storageAdvice: this.monitor.advice,
    };
  }
}
