import { ArgsType, Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { IsOptional, MaxLength } from 'class-validator';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';
import { SortDir } from '../../common/pagination/sort-dir.js';

/** Which examples of a dataset are meant. */
@ArgsType()
export class ExampleSelectionArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Those that this version of the dataset held; absent: those that it holds now.',
  })
  datasetVersionId?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Those that are in any of these splits now; absent or empty: all.',
  })
  splitIds?: string[] | null;
}

@ArgsType()
export class ExamplesArgs extends ExampleSelectionArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      'Size of a page from the front, 1 to 1000; 50 when neither it nor `last` is given.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor after which the page begins.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Size of a page from the back, 1 to 1000; not together with `first`.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor before which the page ends.' })
  before?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A part of the input, output or metadata as JSON text, in any case; at most 1000 characters. ' +
      'No index finds it: the examples are read until the page is full.',
  })
  @IsOptional()
  @MaxLength(1000, { message: 'String should have at most 1000 characters' })
  filter?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only these examples.' })
  filterIds?: string[] | null;
}

export enum DatasetVersionColumn {
  createdAt = 'createdAt',
}

registerEnumType(DatasetVersionColumn, { name: 'DatasetVersionColumn' });

@InputType('DatasetVersionSort')
export class DatasetVersionSortDto {
  @Field(() => DatasetVersionColumn)
  col: DatasetVersionColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

@ArgsType()
export class VersionsArgs extends OffsetPageArgs {
  @Field(() => DatasetVersionSortDto, { nullable: true, description: 'Newest first when absent.' })
  sort?: DatasetVersionSortDto | null;
}
