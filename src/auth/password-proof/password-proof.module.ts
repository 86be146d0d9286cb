import { Module } from '@nestjs/common';
import { UsersModule } from '../../users/users.module.js';
import { LoginLockModule } from '../lock/login-lock.module.js';
import { PasswordProofService } from './password-proof.service.js';

@Module({
  imports: [LoginLockModule, UsersModule],
  providers: [PasswordProofService],
  exports: [PasswordProofService],
})
export class PasswordProofModule {}
