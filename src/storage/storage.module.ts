import { Global, Module } from '@nestjs/common';
import { StorageLock } from '../kernel/access/storage-lock.js';
import { UsersModule } from '../users/users.module.js';
import { StorageResolver } from './graphql/storage.resolver.js';
import { StorageMonitor } from './storage-monitor.service.js';
import { StorageQueries } from './storage.queries.js';
import { StorageService } from './storage.service.js';

/** Global, so that the guard of all handlers and what runs in the background know its lock. */
@Global()
@Module({
  imports: [UsersModule],
  providers: [
    StorageQueries,
    StorageService,
    StorageMonitor,
    { provide: StorageLock, useExisting: StorageMonitor },
    StorageResolver,
  ],
  exports: [StorageLock, StorageMonitor],
})
export class StorageModule {}
