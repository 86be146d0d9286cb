import { ArgsType, Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { SortDir } from '../../../common/pagination/sort-dir.js';

export enum ExperimentRunMetric {
  latencyMs = 'latencyMs',
}

registerEnumType(ExperimentRunMetric, { name: 'ExperimentRunMetric' });

@InputType({ isOneOf: true, description: 'What runs are sorted by.' })
export class ExperimentRunColumn {
  @Field(() => ExperimentRunMetric, { nullable: true })
  metric?: ExperimentRunMetric | null;

  @Field(() => String, {
    nullable: true,
    description: 'By the scores of this evaluation; runs without one come last.',
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

/** A page that is read forward. */
@ArgsType()
class RunPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Size of the page, 1 to 1000: 50 unless given.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor after which the page begins.' })
  after?: string | null;
}

@ArgsType()
export class ExperimentRunsArgs extends RunPageArgs {
  @Field(() => ExperimentRunSort, {
    nullable: true,
    description: 'By example and repetition when absent.',
  })
  sort?: ExperimentRunSort | null;
}

@ArgsType()
export class ExampleRunsArgs extends RunPageArgs {
  @Field(() => [ID], { nullable: true, description: 'Only of these experiments.' })
  experimentIds?: string[] | null;
}
