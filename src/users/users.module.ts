import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { BuiltInUsersService } from './built-in-users.service.js';
import { PasswordResetTokenEntity } from './password-reset-token.entity.js';
import { PasswordsService } from './passwords.service.js';
import { UserNoticesService } from './user-notices.service.js';
import { UserEntity } from './user.entity.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

const SERVICES = [UsersService, PasswordsService, BuiltInUsersService, UserNoticesService];

/** Users and their passwords, for all sign-in methods. Has no transport. */
@Module({
  imports: [
    TypeOrmModule.forFeature([UserEntity, PasswordResetTokenEntity]),
    AuditModule,
    MailModule,
  ],
  providers: [...SERVICES, UsersQueries],
  exports: [...SERVICES, UsersQueries],
})
export class UsersModule {}
