import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { formatMicros } from '../../../kernel/time/time.js';
import {
  USER_ROLE_NAMES,
  USER_TYPE,
  type UserEntity,
  type UserRoleName,
} from '../../../users/user.entity.js';

/** The fields of every user in the REST API. */
class UserItem {
  /** Global ID. */
  id: string;

  created_at: string;

  updated_at: string;

  /** Empty for users of a directory without addresses. */
  email: string;

  username: string;

  @ApiProperty({ enum: USER_ROLE_NAMES })
  role: UserRoleName;
}

/** A user who signs in with a password stored here. */
export class LocalUserItem extends UserItem {
  @ApiProperty({ enum: ['LOCAL'] })
  auth_method: 'LOCAL';

  /** Whether the user must change the password before doing anything else. */
  password_needs_reset: boolean;
}

/** A user who signs in at an OpenID Connect provider. Unknown fields are left out. */
export class OAuth2UserItem extends UserItem {
  @ApiProperty({ enum: ['OAUTH2'] })
  auth_method: 'OAUTH2';

  oauth2_client_id?: string;

  oauth2_user_id?: string;

  profile_picture_url?: string;
}

/** A user who signs in with a directory account. */
export class LdapUserItem extends UserItem {
  @ApiProperty({ enum: ['LDAP'] })
  auth_method: 'LDAP';
}

/** The user for all requests while authentication is off. */
export class AnonymousUserItem {
  @ApiProperty({ enum: ['ANONYMOUS'] })
  auth_method: 'ANONYMOUS';
}

export type AnyUserItem = LocalUserItem | OAuth2UserItem | LdapUserItem;

const KINDS = [LocalUserItem, OAuth2UserItem, LdapUserItem];
const oneOf = KINDS.map((kind) => ({ $ref: getSchemaPath(kind) }));

/** One user. */
@ApiExtraModels(...KINDS)
export class UserAnswer {
  @ApiProperty({ oneOf })
  data: AnyUserItem;
}

/** The user who sent the request. */
@ApiExtraModels(...KINDS, AnonymousUserItem)
export class OwnUserAnswer {
  @ApiProperty({ oneOf: [...oneOf, { $ref: getSchemaPath(AnonymousUserItem) }] })
  data: AnyUserItem | AnonymousUserItem;
}

/** A page of users. */
@ApiExtraModels(...KINDS)
export class UserItemPage {
  @ApiProperty({ type: 'array', items: { oneOf } })
  data: AnyUserItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toUserItem(row: UserEntity): AnyUserItem {
  const common = {
    id: toGlobalId(USER_TYPE, row.id),
    created_at: wire(row.createdAt),
    updated_at: wire(row.updatedAt),
    email: row.email ?? '',
    username: row.username,
    role: row.role,
  };
  if (row.authMethod === 'LDAP') return { ...common, auth_method: row.authMethod };
  if (row.authMethod === 'LOCAL') {
    const { authMethod, passwordNeedsReset } = row;
    return { ...common, auth_method: authMethod, password_needs_reset: passwordNeedsReset };
  }
  return {
    ...common,
    auth_method: row.authMethod,
    ...(row.oauth2ClientId ? { oauth2_client_id: row.oauth2ClientId } : {}),
    ...(row.oauth2UserId ? { oauth2_user_id: row.oauth2UserId } : {}),
    ...(row.profilePictureUrl ? { profile_picture_url: row.profilePictureUrl } : {}),
  };
}

const wire = (time: Date): string => formatMicros(BigInt(time.getTime()) * 1000n);
