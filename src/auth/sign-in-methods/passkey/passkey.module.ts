import { Module } from '@nestjs/common';
import { UsersModule } from '../../../users/users.module.js';
import { SecondFactorModule } from '../../second-factor/second-factor.module.js';
import { SignInsModule } from '../../sign-ins/sign-ins.module.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeyController } from './rest/passkey.controller.js';

/** Signing in with a passkey alone. */
@Module({
  imports: [SecondFactorModule, SignInsModule, UsersModule],
  controllers: [PasskeyController],
  providers: [PasskeySignInService],
})
export class PasskeyModule {
  static readonly method = PasskeySignInService;
}
