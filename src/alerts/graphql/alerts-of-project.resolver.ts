import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
  PageArgs,
} from '../../kernel/pagination/connection.js';
import { OffsetPageArgs, pageOfList } from '../../kernel/pagination/offset-page.js';
import { Project } from '../../projects/graphql/project.type.js';
import { AlertRulesService } from '../alert-rules.service.js';
import { AlertPreviewArgs } from './alert-rule.inputs.js';
import {
  ALERT_EVENT_TYPE,
  AlertEvent,
  AlertEventConnection,
  AlertPreviewPoint,
  AlertRule,
  AlertRuleConnection,
  toAlertEvent,
  toAlertRule,
} from './alert-rule.type.js';
import { AlertRulesLoaders } from './alert-rules.loader.js';

/** Adds alerts to the fields of a project. */
@Resolver(() => Project)
export class AlertsOfProjectResolver {
  constructor(
    private readonly service: AlertRulesService,
    private readonly loaded: AlertRulesLoaders,
  ) {}

  @ResolveField(() => AlertRuleConnection, { description: 'Its alert rules, by name.' })
  async alertRules(
    @Parent() { rowId }: Project,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<AlertRule>> {
    return pageOfList(page, await loaders.of(this.loaded.ofProject).load(rowId), toAlertRule);
  }

  @ResolveField(() => AlertEventConnection, {
    description:
      'When its alert rules began to fire and resolved in the last 90 days, newest first.',
  })
  async alertEvents(
    @Parent() { rowId }: Project,
    @Args() page: PageArgs,
  ): Promise<Connection<AlertEvent>> {
    const { first, after } = forwardPage(page);
    const before = after === null ? null : requireRowId(after, ALERT_EVENT_TYPE);
    const rows = await this.service.listEvents(rowId, before, first + 1);
    return keysetConnection(rows, first, after, (row) => toAlertEvent(row).id, toAlertEvent);
  }

  @ResolveField(() => [AlertPreviewPoint], {
    description:
      'The values that an alert rule would have measured in the windows of the last day, or in the last eight windows if these cover more. Windows with many rows are estimated. With groups, each window has the highest value, or the lowest if the rule fires below its threshold.',
  })
  alertPreview(
    @Parent() { rowId }: Project,
    @Args()
    {
      metric = null,
      annotation = null,
      groupBy = null,
      groupAttribute = null,
      ...args
    }: AlertPreviewArgs,
  ): Promise<AlertPreviewPoint[]> {
    return this.service.preview({
      ...args,
      metric,
      annotation,
      groupBy,
      groupAttribute,
      projectId: rowId,
    });
  }
}

/** The rule of an entry of the history. */
@Resolver(() => AlertEvent)
export class RuleOfAlertEventResolver {
  constructor(private readonly loaded: AlertRulesLoaders) {}

  @ResolveField(() => AlertRule, { nullable: true })
  async rule(
    @Parent() { ruleRowId }: AlertEvent,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AlertRule | null> {
    return loaders.of(this.loaded.byId).load(ruleRowId);
  }
}
