import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MailModule } from '../../mail/mail.module.js';
import { UserAdministrationModule } from '../../users/administration/user-administration.module.js';
import { UsersModule } from '../../users/users.module.js';
import { RateLimitsModule } from '../limits/rate-limits.module.js';
import { LoginLockModule } from '../lock/login-lock.module.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import { PasswordResetQueries } from './password-reset.queries.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordResetController } from './rest/password-reset.controller.js';

/** Forgotten passwords. */
@Module({
  imports: [
    AuditModule,
    LoginLockModule,
    LoginSessionsModule,
    MailModule,
    RateLimitsModule,
    UserAdministrationModule,
    UsersModule,
  ],
  controllers: [PasswordResetController],
  providers: [PasswordResetService, PasswordResetQueries],
})
export class PasswordResetModule {}
