import { Module } from '@nestjs/common';
import { AuditModule } from '../../../audit/audit.module.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { UsersModule } from '../../../users/users.module.js';
import { SignInsModule } from '../../sign-ins/sign-ins.module.js';
import { LdapDirectoryService } from './ldap-directory.service.js';
import { LdapSignInService } from './ldap-sign-in.service.js';
import { LdapUsersService } from './ldap-users.service.js';
import { LdapController } from './rest/ldap.controller.js';

/**
 * Signing in with a directory. `LdapDirectoryService` is null if no directory is configured or
 * authentication is off.
 */
@Module({
  imports: [AuditModule, SignInsModule, UsersModule],
  controllers: [LdapController],
  providers: [
    {
      provide: LdapDirectoryService,
      inject: [ENV],
      useFactory: ({ ldap }: Env) => ldap && new LdapDirectoryService(ldap),
    },
    LdapSignInService,
    LdapUsersService,
  ],
})
export class LdapModule {
  static readonly method = LdapSignInService;
}
