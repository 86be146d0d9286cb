import { ArgsType, Field, Float, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { requireRowIds } from '../../kernel/ids/global-id.js';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../kernel/validation/json-fields.js';
import { ChartGrouping } from '../../tracing/figures/measures/measures.service.js';
import { MAX_GROUPS } from '../alert-measures.service.js';
import { AlertBaseline, AlertComparison, AlertMeasure, AlertTarget } from '../alert-rule.enum.js';
import {
  type AlertRuleChanges,
  type AlertRuleContent,
  MAX_CONDITION_LENGTH,
  MAX_QUIET_MINUTES,
  MAX_RECEIVERS,
  WINDOWS,
} from '../alert-rules.service.js';

const MAX_DELETED = 1_000;
const DEFAULT_QUIET_MINUTES = 30;

const CONDITION = `A condition on the traces, spans or points of the metric, in the same language as in lists. Empty for all. At most ${MAX_CONDITION_LENGTH} characters.`;
const METRIC = 'The name of the metric, such as `claude_code.token.usage`. Only for METRICS.';
const ANNOTATION = 'The name of the annotations whose scores it averages. Only for SCORE.';
const GROUP_BY = `Watches each group separately, such as each user or model: the ${MAX_GROUPS} with the highest values, or with the lowest if the rule fires below its threshold. Not allowed with a baseline.`;
const GROUP_ATTRIBUTE =
  'The dotted name of the attribute to group by. Required for ATTRIBUTE, and not allowed otherwise.';
const WINDOW = `One of ${WINDOWS.join(', ')}.`;
const THRESHOLD = 'In the unit of the measure, or in percent of the value a week earlier.';
const QUIET = `At most one message in this time. From 1 to ${MAX_QUIET_MINUTES}.`;
const RECEIVERS = `At most ${MAX_RECEIVERS}.`;
const RECIPIENTS = `Users who get email. Members can only add themselves. ${RECEIVERS}`;

const condition = () => storableText().max(MAX_CONDITION_LENGTH);
const quietMinutes = () => z.int().min(1).max(MAX_QUIET_MINUTES);
const receivers = () => z.array(storableText()).max(MAX_RECEIVERS);

/** The arguments that only some measures and groupings need. */
@ArgsType()
@InputType({ isAbstract: true })
abstract class OptionalWatchedInput {
  @Field(() => String, { nullable: true, description: METRIC })
  @Check(trimmedName().nullish())
  metric?: string | null;

  @Field(() => String, { nullable: true, description: ANNOTATION })
  @Check(trimmedName().nullish())
  annotation?: string | null;

  @Field(() => ChartGrouping, { nullable: true, description: GROUP_BY })
  groupBy?: ChartGrouping | null;

  @Field(() => String, { nullable: true, description: GROUP_ATTRIBUTE })
  @Check(trimmedName().nullish())
  groupAttribute?: string | null;
}

/** The arguments that determine the value of a rule. */
@ArgsType()
@InputType({ isAbstract: true })
abstract class WatchedInput extends OptionalWatchedInput {
  @Field(() => AlertTarget, { defaultValue: AlertTarget.TRACES })
  target: AlertTarget;

  @Field(() => String, { defaultValue: '', description: CONDITION })
  @Check(condition())
  condition: string;

  @Field(() => AlertMeasure)
  measure: AlertMeasure;

  @Field(() => Int, { description: WINDOW })
  windowMinutes: number;

  @Field(() => AlertBaseline, { defaultValue: AlertBaseline.NONE })
  baseline: AlertBaseline;
}

/** The arguments of a preview: a rule that is not saved, without a threshold. */
@ArgsType()
export class AlertPreviewArgs extends WatchedInput {
  @Field(() => AlertComparison, {
    defaultValue: AlertComparison.ABOVE,
    description:
      'With groups, each window has the highest value for ABOVE, and the lowest for BELOW.',
  })
  comparison: AlertComparison;
}

@InputType()
export class CreateAlertRuleInput extends WatchedInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => String, {
    description: 'Unique in the project. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => AlertComparison, { defaultValue: AlertComparison.ABOVE })
  comparison: AlertComparison;

  @Field(() => Float, { description: THRESHOLD })
  threshold: number;

  @Field(() => Int, { defaultValue: DEFAULT_QUIET_MINUTES, description: QUIET })
  @Check(quietMinutes())
  quietMinutes: number;

  @Field(() => [ID], { defaultValue: [], description: RECEIVERS })
  @Check(receivers())
  webhookIds: string[];

  @Field(() => [ID], { defaultValue: [], description: RECIPIENTS })
  @Check(receivers())
  recipientIds: string[];

  @Field(() => Boolean, { defaultValue: true })
  isEnabled: boolean;
}

@InputType({
  description:
    'Absent fields stay unchanged; so do null fields, except `metric`, `annotation`, `groupBy` and `groupAttribute`.',
})
export class UpdateAlertRuleInput extends OptionalWatchedInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => AlertTarget, { nullable: true })
  target?: AlertTarget | null;

  @Field(() => String, { nullable: true, description: CONDITION })
  @Check(condition().nullish())
  condition?: string | null;

  @Field(() => AlertMeasure, { nullable: true })
  measure?: AlertMeasure | null;

  @Field(() => Int, { nullable: true, description: WINDOW })
  windowMinutes?: number | null;

  @Field(() => AlertBaseline, { nullable: true })
  baseline?: AlertBaseline | null;

  @Field(() => AlertComparison, { nullable: true })
  comparison?: AlertComparison | null;

  @Field(() => Float, { nullable: true, description: THRESHOLD })
  threshold?: number | null;

  @Field(() => Int, { nullable: true, description: QUIET })
  @Check(quietMinutes().nullish())
  quietMinutes?: number | null;

  @Field(() => [ID], { nullable: true, description: RECEIVERS })
  @Check(receivers().nullish())
  webhookIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: RECIPIENTS })
  @Check(receivers().nullish())
  recipientIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'A rule that is disabled no longer fires, and tells nobody.',
  })
  isEnabled?: boolean | null;
}

