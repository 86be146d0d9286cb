import { Module } from '@nestjs/common';
import { ModelsModule } from '../../models/models.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { ChatCostsService } from './chat-costs.service.js';
import { CostRecalculationService } from './cost-recalculation.service.js';
import { CostRecalculationsQueries } from './cost-recalculations.queries.js';
import { CostRecalculationLoop } from './cost-recalculation-loop.service.js';
import { CostsQueries } from './costs.queries.js';
import { CostsLoaders } from './graphql/costs.loader.js';
import {
  SessionCostsResolver,
  SpanCostsResolver,
  TraceCostsResolver,
} from './graphql/costs.resolver.js';
import { ModelCostsResolver } from './graphql/model-costs.resolver.js';
import { RecalculateCostsResolver } from './graphql/recalculate-costs.resolver.js';
import { SubtreeCostsResolver } from './graphql/subtree-costs.resolver.js';
import { NewSpansService } from './new-spans.service.js';
import { SpanPricer } from './span-pricer.js';

/** The cost of spans, calculated after they are stored (docs/adr/0033-cost-after-the-commit.md). */
@Module({
  imports: [ModelsModule, ProjectsModule, SpansModule],
  providers: [
    ChatCostsService,
    SpanPricer,
    NewSpansService,
    CostRecalculationLoop,
    CostRecalculationsQueries,
    CostRecalculationService,
    RecalculateCostsResolver,
    CostsQueries,
    CostsLoaders,
    SpanCostsResolver,
    SubtreeCostsResolver,
    TraceCostsResolver,
    SessionCostsResolver,
    ModelCostsResolver,
  ],
  exports: [ChatCostsService],
})
export class CostsModule {}
