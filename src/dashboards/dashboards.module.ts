import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { DashboardEntity } from './dashboard.entity.js';
import { DashboardsService } from './dashboards.service.js';
import { DashboardRightsResolver, DashboardsResolver } from './graphql/dashboards.resolver.js';

/** Charts of a project that users arrange and share. */
@Module({
  imports: [TypeOrmModule.forFeature([DashboardEntity]), ProjectsModule, TracingModule],
  providers: [DashboardsService, DashboardsResolver, DashboardRightsResolver],
})
export class DashboardsModule {}
