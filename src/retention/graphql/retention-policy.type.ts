import {
  createUnionType,
  Field,
  Float,
  HideField,
  ID,
  Int,
  ObjectType,
  registerEnumType,
} from '@nestjs/graphql';
import { GraphQLScalarType, Kind } from 'graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import {
  RETENTION_POLICY_TYPE,
  type RetentionPolicyEntity,
} from '../retention-policies.service.js';
import { RetentionExemption } from '../retention-policy.enum.js';
import { readSchedule } from '../retention-schedule.js';
import type { RetentionRunEntity } from '../retention-run.entity.js';

registerEnumType(RetentionExemption, {
  name: 'RetentionExemption',
  description: 'Traces that a policy can keep whatever their age.',
  valuesMap: {
    FAILED: { description: 'With a span that failed.' },
    ANNOTATED: {
      description:
        'With an annotation on the trace, a span or the session, including those by evaluators.',
    },
    ANNOTATED_BY_PEOPLE: { description: 'With an annotation by a person.' },
    IN_DATASETS: { description: 'With a span from which an example of a dataset was made.' },
  },
});

const CRON_EXPRESSION =
  'Whole hours of days of the week in UTC, as a cron expression. The minute is 0, and the day of the month and the month are `*`, such as `0 3 * * 1-5`.';

export const CronExpressionScalar = new GraphQLScalarType({
  name: 'CronExpression',
  description: CRON_EXPRESSION,
  serialize: (value) => value,
  parseValue: readCronExpression,
  parseLiteral: (node) => readCronExpression(node.kind === Kind.STRING ? node.value : undefined),
});

function readCronExpression(value: unknown): string {
  const schedule = typeof value === 'string' ? readSchedule(value) : null;
  if (schedule !== null) return schedule;
  throw new DomainError(
    'BAD_USER_INPUT',
    'The schedule must name whole hours and days of the week: minute 0, any hours, `*` for the day of the month and the month, and any days of the week, such as "0 3 * * 1-5".',
  );
}

@ObjectType({ description: 'Deletes traces that are older than a number of days.' })
export class TraceRetentionRuleMaxDays {
  @Field(() => Float, { description: '0 keeps all.' })
  maxDays: number;
}

@ObjectType({
  description: 'Keeps a number of the newest traces of each project, and deletes the others.',
})
export class TraceRetentionRuleMaxCount {
  @Field(() => Int, { description: '0 keeps all.' })
  maxCount: number;
}

@ObjectType({
  description:
    'Deletes traces that are older than a number of days, and those that are not among a number of the newest of each project.',
})
export class TraceRetentionRuleMaxDaysOrCount {
  @Field(() => Float, { description: '0: age does not count.' })
  maxDays: number;

  @Field(() => Int, { description: '0: their number does not count.' })
  maxCount: number;
}

type Rule =
  | TraceRetentionRuleMaxDays
  | TraceRetentionRuleMaxCount
  | TraceRetentionRuleMaxDaysOrCount;

export const TraceRetentionRule = createUnionType({
  name: 'TraceRetentionRule',
  description: 'The rule by which a policy deletes traces.',
  types: () =>
    [
      TraceRetentionRuleMaxDays,
      TraceRetentionRuleMaxCount,
      TraceRetentionRuleMaxDaysOrCount,
    ] as const,
  resolveType: (rule: Partial<TraceRetentionRuleMaxDaysOrCount>) => {
    if (rule.maxDays === undefined) return TraceRetentionRuleMaxCount;
    return rule.maxCount === undefined
      ? TraceRetentionRuleMaxDays
      : TraceRetentionRuleMaxDaysOrCount;
  },
});

@ObjectType({ description: 'One application of a retention policy to its projects.' })
export class RetentionRun {
  @Field(() => DateTimeScalar)
  startedAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null while it runs.' })
  endedAt: string | null;

  @Field(() => Float, { description: 'Traces deleted so far.' })
  deletedTraceCount: number;

  @Field(() => Float, { description: 'Spans deleted so far.' })
  deletedSpanCount: number;

