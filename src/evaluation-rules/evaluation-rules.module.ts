import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnnotationsModule } from '../annotations/annotations.module.js';
import { EvaluatorsModule } from '../evaluators/evaluators.module.js';
import { ModelProvidersModule } from '../model-providers/model-providers.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { BackfillsService } from './backfills.service.js';
import { EvaluationBackfillEntity } from './evaluation-backfill.entity.js';
import { EvaluationQueueItemEntity, UnevaluatedSpansEntity } from './evaluation-queue.entity.js';
import { EvaluationRuleDayEntity } from './evaluation-rule-day.entity.js';
import { EvaluationRuleEntity } from './evaluation-rule.entity.js';
import { EvaluationRulesQueries } from './evaluation-rules.queries.js';
import { EvaluationRulesService } from './evaluation-rules.service.js';
import { EvaluationRulesLoaders } from './graphql/evaluation-rules.loader.js';
import { BackfillsResolver } from './graphql/backfills.resolver.js';
import {
  EvaluationRulesResolver,
  RulesOfProjectResolver,
} from './graphql/evaluation-rules.resolver.js';
import { RulePreviewsResolver } from './previews/graphql/rule-previews.resolver.js';
import { RulePreviewsService } from './previews/rule-previews.service.js';
import { RulesOfEvaluatorResolver, ScoresOfRuleResolver } from './graphql/rule-uses.resolver.js';
import { RuleUsesLoaders } from './graphql/rule-uses.loader.js';
import { RuleConditionsService } from './rule-conditions.service.js';
import { RuleUsesQueries } from './rule-uses.queries.js';
import { EvaluationLoop } from './running/evaluation-loop.service.js';
import { RuleEvaluationsService } from './running/rule-evaluations.service.js';
import { SubjectsService } from './running/subjects.service.js';
import { SelectionLoop } from './selecting/selection-loop.service.js';

/** Rules that evaluate live traces (docs/adr/0049-rules-evaluate-live-traces.md). */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      EvaluationRuleEntity,
      EvaluationQueueItemEntity,
      EvaluationRuleDayEntity,
      EvaluationBackfillEntity,
      UnevaluatedSpansEntity,
    ]),
    AnnotationsModule,
    EvaluatorsModule,
    ModelProvidersModule,
    ProjectsModule,
    TracingModule,
    UsersModule,
  ],
  providers: [
    EvaluationRulesQueries,
    EvaluationRulesService,
    RuleConditionsService,
    BackfillsService,
    SelectionLoop,
    SubjectsService,
    RuleEvaluationsService,
    EvaluationLoop,
    RulePreviewsService,
    EvaluationRulesLoaders,
    EvaluationRulesResolver,
    BackfillsResolver,
    RulePreviewsResolver,
    RulesOfProjectResolver,
    RuleUsesQueries,
    RuleUsesLoaders,
    RulesOfEvaluatorResolver,
    ScoresOfRuleResolver,
  ],
})
export class EvaluationRulesModule {}
