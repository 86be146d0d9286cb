import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { SealingModule } from '../../sealing/sealing.module.js';
import { UsersModule } from '../../users/users.module.js';
import { RateLimitEntity } from '../limits/rate-limit.entity.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { LoginAttemptEntity } from '../lock/login-attempt.entity.js';
import { LoginAttemptQueries } from '../lock/login-attempts.queries.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import { LoginSessionEntity } from '../sessions/login-session.entity.js';
import { LoginSessionsQueries } from '../sessions/login-sessions.queries.js';
import { LoginSessionsService } from '../sessions/login-sessions.service.js';
import { LoginTokenEntity } from '../sessions/login-token.entity.js';
import { SessionTokensService } from '../sessions/session-tokens.service.js';
import { PasswordProofService } from './password-proof.service.js';
import { SignInsService } from './sign-ins.service.js';

const SERVICES = [
  LoginAttemptQueries,
  LoginLockService,
  LoginSessionsService,
  PasswordProofService,
  RateLimitsService,
  SessionTokensService,
  SignInsService,
];

/** The base of every sign-in method: rate limits, the lock of accounts, and sessions. Has no transport. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      LoginAttemptEntity,
      LoginSessionEntity,
      LoginTokenEntity,
      RateLimitEntity,
    ]),
    AuditModule,
    SealingModule,
    UsersModule,
  ],
  providers: [...SERVICES, LoginSessionsQueries],
  exports: SERVICES,
})
export class SignInsModule {}
