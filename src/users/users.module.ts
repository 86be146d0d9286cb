import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasswordResetTokenEntity } from '../auth/password-reset/password-reset-token.entity.js';
import { AuditModule } from '../audit/audit.module.js';
import { LoginSessionsModule } from '../auth/sessions/login-sessions.module.js';
import { MailModule } from '../mail/mail.module.js';
import { BuiltInUsersService } from './built-in-users.service.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordsService } from './passwords.service.js';
import { UserChangesService } from './user-changes.service.js';
import { UserNoticesService } from './user-notices.service.js';
import { UserEntity } from './user.entity.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

const SERVICES = [
  UsersService,
  UserChangesService,
  PasswordsService,
  PasswordChangesService,
  BuiltInUsersService,
  UserNoticesService,
];

/** Users and their passwords, for everything that signs users in. Has no transport. */
@Module({
  imports: [
    TypeOrmModule.forFeature([UserEntity, PasswordResetTokenEntity]),
    AuditModule,
    LoginSessionsModule,
    MailModule,
  ],
  providers: [...SERVICES, UsersQueries],
  exports: SERVICES,
})
export class UsersModule {}
