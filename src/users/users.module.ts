import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { BuiltInUsersService } from './built-in-users.service.js';
import { UserGroupsResolver } from './groups/graphql/user-groups.resolver.js';
import { UserGroupEntity, UserGroupMemberEntity } from './groups/user-group.entity.js';
import { UserGroupsQueries } from './groups/user-groups.queries.js';
import { UserGroupsService } from './groups/user-groups.service.js';
import { PasswordResetTokenEntity } from './password-reset-token.entity.js';
import { PasswordsService } from './passwords.service.js';
import { UserNamesService } from './user-names.service.js';
import { UserNoticesService } from './user-notices.service.js';
import { UserEntity } from './user.entity.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

const SERVICES = [
  BuiltInUsersService,
  PasswordsService,
  UserGroupsService,
  UserNamesService,
  UserNoticesService,
  UsersService,
];

/** Users, their groups and their passwords, for all sign-in methods. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      PasswordResetTokenEntity,
      UserEntity,
      UserGroupEntity,
      UserGroupMemberEntity,
    ]),
    AuditModule,
    MailModule,
  ],
  providers: [...SERVICES, UserGroupsQueries, UserGroupsResolver, UsersQueries],
  exports: SERVICES,
})
export class UsersModule {}