  @Field(() => Float, { description: 'Traces that lost their texts so far.' })
  clearedTraceCount: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Spans that it got rid of each second lately; null if it ran for a few seconds only.',
  })
  spansPerSecond: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Spans that arrived each second lately in the projects of the policy; null like `spansPerSecond`, and on a cluster.',
  })
  arrivingPerSecond: number | null;

  @Field(() => Boolean, {
    description:
      'Whether it gets rid of fewer than twice as many spans as arrive, although it does not pause any more.',
  })
  isBehind: boolean;

  @Field(() => String, { nullable: true, description: 'Why it ended early; null if it did not.' })
  error: string | null;
}

@ObjectType({
  description: 'A policy that determines which traces of its projects are deleted, and when.',
  implements: () => Node,
})
export class ProjectTraceRetentionPolicy implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String)
  name: string;

  @Field(() => CronExpressionScalar, { description: 'When it runs.' })
  cronExpression: string;

  @Field(() => TraceRetentionRule)
  rule: Rule;

  @Field(() => Float, {
    nullable: true,
    description:
      'Also deletes the oldest traces of each project until it occupies that many bytes or less; null: any.',
  })
  maxBytes: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Removes inputs, outputs, messages and other long attributes of traces that are older than this number of days; null: they stay as long as the traces.',
  })
  maxTextDays: number | null;

  @Field(() => [RetentionExemption], {
    description: 'Which traces it never deletes, and of which it removes nothing.',
  })
  keeps: `${RetentionExemption}`[];

  @Field(() => Boolean, {
    description: 'Whether projects without a policy of their own follow it.',
  })
  isDefault: boolean;

  @Field(() => DateTimeScalar, { description: 'When it runs next.' })
  nextRunAt: string;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType()
export class ProjectTraceRetentionPolicyEdge extends EdgeOf(ProjectTraceRetentionPolicy) {}

@ObjectType()
export class ProjectTraceRetentionPolicyConnection extends ConnectionOf(
  ProjectTraceRetentionPolicyEdge,
) {}

@ObjectType({ description: 'The result of a mutation of a retention policy.' })
export class ProjectTraceRetentionPolicyMutationPayload {
  @Field(() => ProjectTraceRetentionPolicy, {
    description: 'The policy, as it was if it is deleted.',
  })
  node: ProjectTraceRetentionPolicy;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType({ description: 'The traces that a rule would delete now.' })
export class RetentionPreview {
  @Field(() => Float)
  traceCount: number;

  @Field(() => Float)
  spanCount: number;

  @Field(() => Float, { description: 'Traces that are old enough, but kept.' })
  keptTraceCount: number;

  @Field(() => Float, { description: 'Traces that would stay.' })
  remainingTraceCount: number;

  @Field(() => Float, { description: 'Traces that would stay, but lose their texts.' })
  textTraceCount: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'About how many bytes the projects occupy together; null unless `maxBytes` limits that.',
  })
  storedBytes: number | null;
}

export function toRetentionPolicy(row: RetentionPolicyEntity): ProjectTraceRetentionPolicy {
  const { id, name, cronExpression, maxDays, maxCount, isDefault } = row;
  return {
    id: toGlobalId(RETENTION_POLICY_TYPE, id),
    rowId: id,
    name,
    cronExpression,
    rule: { ...(maxDays !== null && { maxDays }), ...(maxCount !== null && { maxCount }) } as Rule,
    maxBytes: row.maxBytes,
    maxTextDays: row.maxTextDays,
    keeps: row.keeps,
    isDefault,
    nextRunAt: row.nextRunAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toRetentionRun(row: RetentionRunEntity): RetentionRun {
  const { startedAt, endedAt, deletedTraces, deletedSpans, clearedTraces, error } = row;
  return {
    startedAt,
    endedAt,
    deletedTraceCount: deletedTraces,
    deletedSpanCount: deletedSpans,
    clearedTraceCount: clearedTraces,
    spansPerSecond: row.spansPerSecond,
    arrivingPerSecond: row.arrivingPerSecond,
    isBehind: row.isBehind,
    error,
  };
}
