import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SandboxModule } from '../../sandbox/sandbox.module.js';
import { EvaluatorsModule } from '../evaluators.module.js';
import { CodeEvaluatorVersionEntity } from './code-evaluator-version.entity.js';
import { CodeEvaluatorsQueries } from './code-evaluators.queries.js';
import { CodeEvaluatorsService } from './code-evaluators.service.js';
import { CodeEvaluatorsLoaders } from './graphql/code-evaluators.loader.js';
import {
  CodeEvaluatorsResolver,
  CodeEvaluatorVersionsResolver,
} from './graphql/code-evaluators.resolver.js';

/** Evaluators that are programs of users. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CodeEvaluatorVersionEntity]),
    EvaluatorsModule,
    SandboxModule,
  ],
  providers: [
    CodeEvaluatorsQueries,
    CodeEvaluatorsService,
    CodeEvaluatorsLoaders,
    CodeEvaluatorsResolver,
    CodeEvaluatorVersionsResolver,
  ],
  exports: [CodeEvaluatorsService],
})
export class CodeEvaluatorsModule {}
