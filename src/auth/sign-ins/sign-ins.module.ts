import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { RateLimitsModule } from '../limits/rate-limits.module.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import { SignInsService } from './sign-ins.service.js';

/** What every sign-in method builds on. */
@Module({
  imports: [AuditModule, LoginSessionsModule, RateLimitsModule],
  providers: [SignInsService],
  exports: [SignInsService],
})
export class SignInsModule {}
