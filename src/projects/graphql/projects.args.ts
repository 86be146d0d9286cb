import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';
import { SortDir } from '../../common/pagination/sort-dir.js';

export enum ProjectColumn {
  name = 'name',
  endTime = 'endTime',
}

registerEnumType(ProjectColumn, {
  name: 'ProjectColumn',
  description: 'What projects are sorted by.',
  valuesMap: {
    name: { description: 'Without case.' },
    endTime: { description: 'Start of the most recent trace; projects without one come last.' },
  },
});

export enum ProjectFilterColumn {
  name = 'name',
}

registerEnumType(ProjectFilterColumn, { name: 'ProjectFilterColumn' });

@InputType('ProjectSort')
export class ProjectSortDto {
  @Field(() => ProjectColumn)
  col: ProjectColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('ProjectFilter', { description: 'Keeps what has the value as a part, in any case.' })
export class ProjectFilterDto {
  @Field(() => ProjectFilterColumn)
  col: ProjectFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class ProjectsArgs extends OffsetPageArgs {
  @Field(() => ProjectSortDto, { nullable: true, description: 'Oldest first when absent.' })
  sort?: ProjectSortDto | null;

  @Field(() => ProjectFilterDto, { nullable: true })
  filter?: ProjectFilterDto | null;
}
