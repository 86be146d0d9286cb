import { Module } from '@nestjs/common';
import { MetricPointsModule } from '../metric-points/metric-points.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { ChartsQueries } from './charts.queries.js';
import { ChartsService } from './charts.service.js';
import { ChartsResolver, PricedSpanCountsResolver } from './graphql/charts.resolver.js';

/** Charts that users define: what to count or measure, of which rows, by which groups. */
@Module({
  imports: [MetricPointsModule, SpansModule],
  providers: [ChartsService, ChartsQueries, ChartsResolver, PricedSpanCountsResolver],
  exports: [ChartsService],
})
export class ChartsModule {}
