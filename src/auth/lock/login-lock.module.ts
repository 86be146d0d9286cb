import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { LoginAttemptEntity } from './login-attempt.entity.js';
import { LoginAttemptQueries } from './login-attempts.queries.js';
import { LoginLockService } from './login-lock.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([LoginAttemptEntity]), AuditModule],
  providers: [LoginLockService, LoginAttemptQueries],
  exports: [LoginLockService, LoginAttemptQueries],
})
export class LoginLockModule {}
