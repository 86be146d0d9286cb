import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import { BackfillsService } from '../backfills.service.js';
import { EVALUATION_RULE_TYPE } from '../evaluation-rules.service.js';
import {
  BackfillEvaluationRuleInput,
  StopEvaluationRuleBackfillInput,
} from './evaluation-rule.inputs.js';
import {
  EvaluationRule,
  EvaluationRuleBackfill,
  EvaluationRuleMutationPayload,
  toBackfill,
  toEvaluationRule,
} from './evaluation-rule.type.js';
import { EvaluationRulesLoaders } from './evaluation-rules.loader.js';

/** Evaluates with rules what is already stored. */
@Resolver(() => EvaluationRule)
export class BackfillsResolver {
  constructor(
    private readonly backfills: BackfillsService,
    private readonly loaded: EvaluationRulesLoaders,
  ) {}

  @ResolveField(() => EvaluationRuleBackfill, {
    nullable: true,
    description: 'The last backfill since the rule was enabled.',
  })
  async backfill(
    @Parent() { rowId }: EvaluationRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<EvaluationRuleBackfill | null> {
    const row = await loaders.of(this.loaded.backfills).load(rowId);
    return row && toBackfill(row);
  }

  @Mutation(() => EvaluationRuleMutationPayload, {
    description:
      'Evaluates what was already stored with a rule, in the background and newest first. Its condition, its sampling rate and its limits apply. Excludes those that it has evaluated before.',
  })
  @Access('MEMBER', 'by project role')
  async backfillEvaluationRule(
    @Args('input') { id, timeRange }: BackfillEvaluationRuleInput,
  ): Promise<EvaluationRuleMutationPayload> {
    const ruleId = requireRowId(id, EVALUATION_RULE_TYPE);
    const row = await this.backfills.start(ruleId, timeRange ?? {});
    return { evaluationRule: toEvaluationRule(row), query: {} };
  }

  @Mutation(() => EvaluationRuleMutationPayload, {
    description: 'Stops the backfill of a rule, if one is running. What it has evaluated stays.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async stopEvaluationRuleBackfill(
    @Args('input') { id }: StopEvaluationRuleBackfillInput,
  ): Promise<EvaluationRuleMutationPayload> {
    const row = await this.backfills.stop(requireRowId(id, EVALUATION_RULE_TYPE));
    return { evaluationRule: toEvaluationRule(row), query: {} };
  }
}
