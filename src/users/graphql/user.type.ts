import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../common/ids/global-id.js';
import { Node } from '../../common/graphql/node.type.js';
import { DateTimeScalar } from '../../common/graphql/scalars.js';
import type { AuthMethodName, UserEntity, UserRoleName } from '../user.entity.js';

/** Type name inside a user's global id. */
export const USER_TYPE = 'User';

export enum AuthMethod {
  LOCAL = 'LOCAL',
  OAUTH2 = 'OAUTH2',
  LDAP = 'LDAP',
}

registerEnumType(AuthMethod, {
  name: 'AuthMethod',
  description: 'Where somebody proves who they are.',
  valuesMap: {
    LOCAL: { description: 'Here, by a password.' },
    OAUTH2: { description: 'At an OpenID Connect provider.' },
    LDAP: { description: 'At a directory.' },
  },
});

@ObjectType({ description: 'What users of a role may do.' })
export class UserRole {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'ADMIN, MEMBER, VIEWER; SYSTEM for the system user alone.' })
  name: UserRoleName;
}

/** Every role in the order of its id, which never changes. */
const ROLE_NAMES: readonly UserRoleName[] = ['SYSTEM', 'ADMIN', 'MEMBER', 'VIEWER'];

/** The roles that can be given to somebody. */
export const USER_ROLES: readonly UserRole[] = ROLE_NAMES.slice(1).map(toUserRole);

@ObjectType({
  description: 'Somebody who may sign in, or the system user.',
  implements: () => Node,
})
export class User implements Node {
  @Field(() => ID)
  id: string;

  /** Row id, for the fields that other features hang onto a user. */
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
    description: 'The password was set by somebody else and must be changed first.',
  })
  passwordNeedsReset: boolean;

  @Field(() => Boolean, { description: 'Always false; kept for published clients.' })
  isManagementUser: boolean;
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
    isManagementUser: false,
  };
}

function toUserRole(name: UserRoleName): UserRole {
  return { id: toGlobalId('UserRole', ROLE_NAMES.indexOf(name) + 1), name };
}
