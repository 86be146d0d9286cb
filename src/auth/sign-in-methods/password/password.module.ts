import { Module } from '@nestjs/common';
import { UsersModule } from '../../../users/users.module.js';
import { SecondFactorModule } from '../../second-factor/second-factor.module.js';
import { SignInsModule } from '../../sign-ins/sign-ins.module.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PasswordStrategy } from './password.strategy.js';
import { PasswordController } from './rest/password.controller.js';

/** Signing in with a password that is stored here. */
@Module({
  imports: [SecondFactorModule, SignInsModule, UsersModule],
  controllers: [PasswordController],
  providers: [PasswordStrategy, PasswordSignInService],
})
export class PasswordModule {
  static readonly method = PasswordSignInService;
}
