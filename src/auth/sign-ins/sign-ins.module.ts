import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { RateLimitsModule } from '../limits/rate-limits.module.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import { SignInsService } from './sign-ins.service.js';

/** The base of every sign-in method. */
@Module({
  imports: [AuditModule, LoginSessionsModule, RateLimitsModule],
  providers: [SignInsService],
  exports: [SignInsService],
})
export class SignInsModule {}
