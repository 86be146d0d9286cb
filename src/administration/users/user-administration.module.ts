import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { PasswordChangesModule } from '../../auth/password-changes/password-changes.module.js';
import { SignInsModule } from '../../auth/sign-ins/sign-ins.module.js';
import { UsersModule } from '../../users/users.module.js';
import { UsersResolver } from './graphql/users.resolver.js';
import { UsersController } from './rest/users.controller.js';
import { UserActivationService } from './user-activation.service.js';
import { UserChangesQueries } from './user-changes.queries.js';
import { UserChangesService } from './user-changes.service.js';

/** Lets administrators list, create, change and delete users. The command line uses it, too. */
@Module({
  imports: [AuditModule, PasswordChangesModule, SignInsModule, UsersModule],
  controllers: [UsersController],
  providers: [UserActivationService, UserChangesQueries, UserChangesService, UsersResolver],
  exports: [PasswordChangesModule, UserActivationService, UserChangesService],
})
export class UserAdministrationModule {}
