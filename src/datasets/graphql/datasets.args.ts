import { ArgsType, Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';
import { SortDir } from '../../common/pagination/sort-dir.js';

enum DatasetColumn {
  createdAt = 'createdAt',
  name = 'name',
}

registerEnumType(DatasetColumn, {
  name: 'DatasetColumn',
  description: 'What datasets are sorted by.',
  valuesMap: { name: { description: 'Without case.' } },
});

export enum DatasetFilterColumn {
  name = 'name',
}

registerEnumType(DatasetFilterColumn, { name: 'DatasetFilterColumn' });

@InputType('DatasetSort')
export class DatasetSortDto {
  @Field(() => DatasetColumn)
  col: `${DatasetColumn}`;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('DatasetFilter', { description: 'Keeps what meets all that is given.' })
export class DatasetFilterDto {
  @Field(() => DatasetFilterColumn, { nullable: true })
  col?: DatasetFilterColumn | null;

  @Field(() => String, { nullable: true, description: 'A part of the name, in any case.' })
  value?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Labels, any of which the dataset bears; empty for all datasets.',
  })
  filterLabels?: string[] | null;
}

@ArgsType()
export class DatasetsArgs extends OffsetPageArgs {
  @Field(() => DatasetSortDto, { nullable: true, description: 'Newest first when absent.' })
  sort?: DatasetSortDto | null;

  @Field(() => DatasetFilterDto, { nullable: true })
  filter?: DatasetFilterDto | null;
}
