import {
  Field,
  Float,
  HideField,
  InputType,
  Int,
  ObjectType,
  OmitType,
  registerEnumType,
} from '@nestjs/graphql';
import { z } from 'zod';
import { DateTimeScalar } from '../../../../kernel/graphql/scalars.js';
import type { PricedCounts } from '../../../../spans/cost-details.js';
import { Check } from '../../../../kernel/validation/check.js';
import { storableText } from '../../../../kernel/validation/json-fields.js';
import {
  ChartAggregation,
  ChartEntity,
  ChartGrouping,
  ChartKind,
  ChartMeasure,
} from '../../chart.enum.js';
import type { ChartValues } from '../charts.service.js';

const MAX_GROUPS = 20;
const MAX_CONDITION_LENGTH = 8_000;
const MAX_NAME_LENGTH = 500;

registerEnumType(ChartEntity, {
  name: 'ChartEntity',
  description: 'The rows that a chart counts.',
  valuesMap: { METRICS: { description: 'Points of a metric that was sent over OTLP.' } },
});
registerEnumType(ChartAggregation, {
  name: 'ChartAggregation',
  description:
    'The reductions of rows to a number. Error rates are between 0 and 1. A trace or a session failed if one of its spans did. Of metrics, counters have `SUM` and `RATE`, gauges `LAST` and `MEAN`, and histograms everything but `LAST`.',
  valuesMap: {
    RATE: { description: 'The sum per minute. Only of metrics.' },
    LAST: {
      description: 'The mean of the last values of all series. Only of metrics.',
    },
  },
});
registerEnumType(ChartMeasure, {
  name: 'ChartMeasure',
  description:
    'The numbers that a chart can aggregate. Costs are in US dollars. Rows without the number, such as tools without tokens, do not count.',
});
registerEnumType(ChartGrouping, {
  name: 'ChartGrouping',
  description:
    'The values that a chart can group rows by. `NAME` and `ATTRIBUTE` of a trace are those of its root span. Traces have no `MODEL` and no `SPAN_KIND`, sessions only `STATUS` and `USER`, metrics only `ATTRIBUTE`.',
});
registerEnumType(ChartKind, { name: 'ChartKind', description: 'The kinds of charts.' });

const name = () => storableText().max(MAX_NAME_LENGTH).nullish();

@InputType({ description: 'The definition of a chart.' })
export class ChartInput {
  @Field(() => ChartEntity)
  entity: ChartEntity;

  @Field(() => ChartKind, {
    description: 'Rankings and numbers cover the whole range, the others its bins.',
  })
  kind: ChartKind;

  @Field(() => ChartAggregation)
  aggregation: ChartAggregation;

  @Field(() => ChartMeasure, {
    nullable: true,
    description:
      'The number to aggregate. Required for `SUM`, `MEAN` and quantiles, except those of metrics.',
  })
  measure?: ChartMeasure | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the metric, such as `claude_code.token.usage`. Required for `METRICS`. A project without it has no values.',
  })
  @Check(name())
  metric?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the annotations. Required for `MEAN_SCORE`.',
  })
  @Check(name())
  annotation?: string | null;

  @Field(() => ChartGrouping, {
    nullable: true,
    description: 'Absent for one group. Charts of the kind `NUMBER` have no groups.',
  })
  groupBy?: ChartGrouping | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The dotted name of an attribute with short values, such as `metadata.tenant`, or `model` of a metric. Required to group by `ATTRIBUTE`.',
  })
  @Check(name())
  attribute?: string | null;

  @Field(() => Int, {
    defaultValue: 10,
    description: `How many groups to show by themselves, from 1 to ${MAX_GROUPS}.`,
  })
  @Check(z.int().min(1).max(MAX_GROUPS))
  groupLimit: number;

  @Field(() => String, {
    nullable: true,
    description: `A condition on the spans, traces, sessions or points of the metric, in the filter language. At most ${MAX_CONDITION_LENGTH} characters.`,
  })
  @Check(storableText().max(MAX_CONDITION_LENGTH).nullish())
  condition?: string | null;
}

/** The fields of a chart, for the types of what is stored. */
@ObjectType({ isAbstract: true })
export class ChartFields extends OmitType(ChartInput, [] as const, ObjectType) {}

@ObjectType({ description: 'The values of a group of a chart.' })
export class ChartGroup {
  @Field(() => String, {
    nullable: true,
    description:
      'The value that the rows of the group share, shortened to 300 characters. Null for rows without it, and for other groups.',
  })
  key: string | null;

  @Field(() => Boolean, {
    description: 'Whether this stands for all groups that are not shown by themselves.',
  })
  isOther: boolean;

  @Field(() => Float, { description: 'The value over the whole range.' })
  value: number;

  @Field(() => Int, {
    description:
      'How many spans, traces or sessions count; of a sum of costs of all traces, also those without a price; of metrics, how many values of a histogram or points of others.',
  })
  rowCount: number;

  @Field(() => [Float], {
    nullable: 'items',
    description:
      'The value in each bin. In a bin without rows, counts and sums are 0 and everything else is null.',
  })
  values: (number | null)[];
}

@ObjectType({ description: 'The values of a chart.' })
export class ChartSeries {
  @Field(() => [DateTimeScalar], {
    description: 'When the bins begin. Rankings and numbers have none.',
  })
  bins: string[];

  @Field(() => [ChartGroup], {
    description:
      'The largest groups first, by counts and sums, and otherwise by their number of rows. For counts and sums, the last one may stand for all others. Empty if there are no rows.',
  })
  groups: ChartGroup[];

  @Field(() => Int, { description: 'How many groups are not shown by themselves.' })
  otherCount: number;

  @Field(() => Boolean, {
    description:
      'Whether the values are estimated from a random sample, because the range has very many rows.',
  })
  isEstimated: boolean;

  /** Counts the spans of the chart. */
  @HideField()
  countPriced: () => Promise<PricedCounts | null>;
}

export function toChartSeries(
  { bins, ...values }: ChartValues,
  countPriced: ChartSeries['countPriced'],
): ChartSeries {
  return { bins: bins.map((bin) => bin.toISOString()), ...values, countPriced };
}
