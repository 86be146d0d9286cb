import { Module } from '@nestjs/common';
import { ServerInfoResolver } from './graphql/server-info.resolver.js';
import { HealthService } from './health.service.js';
import { HealthController } from './rest/health.controller.js';

@Module({
  controllers: [HealthController],
  providers: [HealthService, ServerInfoResolver],
})
export class HealthModule {}
