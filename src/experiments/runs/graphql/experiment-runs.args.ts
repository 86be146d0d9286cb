import { ArgsType, Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { SortDir } from '../../../kernel/pagination/sort-dir.js';

export enum ExperimentRunMetric {
  latencyMs = 'latencyMs',
}

registerEnumType(ExperimentRunMetric, { name: 'ExperimentRunMetric' });

@InputType({ isOneOf: true, description: 'The value by which runs are sorted.' })
export class ExperimentRunColumn {
  @Field(() => ExperimentRunMetric, { nullable: true })
  metric?: ExperimentRunMetric | null;

  @Field(() => String, {
    nullable: true,
    description: 'By the scores of this evaluation. Runs without a score come last.',
  })
  annotationName?: string | null;
}

@InputType()
export class ExperimentRunSort {
  @Field(() => ExperimentRunColumn)
  col: ExperimentRunColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

/** A forward page. */
@ArgsType()
class RunPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Page size, 1 to 1000. Defaults to 50.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;
}

@ArgsType()
export class ExperimentRunsArgs extends RunPageArgs {
  @Field(() => ExperimentRunSort, {
    nullable: true,
    description: 'By example and repetition by default.',
  })
  sort?: ExperimentRunSort | null;
}

@ArgsType()
export class ExampleRunsArgs extends RunPageArgs {
  @Field(() => [ID], { nullable: true, description: 'Only runs of these experiments.' })
  experimentIds?: string[] | null;
}
