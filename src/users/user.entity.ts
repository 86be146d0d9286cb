import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { AUTH_METHOD_NAMES, AUTH_METHODS, type AuthMethodName } from './auth-methods.contract.js';

/** Type name inside a user's global ID. */
export const USER_TYPE = 'User';

/** `SYSTEM` for the user that owns system keys, and the roles of people. */
export const USER_ROLE_NAMES = ['SYSTEM', 'ADMIN', 'MEMBER', 'VIEWER'] as const;
export type UserRoleName = (typeof USER_ROLE_NAMES)[number];

/** Stored instead of a password hash; no password matches it. */
export const NO_PASSWORD = '!';

const PASSWORDS = AUTH_METHOD_NAMES.filter((name) => AUTH_METHODS[name].hasPassword);

/** A person who may sign in, or the system user. */
@Entity('users')
@Unique('users_username_key', ['username'])
@Unique('users_email_key', ['email'])
@Index('users_role', ['role', 'id'])
@Index('users_ldap_identity', ['ldapUniqueId'], {
  unique: true,
  where: 'ldap_unique_id IS NOT NULL',
})
@Index('users_oauth2_identity', { synchronize: false })
@Index('users_oauth2_subject', ['oauth2UserId', 'oauth2Issuer'], {
  where: 'oauth2_user_id IS NOT NULL',
})
@Check('users_role_check', `role IN ${list(USER_ROLE_NAMES)}`)
@Check('users_auth_method_check', `auth_method IN ${list(AUTH_METHOD_NAMES)}`)
@Check('users_password_check', `(auth_method IN ${list(PASSWORDS)}) = (password_hash IS NOT NULL)`)
@Check('users_oauth2_check', writeIdentityCheck('OAUTH2'))
@Check('users_ldap_check', writeIdentityCheck('LDAP'))
@Check('users_known_check', 'email IS NOT NULL OR ldap_unique_id IS NOT NULL')
export class UserEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'users_pkey',
  })
  readonly id: number;

  /** Unique with its case. */
  @Column({ type: 'text' })
  username: string;

  /** Trimmed and in lower case. Null only for users of a directory without addresses. */
  @Column({ type: 'text', nullable: true })
  email: string | null;

  @Column({ type: 'text' })
  role: UserRoleName;

  @Column({ name: 'auth_method', type: 'text' })
  authMethod: AuthMethodName;

  /** PHC string, or `!`. Set if and only if users of the method have a password. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash: string | null;

  /**
   * Whether somebody else set the password, so that the user must change it before doing anything
   * else.
   */
  @Column({ name: 'password_needs_reset', type: 'boolean', default: false })
  passwordNeedsReset: boolean;

  @Column({ name: 'profile_picture_url', type: 'text', nullable: true })
  profilePictureUrl: string | null;

  /** Issuer of `oauth2UserId`; null until the user first signs in. */
  @Column({ name: 'oauth2_issuer', type: 'text', nullable: true })
  oauth2Issuer: string | null;

  @Column({ name: 'oauth2_client_id', type: 'text', nullable: true })
  oauth2ClientId: string | null;

  /** The `sub` claim. */
  @Column({ name: 'oauth2_user_id', type: 'text', nullable: true })
  oauth2UserId: string | null;

  @Column({ name: 'ldap_unique_id', type: 'text', nullable: true })
  ldapUniqueId: string | null;

  /** Since when the user cannot sign in, and owns no credentials; null if active. */
  @Column({ name: 'deactivated_at', type: 'timestamptz', nullable: true })
  deactivatedAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  updatedAt: Date;
}

function list(names: readonly string[]): string {
  return `(${names.map((name) => `'${name}'`).join(', ')})`;
}

/** Returns the condition that the columns which identify users of a method are null for all others. */
function writeIdentityCheck(name: AuthMethodName): string {
  const columns = AUTH_METHODS[name].identityColumns.map((column) => `${column} IS NULL`);
  return `auth_method = '${name}' OR (${columns.join(' AND ')})`;
}
