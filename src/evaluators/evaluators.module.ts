import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PromptsModule } from '../prompts/prompts.module.js';
import { UsersModule } from '../users/users.module.js';
import { EvaluatorEntity } from './evaluator.entity.js';
import { EvaluatorsQueries } from './evaluators.queries.js';
import { EvaluatorsService } from './evaluators.service.js';
import { EvaluatorsLoaders } from './graphql/evaluators.loader.js';
import { EvaluatorsResolver, LlmEvaluatorsResolver } from './graphql/evaluators.resolver.js';

/** Evaluators themselves. The folders below attach them to datasets and run them. */
@Module({
  imports: [TypeOrmModule.forFeature([EvaluatorEntity]), PromptsModule, UsersModule],
  providers: [
    EvaluatorsQueries,
    EvaluatorsService,
    EvaluatorsLoaders,
    EvaluatorsResolver,
    LlmEvaluatorsResolver,
  ],
  exports: [EvaluatorsQueries, EvaluatorsService, EvaluatorsLoaders],
})
export class EvaluatorsModule {}
