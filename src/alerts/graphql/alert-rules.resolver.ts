import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { requireRowId, requireRowIds } from '../../kernel/ids/global-id.js';
import { toPricedSpanCounts } from '../../tracing/graphql/cost.type.js';
import { User } from '../../users/graphql/user.type.js';
import { Webhook } from '../../webhooks/graphql/webhook.type.js';
import { ALERT_RULE_TYPE, AlertRulesService } from '../alert-rules.service.js';
import {
  CreateAlertRuleInput,
  DeleteAlertRulesInput,
  TestAlertRuleInput,
  toChanges,
  toContent,
  UpdateAlertRuleInput,
} from './alert-rule.inputs.js';
import {
  AlertRuleMutationPayload,
  DeleteAlertRulesPayload,
  TestAlertRulePayload,
} from './alert-payloads.type.js';
import { AlertRule, toAlertRule } from './alert-rule.type.js';
import { AlertRulesLoaders } from './alert-rules.loader.js';

@Resolver(() => AlertRule)
export class AlertRulesResolver {
  constructor(
    private readonly service: AlertRulesService,
    private readonly loaded: AlertRulesLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(ALERT_RULE_TYPE, (id, { loaders }) => loaders.of(loaded.byId).load(id));
  }

  @ResolveField(() => [Webhook], { description: 'The webhooks that it tells.' })
  async webhooks(
    @Parent() { webhookRowIds }: AlertRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Webhook[]> {
    const loader = loaders.of(this.loaded.webhooks);
    const found = await Promise.all(webhookRowIds.map((id) => loader.load(id)));
    return found.filter((one) => one !== null);
  }

  @ResolveField(() => [User], { description: 'The users who get email.' })
  async recipients(
    @Parent() { userRowIds }: AlertRule,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User[]> {
    const loader = loaders.of(this.loaded.users);
    const found = await Promise.all(userRowIds.map((id) => loader.load(id)));
    return found.filter((one) => one !== null);
  }

  @Mutation(() => AlertRuleMutationPayload, {
    description: 'Creates an alert rule, and evaluates it at once.',
  })
  @Access('MEMBER', 'by project role')
  async createAlertRule(
    @Args('input') input: CreateAlertRuleInput,
    @Caller() caller: Identity,
  ): Promise<AlertRuleMutationPayload> {
    const row = await this.service.create(input.projectId, toContent(input), caller);
    return { alertRule: toAlertRule(row), query: {} };
  }

  @Mutation(() => AlertRuleMutationPayload, {
    description: 'Changes an alert rule, and evaluates it at once.',
  })
  @Access('MEMBER', 'by project role')
  async updateAlertRule(
    @Args('input') input: UpdateAlertRuleInput,
    @Caller() caller: Identity,
  ): Promise<AlertRuleMutationPayload> {
    const id = requireRowId(input.id, ALERT_RULE_TYPE);
    const row = await this.service.update(id, toChanges(input), caller);
    return { alertRule: toAlertRule(row), query: {} };
  }

  @Mutation(() => DeleteAlertRulesPayload, {
    description: 'Deletes alert rules with their history, or none if one does not exist.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteAlertRules(
    @Args('input') { alertRuleIds }: DeleteAlertRulesInput,
  ): Promise<DeleteAlertRulesPayload> {
    await this.service.delete(requireRowIds(alertRuleIds, ALERT_RULE_TYPE));
    return { deletedAlertRuleIds: alertRuleIds, query: {} };
  }

  @Mutation(() => TestAlertRulePayload, {
    description: 'Measures an alert rule now, and sends the result to everyone whom it tells.',
  })
  @Access('MEMBER', 'by project role')
  async testAlertRule(@Args('input') { id }: TestAlertRuleInput): Promise<TestAlertRulePayload> {
    const tested = await this.service.test(requireRowId(id, ALERT_RULE_TYPE));
    const { row, value, groups = null, priced } = tested;
    return {
      alertRule: toAlertRule(row),
      value,
      groups,
      pricedSpans: priced && toPricedSpanCounts(priced),
    };
  }
}
