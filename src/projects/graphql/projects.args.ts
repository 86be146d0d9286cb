import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';
import { SortDir } from '../../common/pagination/sort-dir.js';

/** The names in `ProjectOrder` (../projects.queries.ts). */
enum ProjectColumn {
  name = 'name',
  endTime = 'endTime',
}

registerEnumType(ProjectColumn, {
  name: 'ProjectColumn',
  description: 'What projects are sorted by.',
  valuesMap: {
    name: { description: 'Ignoring case.' },
    endTime: { description: 'Start of the most recent trace; projects without traces come last.' },
  },
});

enum ProjectFilterColumn {
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

@InputType('ProjectFilter', {
  description: 'Keeps projects whose column contains the value, in any case.',
})
export class ProjectFilterDto {
  @Field(() => ProjectFilterColumn)
  col: ProjectFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class ProjectsArgs extends OffsetPageArgs {
  @Field(() => ProjectSortDto, { nullable: true, description: 'By default, oldest first.' })
  sort?: ProjectSortDto | null;

  @Field(() => ProjectFilterDto, { nullable: true })
  filter?: ProjectFilterDto | null;
}
