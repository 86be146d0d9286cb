import { Field, Float, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { ALERT_MEASURES } from '../../tracing/figures/measures/alert-measures.contract.js';
import { ChartGrouping } from '../../tracing/figures/measures/measures.service.js';
import {
  AlertBaseline,
  AlertComparison,
  type AlertGrouping,
  AlertMeasure,
  AlertState,
  AlertTarget,
} from '../alert-rule.enum.js';
import {
  ALERT_RULE_TYPE,
  type AlertEventEntity,
  type AlertRuleRow,
} from '../alert-rules.service.js';

registerEnumType(AlertTarget, {
  name: 'AlertTarget',
  description: 'The measures of alert rules.',
  valuesMap: {
    TRACES: { description: 'Traces that began in the window.' },
    SPANS: { description: 'Spans that began in the window.' },
    METRICS: { description: 'Points of a metric, sent over OTLP, with a time in the window.' },
  },
});

registerEnumType(AlertMeasure, {
  name: 'AlertMeasure',
  description: 'The figure that an alert rule watches.',
  valuesMap: ALERT_MEASURES,
});

registerEnumType(AlertBaseline, {
  name: 'AlertBaseline',
  description: 'The value that an alert rule compares with its threshold.',
  valuesMap: {
    NONE: { description: 'The value in the window.' },
    LAST_WEEK: { description: 'Its change against the same window a week earlier, in percent.' },
  },
});

registerEnumType(AlertComparison, {
  name: 'AlertComparison',
  description: 'On which side of the threshold an alert rule fires.',
});

registerEnumType(AlertState, {
  name: 'AlertState',
  valuesMap: {
    OK: { description: 'The rule is not firing.' },
    FIRING: { description: 'The rule has fired and has not resolved yet.' },
  },
});

@ObjectType({ description: 'A group for which an alert rule fires.' })
export class AlertRuleGroup {
  @Field(() => String, {
    description: 'The value that its rows share, such as the user, shortened to 300 characters.',
  })
  key: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Null if it did not appear in the last window.',
  })
  value: number | null;

  @Field(() => DateTimeScalar, { description: 'When it began to fire.' })
  firingSince: string;
}

@ObjectType({
  description: 'Watches a figure of a project, and tells people when it is beyond a threshold.',
  implements: () => Node,
})
export class AlertRule implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  webhookRowIds: readonly number[];

  @HideField()
  userRowIds: readonly number[];

  @Field(() => ID)
  projectId: string;

  @Field(() => String, { description: 'Unique in the project.' })
  name: string;

  @Field(() => AlertTarget)
  target: `${AlertTarget}`;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the metric, if it watches one.',
  })
  metric: string | null;

  @Field(() => String, {
    description:
      'A condition on the traces, spans or points of the metric, in the same language as in lists. Empty for all.',
  })
  condition: string;

  @Field(() => AlertMeasure)
  measure: AlertMeasure;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the annotations whose scores it averages.',
  })
  annotation: string | null;

  @Field(() => ChartGrouping, {
    nullable: true,
    description:
      'The grouping, to watch each group separately. Null if it watches everything together.',
  })
  groupBy: AlertGrouping | null;

  @Field(() => String, {
    nullable: true,
    description: 'The dotted name of the attribute, if it is grouped by `ATTRIBUTE`.',
  })
  groupAttribute: string | null;

  @Field(() => [AlertRuleGroup], {
    description: 'The groups that fire, such as users. Empty for a rule without groups.',
  })
  firingGroups: AlertRuleGroup[];

  @Field(() => Int)
  windowMinutes: number;

  @Field(() => AlertBaseline)
  baseline: `${AlertBaseline}`;

  @Field(() => AlertComparison)
  comparison: `${AlertComparison}`;

  @Field(() => Float, {
    description: 'In the unit of the measure, or in percent of the value a week earlier.',
  })
  threshold: number;

  @Field(() => Int, {
    description:
      'It sends at most one message in this time, and resolves once its value has stayed within the threshold for as long.',
  })
  quietMinutes: number;

  @Field(() => Boolean)
  isEnabled: boolean;

  @Field(() => AlertState)
  state: `${AlertState}`;

  @Field(() => DateTimeScalar)
  stateSince: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Null if there was nothing to measure. With groups, the highest value, or the lowest if the rule fires below its threshold.',
  })
  lastValue: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it could not be measured. Its state stays then.',
  })
  lastError: string | null;

  @Field(() => DateTimeScalar, { nullable: true })
  evaluatedAt: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ description: 'An alert rule has begun to fire, or no longer does.' })
export class AlertEvent {
  @Field(() => ID)
  id: string;

  @HideField()
  ruleRowId: number;

  @Field(() => AlertState)
  state: `${AlertState}`;

  @Field(() => Float, { nullable: true })
  value: number | null;

  @Field(() => String)
  summary: string;

  @Field(() => DateTimeScalar)
  createdAt: string;
}

@ObjectType({ description: 'The value of an alert rule in a window of the past.' })
export class AlertPreviewPoint {
  @Field(() => DateTimeScalar, { description: 'The end of the window.' })
  time: string;

  @Field(() => Float, { nullable: true, description: 'Null if there was nothing to measure.' })
  value: number | null;
}

@ObjectType()
export class AlertRuleEdge extends EdgeOf(AlertRule) {}

@ObjectType()
export class AlertRuleConnection extends ConnectionOf(AlertRuleEdge) {}

@ObjectType()
export class AlertEventEdge extends EdgeOf(AlertEvent) {}

@ObjectType()
export class AlertEventConnection extends ConnectionOf(AlertEventEdge) {}

export function toAlertRule(row: AlertRuleRow): AlertRule {
  return {
    id: toGlobalId(ALERT_RULE_TYPE, row.id),
    webhookRowIds: row.webhookIds,
    userRowIds: row.userIds,
    projectId: toGlobalId('Project', row.projectId),
    name: row.name,
    target: row.target,
    metric: row.metric,
    condition: row.condition,
    measure: row.measure,
    annotation: row.annotation,
    groupBy: row.groupBy,
    groupAttribute: row.groupAttribute,
    firingGroups: row.groups
      .filter(({ state }) => state === 'FIRING')
      .map(({ key, value, stateSince }) => ({ key, value, firingSince: stateSince })),
    windowMinutes: row.windowMinutes,
    baseline: row.baseline,
    comparison: row.comparison,
    threshold: row.threshold,
    quietMinutes: row.quietMinutes,
    isEnabled: row.isEnabled,
    state: row.state,
    stateSince: row.stateSince,
    lastValue: row.lastValue,
    lastError: row.lastError,
    evaluatedAt: row.evaluatedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Type name in the cursors of the history. */
export const ALERT_EVENT_TYPE = 'AlertEvent';

export function toAlertEvent(row: AlertEventEntity): AlertEvent {
  const { id, ruleId, state, value, summary, createdAt } = row;
  return {
    id: toGlobalId(ALERT_EVENT_TYPE, id),
    ruleRowId: ruleId,
    state,
    value,
    summary,
    createdAt,
  };
}
