import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DomainError, NotFoundError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../kernel/pagination/offset-page.js';
import { Evaluator } from '../../evaluators/graphql/evaluator.type.js';
import { Project } from '../../projects/graphql/project.type.js';
import { DailyScores } from './daily-scores.type.js';
import {
  EvaluationRule,
  EvaluationRuleConnection,
  toEvaluationRule,
} from './evaluation-rule.type.js';
import { RuleUsesLoaders } from './rule-uses.loader.js';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Adds the rules that use an evaluator to its fields. */
@Resolver(() => Evaluator)
export class RulesOfEvaluatorResolver {
  constructor(private readonly loaded: RuleUsesLoaders) {}

  @ResolveField(() => Int, { description: 'Number of rules that use it.' })
  evaluationRuleCount(
    @Parent() { rowId }: Evaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.loaded.counts).load(rowId);
  }

  @ResolveField(() => EvaluationRuleConnection, {
    description: 'The rules that use it, oldest first.',
  })
  evaluationRules(
    @Parent() { rowId: evaluatorId }: Evaluator,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<EvaluationRule>> {
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        loaders.of(this.loaded.ofEvaluators).load({ evaluatorId, slice }),
      count: () => loaders.of(this.loaded.counts).load(evaluatorId),
    };
    return offsetConnection(page, list, toEvaluationRule);
  }
}

/** Adds how a rule judged over time to its fields. */
@Resolver(() => EvaluationRule)
export class ScoresOfRuleResolver {
  constructor(private readonly loaded: RuleUsesLoaders) {}

  @ResolveField(() => Project, {
    description: 'The project whose spans, traces or sessions it evaluates.',
  })
  async project(
    @Parent() { projectRowId }: EvaluationRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project> {
    const found = await loaders.of(this.loaded.projects).load(projectRowId);
    if (found) return found;
    throw new NotFoundError('The project has since been deleted.');
  }

  @ResolveField(() => [DailyScores], {
    description:
      'How it judged on each of the last days in UTC, oldest first, without days without evaluations. Adds up its newest 10,000 annotations, which takes some milliseconds.',
  })
  dailyScores(
    @Parent() { rowId: ruleId }: EvaluationRule,
    @Args('days', {
      type: () => Int,
      defaultValue: DEFAULT_DAYS,
      description: `1 to ${MAX_DAYS}, with today.`,
    })
    days: number,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DailyScores[]> {
    if (days >= 1 && days <= MAX_DAYS)
      return loaders.of(this.loaded.dailyScores).load({ ruleId, days });
    throw new DomainError('BAD_USER_INPUT', `\`days\` must be between 1 and ${MAX_DAYS}.`);
  }
}
