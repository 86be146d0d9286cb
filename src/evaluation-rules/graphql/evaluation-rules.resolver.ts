import {
  Args,
  Context,
  Float,
  Int,
  Mutation,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { requireRowId, requireRowIds } from '../../kernel/ids/global-id.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { OffsetPageArgs, pageOfList } from '../../kernel/pagination/offset-page.js';
import { Evaluator } from '../../evaluators/graphql/evaluator.type.js';
import { Project } from '../../projects/graphql/project.type.js';
import { PricedSpanCounts } from '../../tracing/graphql/cost.type.js';
import { User } from '../../users/graphql/user.type.js';
import {
  EVALUATION_RULE_TYPE,
  type EvaluationRuleFigures,
  EvaluationRulesService,
} from '../evaluation-rules.service.js';
import {
  CreateEvaluationRuleInput,
  DeleteEvaluationRulesInput,
  toChanges,
  toDraft,
  UpdateEvaluationRuleInput,
} from './evaluation-rule.inputs.js';
import {
  DeleteEvaluationRulesPayload,
  EvaluationRule,
  EvaluationRuleConnection,
  EvaluationRuleMutationPayload,
  toEvaluationRule,
} from './evaluation-rule.type.js';
import { EvaluationRulesLoaders } from './evaluation-rules.loader.js';

/** Adds rules to the fields of a project. */
@Resolver(() => Project)
export class RulesOfProjectResolver {
  constructor(private readonly loaded: EvaluationRulesLoaders) {}

  @ResolveField(() => EvaluationRuleConnection, {
    description: 'The rules that evaluate what arrives in the project, by name.',
  })
  async evaluationRules(
    @Parent() { rowId }: Project,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<EvaluationRule>> {
    const rules = await loaders.of(this.loaded.ofProject).load(rowId);
    return pageOfList(page, rules, toEvaluationRule);
  }
}

@Resolver(() => EvaluationRule)
export class EvaluationRulesResolver {
  constructor(
    private readonly service: EvaluationRulesService,
    private readonly loaded: EvaluationRulesLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(EVALUATION_RULE_TYPE, (id, { loaders }) => loaders.of(loaded.byId).load(id));
  }

  @ResolveField(() => Evaluator)
  async evaluator(
    @Parent() { evaluatorRowId }: EvaluationRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Evaluator> {
    const found = await loaders.of(this.loaded.evaluators).load(evaluatorRowId);
    if (found) return found;
    throw new NotFoundError('The evaluator has since been deleted.');
  }

  @ResolveField(() => Project, {
    nullable: true,
    description: 'The project with the traces of its evaluations; null if it was deleted.',
  })
  tracesProject(
    @Parent() { tracesProjectName }: EvaluationRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return loaders.of(this.loaded.projects).load(tracesProjectName);
  }

  @ResolveField(() => User, { nullable: true, description: 'The user who created it.' })
  async user(
    @Parent() { userRowId }: EvaluationRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.loaded.users).load(userRowId);
  }

  @ResolveField(() => Int, { description: 'Successful evaluations of the current day in UTC.' })
  async evaluatedToday(@Parent() rule: EvaluationRule, @Context() context: GraphqlContext) {
    return (await this.figuresOf(rule, context)).evaluated;
  }

  @ResolveField(() => Int, { description: 'Failed evaluations of the current day in UTC.' })
  async failedToday(@Parent() rule: EvaluationRule, @Context() context: GraphqlContext) {
    return (await this.figuresOf(rule, context)).failed;
  }

  @ResolveField(() => Int, {
    description:
      'Count of those that were selected, but not evaluated because of a limit, on the current day in UTC.',
  })
  async skippedToday(@Parent() rule: EvaluationRule, @Context() context: GraphqlContext) {
    return (await this.figuresOf(rule, context)).skipped;
  }

  @ResolveField(() => Float, { description: 'Tokens of its model on the current day in UTC.' })
  async tokensToday(@Parent() rule: EvaluationRule, @Context() context: GraphqlContext) {
    return (await this.figuresOf(rule, context)).tokens;
  }

  @ResolveField(() => Float, {
    description: 'US dollars on the current day in UTC, as far as prices are known.',
  })
  async costToday(@Parent() rule: EvaluationRule, @Context() context: GraphqlContext) {
    return (await this.figuresOf(rule, context)).cost;
  }

  @ResolveField(() => PricedSpanCounts, {
    description:
      'How many calls of its model on the current day in UTC had no price when they were made.',
  })
  async pricedSpansToday(
    @Parent() rule: EvaluationRule,
    @Context() context: GraphqlContext,
  ): Promise<PricedSpanCounts> {
    const { callCount, unpricedCallCount } = await this.figuresOf(rule, context);
    return { spanCount: callCount, unpricedSpanCount: unpricedCallCount };
  }

  @ResolveField(() => Int, {
    description:
      'Count of those that are selected and not evaluated yet, including traces and sessions that are not quiet yet. Counts up to 10,000.',
  })
  async waitingCount(@Parent() rule: EvaluationRule, @Context() context: GraphqlContext) {
    return (await this.figuresOf(rule, context)).waiting;
  }

  @Mutation(() => EvaluationRuleMutationPayload, {
    description: 'Creates a rule that evaluates what arrives in a project from now on.',
  })
  @Access('MEMBER', 'by project role')
  async createEvaluationRule(
    @Args('input') input: CreateEvaluationRuleInput,
    @Caller() caller: Identity,
  ): Promise<EvaluationRuleMutationPayload> {
    const row = await this.service.create(input.projectId, toDraft(input), caller);
    return { evaluationRule: toEvaluationRule(row), query: {} };
  }

  @Mutation(() => EvaluationRuleMutationPayload, {
    description: 'Changes a rule, and forgets its last error.',
  })
  @Access('MEMBER', 'by project role')
  async updateEvaluationRule(
    @Args('input') input: UpdateEvaluationRuleInput,
  ): Promise<EvaluationRuleMutationPayload> {
    const id = requireRowId(input.id, EVALUATION_RULE_TYPE);
    const row = await this.service.update(id, toChanges(input));
    return { evaluationRule: toEvaluationRule(row), query: {} };
  }

  @Mutation(() => DeleteEvaluationRulesPayload, {
    description:
      'Deletes rules with the traces of their evaluations, or none if one does not exist. Annotations stay. An evaluator that asks a model is deleted once no dataset and no rule uses it, unless it was created on its own.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteEvaluationRules(
    @Args('input') { evaluationRuleIds }: DeleteEvaluationRulesInput,
  ): Promise<DeleteEvaluationRulesPayload> {
    await this.service.delete(requireRowIds(evaluationRuleIds, EVALUATION_RULE_TYPE));
    return { deletedEvaluationRuleIds: evaluationRuleIds, query: {} };
  }

  private figuresOf(
    { rowId }: EvaluationRule,
    { loaders }: GraphqlContext,
  ): Promise<EvaluationRuleFigures> {
    return loaders.of(this.loaded.figures).load(rowId);
  }
}
