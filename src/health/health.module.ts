import { Module } from '@nestjs/common';
import { ServerInfoResolver } from './graphql/server-info.resolver.js';
import { StorageResolver } from './graphql/storage.resolver.js';
import { HealthService } from './health.service.js';
import { HealthController } from './rest/health.controller.js';
import { StorageService } from './storage.service.js';

@Module({
  controllers: [HealthController],
  providers: [HealthService, StorageService, ServerInfoResolver, StorageResolver],
})
export class HealthModule {}
