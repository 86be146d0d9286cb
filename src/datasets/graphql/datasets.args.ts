import { ArgsType, Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../kernel/pagination/offset-page.js';
import { SortDir } from '../../kernel/pagination/sort-dir.js';

enum DatasetColumn {
  createdAt = 'createdAt',
  name = 'name',
}

registerEnumType(DatasetColumn, {
  name: 'DatasetColumn',
  description: 'The column by which datasets are sorted.',
  valuesMap: { name: { description: 'Ignores case.' } },
});

export enum DatasetFilterColumn {
  name = 'name',
}

registerEnumType(DatasetFilterColumn, { name: 'DatasetFilterColumn' });

@InputType('DatasetSort')
export class DatasetSortInput {
  @Field(() => DatasetColumn)
  col: `${DatasetColumn}`;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('DatasetFilter', { description: 'Selects datasets that meet all conditions.' })
export class DatasetFilterInput {
  @Field(() => DatasetFilterColumn, { nullable: true })
  col?: DatasetFilterColumn | null;

  @Field(() => String, { nullable: true, description: 'Part of the name, ignoring case.' })
  value?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Datasets with at least one of these labels. An empty list selects all.',
  })
  filterLabels?: string[] | null;
}

@ArgsType()
export class DatasetsArgs extends OffsetPageArgs {
  @Field(() => DatasetSortInput, { nullable: true, description: 'Newest first by default.' })
  sort?: DatasetSortInput | null;

  @Field(() => DatasetFilterInput, { nullable: true })
  filter?: DatasetFilterInput | null;
}
