import { Field, ObjectType } from '@nestjs/graphql';
import { ConnectionOf, EdgeOf } from '../../common/pagination/connection.js';
import { QueryRoot } from '../../common/graphql/query-root.type.js';
import { Project } from './project.type.js';

@ObjectType()
export class ProjectEdge extends EdgeOf(Project) {}

@ObjectType()
export class ProjectConnection extends ConnectionOf(ProjectEdge) {}

@ObjectType({ description: 'What a mutation of a project answers with.' })
export class ProjectMutationPayload {
  @Field(() => Project)
  project: Project;

  @Field(() => QueryRoot)
  query: QueryRoot;
}
