import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { LogsLoaders } from './graphql/logs.loader.js';
import { LogsOfProjectResolver, LogsOfSpanResolver } from './graphql/logs.resolver.js';
import { LogRecordEntity } from './log-record.entity.js';
import { LogsQueries } from './logs.queries.js';
import { LogsService } from './logs.service.js';
import { LogsController } from './rest/logs.controller.js';

/** Log records of projects and spans. */
@Module({
  imports: [TypeOrmModule.forFeature([LogRecordEntity]), ProjectsModule],
  controllers: [LogsController],
  providers: [LogsService, LogsQueries, LogsLoaders, LogsOfProjectResolver, LogsOfSpanResolver],
})
export class LogsModule {}
