import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { listReadyMade } from '../ready-made-evaluators.js';
import {
  ClassificationEvaluatorConfig,
  toClassificationConfig,
} from './classification-evaluator-config.type.js';

@Resolver()
export class ReadyMadeEvaluatorsResolver {
  @Query(() => [ClassificationEvaluatorConfig], {
    description: 'Evaluators to start from, which choose one of several labels.',
  })
  @Access('VIEWER')
  classificationEvaluatorConfigs(
    @Args('labels', {
      type: () => [String],
      nullable: true,
      description: 'Only those of at least one of these areas.',
    })
    labels: string[] | null,
  ): ClassificationEvaluatorConfig[] {
    return listReadyMade(labels ?? []).map(toClassificationConfig);
  }
}
