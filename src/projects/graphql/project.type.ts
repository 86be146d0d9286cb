import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import type { ProjectEntity } from '../project.entity.js';
import { PROJECT_TYPE } from '../projects.service.js';

@ObjectType({
  description: 'A project groups the traces of one application.',
  implements: () => Node,
})
export class Project implements Node {
  @Field(() => ID)
  id: string;

  /** Row ID, for the fields that other features add to a project. */
  @HideField()
  rowId: number;

  /** The row ID of the project that decides who may see this one; null if it decides itself. */
  @HideField()
  parentRowId: number | null;

  @Field(() => String, { description: 'Unique. Spans refer to their project by its name.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => String, { description: "First color of the project's picture, `#rrggbb`." })
  gradientStartColor: string;

  @Field(() => String, { description: "Second color of the project's picture, `#rrggbb`." })
  gradientEndColor: string;

  @Field(() => Boolean, {
    description: 'Whether only administrators and those with a role in the project can see it.',
  })
  isPrivate: boolean;

  @Field(() => Boolean, {
    description: 'Whether points of all metrics are stored, and not only those of agents.',
  })
  keepsMetrics: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the cost that a span states in `llm.cost.*` counts even if its model has a price. Otherwise it counts only if no price is known.',
  })
  prefersSentCosts: boolean;

  @Field(() => DateTimeScalar)
  createdAt: Date;

  @Field(() => DateTimeScalar, { description: 'When the project itself was last edited.' })
  updatedAt: Date;
}

@ObjectType()
export class ProjectEdge extends EdgeOf(Project) {}

@ObjectType()
export class ProjectConnection extends ConnectionOf(ProjectEdge) {}

@ObjectType({ description: 'The result of a mutation of a project.' })
export class ProjectMutationPayload {
  @Field(() => Project)
  project: Project;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toProject(row: ProjectEntity): Project {
  const { id, parentId, name, description, gradientStartColor, gradientEndColor } = row;
  const { isPrivate, keepsMetrics, prefersSentCosts, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(PROJECT_TYPE, id),
    rowId: id,
    parentRowId: parentId,
    name,
    description,
    gradientStartColor,
    gradientEndColor,
    isPrivate,
    keepsMetrics,
    prefersSentCosts,
    createdAt,
    updatedAt,
  };
}

export function toProjectPayload(row: ProjectEntity): ProjectMutationPayload {
  return { project: toProject(row), query: {} };
}
