import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { USER_GROUP_TYPE, type UserGroupEntity } from '../user-group.entity.js';

export enum UserGroupSourceName {
  LOCAL = 'LOCAL',
  OIDC = 'OIDC',
  LDAP = 'LDAP',
  SCIM = 'SCIM',
}

registerEnumType(UserGroupSourceName, {
  name: 'UserGroupSource',
  description: "The source of a group's members.",
  valuesMap: {
    LOCAL: { description: 'Here.' },
    OIDC: { description: 'By an OpenID Connect provider, when a user signs in.' },
    LDAP: { description: 'By a directory, when a user signs in.' },
    SCIM: { description: 'By a service that provisions users.' },
  },
});

@ObjectType({
  description: 'Users who get roles in projects together.',
  implements: () => Node,
})
export class UserGroup implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique among the groups of its source.' })
  name: string;

  @Field(() => UserGroupSourceName)
  source: `${UserGroupSourceName}`;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType()
export class UserGroupMutationPayload {
  @Field(() => UserGroup)
  userGroup: UserGroup;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteUserGroupsPayload {
  @Field(() => [ID])
  userGroupIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toUserGroup(row: UserGroupEntity): UserGroup {
  const { id, name, source, createdAt, updatedAt } = row;
  return { id: toGlobalId(USER_GROUP_TYPE, id), rowId: id, name, source, createdAt, updatedAt };
}
