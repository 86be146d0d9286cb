import { ArgsType, Field, Float, InputType, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { PageArgs } from '../../../common/pagination/connection.js';
import { SortDir } from '../../../common/pagination/sort-dir.js';
import { Check } from '../../../common/validation/check.js';
import { TimeRangeDto } from '../../../common/graphql/time-range.inputs.js';

/** The names in `SESSION_SORTS` (../sessions.sorts.ts). */
enum ProjectSessionColumn {
  startTime = 'startTime',
  endTime = 'endTime',
  tokenCountTotal = 'tokenCountTotal',
  numTraces = 'numTraces',
}

registerEnumType(ProjectSessionColumn, {
  name: 'ProjectSessionColumn',
  description: 'What sessions are sorted by.',
  valuesMap: {
    tokenCountTotal: { description: 'The tokens of the traces that began in the range.' },
    numTraces: { description: 'Traces that began in the range.' },
  },
});

@InputType('ProjectSessionSort')
export class ProjectSessionSortDto {
  @Field(() => ProjectSessionColumn)
  col: ProjectSessionColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

@ArgsType()
export class ProjectSessionsArgs extends PageArgs {
  @Field(() => TimeRangeDto, {
    nullable: true,
    description: 'A session is in every range that it overlaps.',
  })
  timeRange?: TimeRangeDto | null;

  @Field(() => ProjectSessionSortDto, {
    nullable: true,
    description: 'By default, in the order in which the sessions were stored.',
  })
  sort?: ProjectSessionSortDto | null;
}

@ArgsType()
export class QuantileArgs {
  @Field(() => Float, { description: '0 to 1; 0.5 is the median.' })
  @Check(z.number().min(0).max(1))
  probability: number;
}
