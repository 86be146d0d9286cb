import { ArgsType, Field, Float, InputType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ALL_BINS, DataPoint } from '../../../kernel/graphql/data-point.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import {
  StartedRangeField,
  TimeBinConfigInput,
  TimeBinsField,
} from '../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { Check } from '../../../kernel/validation/check.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { MetricKind } from '../metric-kind.enum.js';
import type { MetricSeries as Series, ProjectMetric as Row } from '../metric-points.service.js';

registerEnumType(MetricKind, {
  name: 'MetricKind',
  description: 'The kinds of metrics, by how their points add up.',
});

@ObjectType({ description: 'A metric that was sent to a project over OTLP.' })
export class ProjectMetric {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'As the sender calls it; empty if it has none.' })
  unit: string;

  @Field(() => MetricKind)
  kind: MetricKind;

  @Field(() => Float, { description: 'Points that arrived.' })
  pointCount: number;

  @Field(() => Float, { description: 'Points that are stored. 0 if the metric is only counted.' })
  keptCount: number;

  @Field(() => DateTimeScalar)
  lastSeenAt: string;
}

@ObjectType()
export class MetricPoint extends DataPoint {
  @Field(() => Float, {
    nullable: true,
    description:
      "The sum of a counter; the mean of a gauge; the sum of a histogram's values. Null if there were no points.",
  })
  value: number | null;

  @Field(() => Float, {
    description: 'How many values a histogram got; of others, how many points there were.',
  })
  count: number;
}

@ObjectType({ description: "The sums of a metric's points." })
export class MetricSeries {
  @Field(() => String, {
    nullable: true,
    description: 'The value of the attribute; null for points without it.',
  })
  key: string | null;

  @Field(() => [MetricPoint], ALL_BINS)
  points: MetricPoint[];
}

@ArgsType()
export class MetricAttributesArgs {
  @Field(() => String, { description: 'The name of the metric.' })
  @Check(storableText())
  name: string;
}

@InputType()
export class MetricSeriesInput {
  @Field(() => String)
  @Check(storableText())
  name: string;

  @StartedRangeField()
  timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBins?: TimeBinConfigInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'The attribute by which to split, such as `model`. One series without it.',
  })
  @Check(storableText().nullish())
  groupBy?: string | null;
}

export function toProjectMetric(row: Row): ProjectMetric {
  const { name, unit, kind, pointCount, keptCount, lastSeenAt } = row;
  return { name, unit, kind, pointCount, keptCount, lastSeenAt };
}

export function toMetricSeries(
  { key, values, counts }: Series,
  bins: readonly Date[],
): MetricSeries {
  return {
    key,
    points: bins.map((timestamp, at) => ({
      timestamp,
      value: values[at] ?? null,
      count: counts[at] ?? 0,
    })),
  };
}
