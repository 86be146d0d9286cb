import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasswordResetTokenEntity } from '../auth/password-reset/password-reset-token.entity.js';
import { AuditModule } from '../audit/audit.module.js';
import { LoginSessionsModule } from '../auth/sessions/login-sessions.module.js';
import { MailModule } from '../mail/mail.module.js';
import { BuiltInUsersService } from './built-in-users.service.js';
import { OwnUserController } from './own-user.controller.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordsService } from './passwords.service.js';
import { UserChangesService } from './user-changes.service.js';
import { UserFieldsResolver } from './user-fields.resolver.js';
import { UserNoticesService } from './user-notices.service.js';
import { UserEntity } from './user.entity.js';
import { UsersController } from './users.controller.js';
import { UsersLoader } from './users.loader.js';
import { UsersQueries } from './users.queries.js';
import { UsersResolver } from './users.resolver.js';
import { UsersService } from './users.service.js';

const SERVICES = [
  UsersService,
  UserChangesService,
  PasswordsService,
  PasswordChangesService,
  BuiltInUsersService,
  UserNoticesService,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([UserEntity, PasswordResetTokenEntity]),
    AuditModule,
    LoginSessionsModule,
    MailModule,
  ],
  controllers: [OwnUserController, UsersController],
  providers: [...SERVICES, UsersQueries, UsersLoader, UsersResolver, UserFieldsResolver],
  exports: SERVICES,
})
export class UsersModule {}
