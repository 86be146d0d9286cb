import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { ServerInfoResolver } from './graphql/server-info.resolver.js';

@Module({
  controllers: [HealthController],
  providers: [HealthService, ServerInfoResolver],
})
export class HealthModule {}
