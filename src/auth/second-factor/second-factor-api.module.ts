import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { UsersModule } from '../../users/users.module.js';
import { LoginLockModule } from '../lock/login-lock.module.js';
import { PasswordProofModule } from '../password-proof/password-proof.module.js';
import { SignInsModule } from '../sign-ins/sign-ins.module.js';
import { OwnSecondFactorResolver } from './graphql/own-second-factor.resolver.js';
import { UserSecondFactorResolver } from './graphql/user-second-factor.resolver.js';
import { OwnSecondFactorService } from './own-second-factor.service.js';
import { SecondFactorController } from './rest/second-factor.controller.js';
import { SecondFactorModule } from './second-factor.module.js';
import { SecondStepService } from './second-step.service.js';

/** Signing in with a second factor, and changing it. */
@Module({
  imports: [
    AuditModule,
    LoginLockModule,
    PasswordProofModule,
    SecondFactorModule,
    SignInsModule,
    UsersModule,
  ],
  controllers: [SecondFactorController],
  providers: [
    OwnSecondFactorResolver,
    OwnSecondFactorService,
    SecondStepService,
    UserSecondFactorResolver,
  ],
  exports: [SecondFactorModule, SecondStepService],
})
export class SecondFactorApiModule {}
