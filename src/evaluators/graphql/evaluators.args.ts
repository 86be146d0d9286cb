import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../kernel/pagination/offset-page.js';
import { SortDir } from '../../kernel/pagination/sort-dir.js';
import type { EvaluatorOrder } from '../evaluators.service.js';

enum EvaluatorColumn {
  name = 'name',
  kind = 'kind',
  createdAt = 'createdAt',
  updatedAt = 'updatedAt',
}

registerEnumType(EvaluatorColumn, {
  name: 'EvaluatorColumn',
  description: 'The column by which evaluators are sorted.',
});

enum EvaluatorFilterColumn {
  name = 'name',
}

registerEnumType(EvaluatorFilterColumn, { name: 'EvaluatorFilterColumn' });

@InputType('EvaluatorSort')
export class EvaluatorSortInput {
  @Field(() => EvaluatorColumn)
  col: `${EvaluatorColumn}`;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('EvaluatorFilter', {
  description:
    'Selects evaluators whose name, or whose name in a dataset, contains the value, ignoring case.',
})
export class EvaluatorFilterInput {
  @Field(() => EvaluatorFilterColumn)
  col: `${EvaluatorFilterColumn}`;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class EvaluatorsArgs extends OffsetPageArgs {
  @Field(() => EvaluatorSortInput, { nullable: true, description: 'Newest first by default.' })
  sort?: EvaluatorSortInput | null;

  @Field(() => EvaluatorFilterInput, { nullable: true })
  filter?: EvaluatorFilterInput | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to list the built-in evaluators that no dataset uses, too.',
  })
  includeUnusedBuiltin: boolean;
}

@InputType('DatasetEvaluatorSort')
export class DatasetEvaluatorSortInput extends EvaluatorSortInput {}

@InputType('DatasetEvaluatorFilter', {
  description: 'Selects evaluators whose name in the dataset contains the value, ignoring case.',
})
export class DatasetEvaluatorFilterInput extends EvaluatorFilterInput {}

@ArgsType()
export class DatasetEvaluatorsArgs extends OffsetPageArgs {
  @Field(() => DatasetEvaluatorSortInput, {
    nullable: true,
    description: 'Newest first by default.',
  })
  sort?: DatasetEvaluatorSortInput | null;

  @Field(() => DatasetEvaluatorFilterInput, { nullable: true })
  filter?: DatasetEvaluatorFilterInput | null;
}

/** Newest first by default. */
export function toOrder(sort: EvaluatorSortInput | null | undefined): EvaluatorOrder {
  return {
    column: sort?.col ?? 'createdAt',
    direction: sort?.dir === SortDir.asc ? 'ASC' : 'DESC',
  };
}
