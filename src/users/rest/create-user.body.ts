import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { MaxBytes, StorableText } from '../../common/validation/body-params.js';
import type { AuthMethodName, UserRoleName } from '../user.entity.js';

const ROLES: UserRoleName[] = ['SYSTEM', 'ADMIN', 'MEMBER', 'VIEWER'];
const METHODS: AuthMethodName[] = ['LOCAL', 'OAUTH2', 'LDAP'];

/** Twice what OpenID Connect allows a `sub` (Core, 2). */
const MAX_IDENTITY_BYTES = 512;

/** What every new user has. */
export class NewUserDto {
  /** Kept in lower case, without blanks at the ends. Unique. */
  @StorableText()
  email: string;

  /** Unique; blanks at the ends are dropped. */
  @StorableText()
  username: string;

  /** `SYSTEM` cannot be given to anybody. */
  @IsIn(ROLES, { message: "Input should be 'SYSTEM', 'ADMIN', 'MEMBER' or 'VIEWER'" })
  @ApiProperty({ enum: ROLES })
  role: UserRoleName;

  @IsIn(METHODS, { message: "Input should be 'LOCAL', 'OAUTH2' or 'LDAP'" })
  @ApiProperty({ enum: METHODS })
  auth_method: AuthMethodName;
}

/** Somebody who signs in with a password that is kept here. */
export class NewLocalUserDto extends NewUserDto {
  /** Must be changed at the first sign-in. When absent, one is made up that nobody knows. */
  @IsOptional()
  @StorableText()
  password?: string | null;
}

/** Somebody who signs in at an OpenID Connect provider. */
export class NewOAuth2UserDto extends NewUserDto {
  /** Client of the provider that this server is. */
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_IDENTITY_BYTES)
  oauth2_client_id?: string | null;

  /** The provider's own name of the user, `sub`. */
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_IDENTITY_BYTES)
  oauth2_user_id?: string | null;

  /** Nothing, or an empty text: the provider keeps it. */
  @IsOptional()
  @StorableText()
  password?: string | null;
}

/** Somebody who signs in with an account of a directory. */
export class NewLdapUserDto extends NewUserDto {
  /** Nothing, or an empty text: the directory keeps it. */
  @IsOptional()
  @StorableText()
  password?: string | null;
}

const KINDS = { LOCAL: NewLocalUserDto, OAUTH2: NewOAuth2UserDto, LDAP: NewLdapUserDto };

@ApiExtraModels(NewLocalUserDto, NewOAuth2UserDto, NewLdapUserDto)
export class CreateUserDto {
  @IsObject({ message: 'Input should be a valid object' })
  @ValidateNested()
  @Type(() => NewUserDto, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'auth_method',
      subTypes: Object.entries(KINDS).map(([name, value]) => ({ name, value })),
    },
  })
  @ApiProperty({
    oneOf: Object.values(KINDS).map((kind) => ({ $ref: getSchemaPath(kind) })),
    discriminator: {
      propertyName: 'auth_method',
      mapping: Object.fromEntries(
        Object.entries(KINDS).map(([name, kind]) => [name, getSchemaPath(kind)]),
      ),
    },
  })
  user: NewLocalUserDto & NewOAuth2UserDto;

  /** Tell the user by mail where to sign in: true unless given. */
  @IsOptional()
  @IsBoolean({ message: 'Input should be a valid boolean' })
  send_welcome_email?: boolean | null;
}
