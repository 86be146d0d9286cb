import { Field, HideField, ID, InputType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { Check } from '../../../kernel/validation/check.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { ProjectRole } from '../project-role.enum.js';
import { PROJECT_ROLE_TYPE, type ProjectRoleEntity } from '../project-roles.service.js';

registerEnumType(ProjectRole, {
  name: 'ProjectRole',
  description: 'The roles in a project.',
  valuesMap: {
    VIEWER: { description: 'Reads.' },
    MEMBER: { description: 'Reads and writes.' },
    MANAGER: { description: 'Also changes its settings, and decides who may see it.' },
  },
});

@ObjectType({ description: 'A role that a user or a group has in a project.' })
export class ProjectRoleAssignment {
  @Field(() => ID)
  id: string;

  @HideField()
  userRowId: number | null;

  @HideField()
  groupRowId: number | null;

  @Field(() => ProjectRole)
  role: `${ProjectRole}`;

  @Field(() => DateTimeScalar)
  createdAt: string;
}

@InputType()
export class SetProjectPrivacyInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => Boolean)
  isPrivate: boolean;
}

@InputType({ description: 'Give exactly one of `userId`, `email` and `userGroupId`.' })
export class SetProjectRoleInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Managers can only name users who have a role in the project; administrators all.',
  })
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'The address of a user, ignoring case.' })
  @Check(storableText().max(320).nullish())
  email?: string | null;

  @Field(() => ID, { nullable: true })
  userGroupId?: string | null;

  @Field(() => ProjectRole)
  @Check(z.enum(ProjectRole))
  role: ProjectRole;
}

@InputType()
export class RemoveProjectRoleInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => ID, { description: 'Of a `ProjectRoleAssignment`.' })
  roleAssignmentId: string;
}

export function toAssignment(row: ProjectRoleEntity): ProjectRoleAssignment {
  const { id, userId, groupId, role, createdAt } = row;
  return {
    id: toGlobalId(PROJECT_ROLE_TYPE, id),
    userRowId: userId,
    groupRowId: groupId,
    role,
    createdAt,
  };
}
