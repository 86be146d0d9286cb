import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ROLE_CHOICES } from '../../kernel/access/roles.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { AUTH_METHOD_NAMES, AUTH_METHODS, type AuthMethodName } from '../auth-methods.contract.js';
import { USER_TYPE, type UserEntity, type UserRoleName } from '../user.entity.js';

/** The names of `AUTH_METHODS` as an enumeration. */
export const AuthMethod = Object.fromEntries(AUTH_METHOD_NAMES.map((name) => [name, name])) as {
  [Name in AuthMethodName]: Name;
};

registerEnumType(AuthMethod, {
  name: 'AuthMethod',
  description: 'The ways in which users sign in.',
  valuesMap: AUTH_METHODS,
});

@ObjectType({ description: 'A role, which determines what its users may do.' })
export class UserRole {
  @Field(() => ID)
  id: string;

  @Field(() => String, {
    description: 'ADMIN, MEMBER, or VIEWER; SYSTEM only for the system user.',
  })
  name: UserRoleName;
}

/** The ID of every role, which never changes. */
const ROLE_IDS: Record<UserRoleName, number> = { SYSTEM: 1, ADMIN: 2, MEMBER: 3, VIEWER: 4 };

/** The roles that can be assigned to a user. */
export const USER_ROLES: readonly UserRole[] = ROLE_CHOICES.map(toUserRole);

@ObjectType({
  description: 'A person with an account, or the system user.',
  implements: () => Node,
})
export class User implements Node {
  @Field(() => ID)
  id: string;

  /** Row ID, for the fields that other features add to a user. */
  @HideField()
  rowId: number;

  @HideField()
  email: string | null;

  @Field(() => String, { description: 'Unique.' })
  username: string;

  @Field(() => String, { nullable: true })
  profilePictureUrl: string | null;

  @Field(() => DateTimeScalar)
  createdAt: Date;

  @Field(() => AuthMethod)
  authMethod: AuthMethodName;

  @Field(() => UserRole)
  role: UserRole;

  @Field(() => Boolean, {
    description: 'Whether somebody else set the password, so that the user must change it first.',
  })
  passwordNeedsReset: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the user may sign in. A provisioning service can deactivate users, who then have no ' +
      'sessions and API keys.',
  })
  isActive: boolean;

  @Field(() => Boolean, { description: 'Always false; kept for published clients.' })
  isManagementUser: boolean;
}

@ObjectType()
export class UserEdge extends EdgeOf(User) {}

@ObjectType()
export class UserConnection extends ConnectionOf(UserEdge) {}

@ObjectType({ description: 'The result of creating or changing a user.' })
export class UserMutationPayload {
  @Field(() => User)
  user: User;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteUsersPayload {
  @Field(() => [ID])
  userIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toUser(row: UserEntity): User {
  const { id, email, username, profilePictureUrl, createdAt, authMethod } = row;
  return {
    id: toGlobalId(USER_TYPE, id),
    rowId: id,
    email,
    username,
    profilePictureUrl,
    createdAt,
    authMethod,
    role: toUserRole(row.role),
    passwordNeedsReset: row.passwordNeedsReset,
    isActive: row.deactivatedAt === null,
    isManagementUser: false,
  };
}

function toUserRole(name: UserRoleName): UserRole {
  return { id: toGlobalId('UserRole', ROLE_IDS[name]), name };
}
