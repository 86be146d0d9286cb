import { Field, Float, ID, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { PricedSpanCounts } from '../../tracing/graphql/cost.type.js';
import { AlertRule } from './alert-rule.type.js';

@ObjectType({ description: 'The result of saving an alert rule.' })
export class AlertRuleMutationPayload {
  @Field(() => AlertRule)
  alertRule: AlertRule;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType({ description: 'A group that was measured.' })
export class MeasuredAlertGroup {
  @Field(() => String)
  key: string;

  @Field(() => Float)
  value: number;
}

@ObjectType({ description: 'The result of testing an alert rule.' })
export class TestAlertRulePayload {
  @Field(() => [MeasuredAlertGroup], {
    nullable: true,
    description:
      'The groups that the rule watches, including those within the threshold. The highest values come first, or the lowest if it fires below the threshold. Null for a rule without groups.',
  })
  groups: readonly MeasuredAlertGroup[] | null;

  @Field(() => AlertRule)
  alertRule: AlertRule;

  @Field(() => Float, { nullable: true, description: 'Null if there was nothing to measure.' })
  value: number | null;

  @Field(() => PricedSpanCounts, {
    nullable: true,
    description:
      'How many calls of the window have no price. Null if the rule does not measure a cost, or if they cannot be counted.',
  })
  pricedSpans: PricedSpanCounts | null;
}

@ObjectType()
export class DeleteAlertRulesPayload {
  @Field(() => [ID])
  deletedAlertRuleIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}
