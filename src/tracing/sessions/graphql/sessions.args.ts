import { ArgsType, Field, Float, InputType, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { PageArgs } from '../../../common/pagination/connection.js';
import { SortDir } from '../../../common/pagination/sort-dir.js';
import { Check } from '../../../common/validation/check.js';
import { TimeRangeDto } from '../../../common/graphql/time-range.inputs.js';
import {
  EvalResultKey,
  toAnnotatedOrder,
} from '../../annotation-sorts/graphql/annotation-sort.inputs.js';
import type { SessionOrder } from '../sessions.sorts.js';

/** The names in `SESSION_SORTS` (../sessions.sorts.ts). */
enum ProjectSessionColumn {
  startTime = 'startTime',
  endTime = 'endTime',
  tokenCountTotal = 'tokenCountTotal',
  numTraces = 'numTraces',
}

registerEnumType(ProjectSessionColumn, {
  name: 'ProjectSessionColumn',
  description: 'The column by which sessions are sorted.',
  valuesMap: {
    tokenCountTotal: { description: 'Tokens of the traces that began in the range.' },
    numTraces: { description: 'Number of traces that began in the range.' },
  },
});

@InputType('ProjectSessionSort', {
  description: 'Requires exactly one of `col` and `annoResultKey`.',
})
export class ProjectSessionSortDto {
  @Field(() => ProjectSessionColumn, { nullable: true })
  col?: ProjectSessionColumn | null;

  @Field(() => EvalResultKey, { nullable: true, description: 'About annotations of the session.' })
  annoResultKey?: EvalResultKey | null;

  @Field(() => SortDir)
  dir: SortDir;
}

@ArgsType()
export class ProjectSessionsArgs extends PageArgs {
  @Field(() => TimeRangeDto, {
    nullable: true,
    description: 'Selects sessions that overlap the range.',
  })
  timeRange?: TimeRangeDto | null;

  @Field(() => ProjectSessionSortDto, {
    nullable: true,
    description: 'Defaults to the order in which they were stored.',
  })
  sort?: ProjectSessionSortDto | null;
}

@ArgsType()
export class QuantileArgs {
  @Field(() => Float, { description: 'From 0 to 1; 0.5 is the median.' })
  @Check(z.number().min(0).max(1))
  probability: number;
}

/** @throws DomainError BAD_USER_INPUT unless the sort has exactly one key. */
export function toSessionOrder({ sort }: ProjectSessionsArgs): SessionOrder | null {
  return toAnnotatedOrder(sort, sort?.annoResultKey, 'annoResultKey');
}
