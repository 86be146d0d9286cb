import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { GrantsModule } from '../../auth/authorization-server/grants/grants.module.js';
import { LoginSessionsModule } from '../../auth/sessions/login-sessions.module.js';
import { UsersModule } from '../users.module.js';
import { PasswordChangesService } from './password-changes.service.js';
import { UserActivationService } from './user-activation.service.js';
import { UserEmailsService } from './user-emails.service.js';
import { UserChangesService } from './user-changes.service.js';

const SERVICES = [
  UserActivationService,
  UserChangesService,
  UserEmailsService,
  PasswordChangesService,
];

/**
 * Changes to users that also end sessions. Has no transport, because the command line uses it, too.
 */
@Module({
  imports: [AuditModule, GrantsModule, LoginSessionsModule, UsersModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class UserAdministrationModule {}
