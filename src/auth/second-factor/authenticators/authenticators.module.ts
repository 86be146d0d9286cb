import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SealingModule } from '../../../sealing/sealing.module.js';
import { AuthenticatorsQueries } from './authenticators.queries.js';
import { AuthenticatorsService } from './authenticators.service.js';
import { TotpAuthenticatorEntity } from './totp-authenticator.entity.js';

/** Authenticator apps. */
@Module({
  imports: [TypeOrmModule.forFeature([TotpAuthenticatorEntity]), SealingModule],
  providers: [AuthenticatorsQueries, AuthenticatorsService],
  exports: [AuthenticatorsService],
})
export class AuthenticatorsModule {}
