import { Module } from '@nestjs/common';
import { ConditionsQueries } from './conditions.queries.js';
import { ConditionsService } from './conditions.service.js';
import { ConditionsResolver } from './graphql/conditions.resolver.js';

/** Conditions on spans, traces and sessions. */
@Module({
  providers: [ConditionsService, ConditionsQueries, ConditionsResolver],
  exports: [ConditionsService],
})
export class ConditionsModule {}
