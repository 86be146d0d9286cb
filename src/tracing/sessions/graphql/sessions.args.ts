import { ArgsType, Field, Float, InputType, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { toEnum } from '../../../kernel/graphql/to-enum.js';
import { describeSorts } from '../../fields/field.js';
import { SESSION_SORTS } from '../../fields/session.js';
import { PageArgs } from '../../../kernel/pagination/connection.js';
import { SortDir } from '../../../kernel/pagination/sort-dir.js';
import { Check } from '../../../kernel/validation/check.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import {
  EvalResultKey,
  toAnnotatedOrder,
} from '../../annotation-sorts/graphql/annotation-sort.inputs.js';
import type { SessionOrder } from '../sessions.service.js';

const ProjectSessionColumn = toEnum(SESSION_SORTS);
type ProjectSessionColumn = keyof typeof ProjectSessionColumn;

registerEnumType(ProjectSessionColumn, {
  name: 'ProjectSessionColumn',
  description: 'The column by which sessions are sorted.',
  valuesMap: describeSorts(SESSION_SORTS),
});

@InputType('ProjectSessionSort', {
  description: 'Requires exactly one of `col` and `annoResultKey`.',
})
export class ProjectSessionSortInput {
  @Field(() => ProjectSessionColumn, { nullable: true })
  col?: ProjectSessionColumn | null;

  @Field(() => EvalResultKey, { nullable: true, description: 'About annotations of the session.' })
  annoResultKey?: EvalResultKey | null;

  @Field(() => SortDir)
  dir: SortDir;
}

@ArgsType()
export class ProjectSessionsArgs extends PageArgs {
  @Field(() => TimeRangeInput, {
    nullable: true,
    description: 'Selects sessions that overlap the range.',
  })
  timeRange?: TimeRangeInput | null;

  @Field(() => ProjectSessionSortInput, {
    nullable: true,
    description: 'Defaults to the order in which they were stored.',
  })
  sort?: ProjectSessionSortInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the sessions, in the filter language.',
  })
  sessionFilterCondition?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words, parts of words, and phrases in double quotes. One span of the session that began in the range must contain all of them, as in `Project.spans`. If many spans match, lists the sessions of the newest: see `Project.searchCoverage`.',
  })
  search?: string | null;
}

export const PROBABILITY = { description: 'From 0 to 1; 0.5 is the median.' };
export const IS_PROBABILITY = z.number().min(0).max(1);

@ArgsType()
export class QuantileArgs {
  @Field(() => Float, PROBABILITY)
  @Check(IS_PROBABILITY)
  probability: number;
}

/** @throws DomainError BAD_USER_INPUT unless the sort has exactly one key. */
export function toSessionOrder({ sort }: ProjectSessionsArgs): SessionOrder | null {
  return toAnnotatedOrder(sort, sort?.annoResultKey, 'annoResultKey');
}