@InputType()
export class TestAlertRuleInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class DeleteAlertRulesInput {
  @Field(() => [ID], { description: `At most ${MAX_DELETED}.` })
  @Check(z.array(storableText()).min(1).max(MAX_DELETED))
  alertRuleIds: string[];
}

export function toContent(input: CreateAlertRuleInput): AlertRuleContent {
  const { webhookIds, recipientIds, metric, annotation, groupBy, groupAttribute } = input;
  return {
    name: input.name,
    target: input.target,
    metric: metric ?? null,
    condition: input.condition,
    measure: input.measure,
    annotation: annotation ?? null,
    groupBy: groupBy ?? null,
    groupAttribute: groupAttribute ?? null,
    windowMinutes: input.windowMinutes,
    baseline: input.baseline,
    comparison: input.comparison,
    threshold: input.threshold,
    quietMinutes: input.quietMinutes,
    webhookIds: requireRowIds(webhookIds, 'Webhook'),
    userIds: requireRowIds(recipientIds, 'User'),
    isEnabled: input.isEnabled,
  };
}

export function toChanges(input: UpdateAlertRuleInput): AlertRuleChanges {
  const {
    id: _,
    webhookIds,
    recipientIds,
    metric,
    annotation,
    groupBy,
    groupAttribute,
    ...rest
  } = input;
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...(Object.fromEntries(given) as AlertRuleChanges),
    ...(metric !== undefined && { metric }),
    ...(annotation !== undefined && { annotation }),
    ...(groupBy !== undefined && { groupBy }),
    ...(groupAttribute !== undefined && { groupAttribute }),
    ...(webhookIds && { webhookIds: requireRowIds(webhookIds, 'Webhook') }),
    ...(recipientIds && { userIds: requireRowIds(recipientIds, 'User') }),
  };
}
