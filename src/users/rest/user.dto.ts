import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { toGlobalId } from '../../common/ids/global-id.js';
import { formatMicros } from '../../common/time.js';
import type { UserEntity, UserRoleName } from '../user.entity.js';
import { USER_TYPE } from '../graphql/user.type.js';

/** What is told of every user in the REST API. */
class UserItem {
  /** Global id. */
  id: string;

  created_at: string;

  updated_at: string;

  /** Empty for people of a directory without addresses. */
  email: string;

  username: string;

  @ApiProperty({ enum: ['SYSTEM', 'ADMIN', 'MEMBER', 'VIEWER'] })
  role: UserRoleName;
}

/** Somebody who signs in with a password that is kept here. */
export class LocalUserItem extends UserItem {
  @ApiProperty({ enum: ['LOCAL'] })
  auth_method: 'LOCAL';

  /** It must be changed before anything else is done. */
  password_needs_reset: boolean;
}

/** Somebody who signs in at an OpenID Connect provider. What is not known is left out. */
export class OAuth2UserItem extends UserItem {
  @ApiProperty({ enum: ['OAUTH2'] })
  auth_method: 'OAUTH2';

  oauth2_client_id?: string;

  oauth2_user_id?: string;

  profile_picture_url?: string;
}

/** Somebody who signs in with an account of a directory. */
export class LdapUserItem extends UserItem {
  @ApiProperty({ enum: ['LDAP'] })
  auth_method: 'LDAP';
}

/** Everybody while authentication is off. */
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

/** The user who asks. */
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

  /** The `cursor` of the following page; null on the last one. */
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
  if (row.authMethod === 'LDAP') return { ...common, auth_method: 'LDAP' };
  if (row.authMethod === 'LOCAL') {
    return { ...common, auth_method: 'LOCAL', password_needs_reset: row.passwordNeedsReset };
  }
  return {
    ...common,
    auth_method: 'OAUTH2',
    ...(row.oauth2ClientId ? { oauth2_client_id: row.oauth2ClientId } : {}),
    ...(row.oauth2UserId ? { oauth2_user_id: row.oauth2UserId } : {}),
    ...(row.profilePictureUrl ? { profile_picture_url: row.profilePictureUrl } : {}),
  };
}

const wire = (time: Date): string => formatMicros(BigInt(time.getTime()) * 1000n);
