import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MailModule } from '../../mail/mail.module.js';
import { UsersModule } from '../../users/users.module.js';
import { GrantsModule } from '../authorization-server/grants/grants.module.js';
import { SignInsModule } from '../sign-ins/sign-ins.module.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordResetQueries } from './password-reset.queries.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordResetController } from './rest/password-reset.controller.js';

/** New passwords, chosen by the user, an administrator, or whoever gets the link for a forgotten one. */
@Module({
  imports: [AuditModule, GrantsModule, MailModule, SignInsModule, UsersModule],
  controllers: [PasswordResetController],
  providers: [PasswordChangesService, PasswordResetQueries, PasswordResetService],
  exports: [PasswordChangesService],
})
export class PasswordChangesModule {}
