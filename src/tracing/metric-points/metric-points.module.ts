import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { MetricPointsResolver } from './graphql/metric-points.resolver.js';
import { MetricPointsService } from './metric-points.service.js';
import { MetricPointsController } from './rest/metric-points.controller.js';

/** Metrics that were sent over OTLP. */
@Module({
  imports: [ProjectsModule],
  controllers: [MetricPointsController],
  providers: [MetricPointsService, MetricPointsResolver],
  exports: [MetricPointsService],
})
export class MetricPointsModule {}
