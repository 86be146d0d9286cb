import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { UsersModule } from '../../users/users.module.js';
import { LoginLockModule } from '../lock/login-lock.module.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import { AuthenticatorsModule } from './authenticators/authenticators.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { RecoveryCodesModule } from './recovery-codes/recovery-codes.module.js';
import { SecondFactorService } from './second-factor.service.js';
import { SignInTicketsModule } from './tickets/sign-in-tickets.module.js';

const FACTORS = [AuthenticatorsModule, PasskeysModule, RecoveryCodesModule, SignInTicketsModule];

/**
 * What local accounts prove in addition to the password. Has no transport, because the command line
 * uses it, too.
 */
@Module({
  imports: [...FACTORS, AuditModule, LoginLockModule, LoginSessionsModule, UsersModule],
  providers: [SecondFactorService],
  exports: [...FACTORS, SecondFactorService],
})
export class SecondFactorModule {}
