import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../kernel/pagination/offset-page.js';
import { SortDir } from '../../kernel/pagination/sort-dir.js';

/** The names in `ProjectOrder` (../projects.queries.ts). */
enum ProjectColumn {
  name = 'name',
  endTime = 'endTime',
}

registerEnumType(ProjectColumn, {
  name: 'ProjectColumn',
  description: 'The column by which projects are sorted.',
  valuesMap: {
    name: { description: 'Ignores case.' },
    endTime: { description: 'Start of the newest trace. Projects without traces come last.' },
  },
});

enum ProjectFilterColumn {
  name = 'name',
}

registerEnumType(ProjectFilterColumn, { name: 'ProjectFilterColumn' });

@InputType('ProjectSort')
export class ProjectSortInput {
  @Field(() => ProjectColumn)
  col: ProjectColumn;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('ProjectFilter', {
  description: 'Selects projects whose column contains the value, ignoring case.',
})
export class ProjectFilterInput {
  @Field(() => ProjectFilterColumn)
  col: ProjectFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class ProjectsArgs extends OffsetPageArgs {
  @Field(() => ProjectSortInput, { nullable: true, description: 'Oldest first by default.' })
  sort?: ProjectSortInput | null;

  @Field(() => ProjectFilterInput, { nullable: true })
  filter?: ProjectFilterInput | null;
}
