import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { SealingModule } from '../../sealing/sealing.module.js';
import { UsersModule } from '../../users/users.module.js';
import { SignInsModule } from '../sign-ins/sign-ins.module.js';
import { AuthenticatorsQueries } from './authenticators/authenticators.queries.js';
import { AuthenticatorsService } from './authenticators/authenticators.service.js';
import { TotpAuthenticatorEntity } from './authenticators/totp-authenticator.entity.js';
import { OwnSecondFactorResolver } from './graphql/own-second-factor.resolver.js';
import { UserSecondFactorResolver } from './graphql/user-second-factor.resolver.js';
import { OwnSecondFactorService } from './own-second-factor.service.js';
import { PasskeyChallengeEntity } from './passkeys/passkey-challenge.entity.js';
import { PasskeyChallengesService } from './passkeys/passkey-challenges.service.js';
import { PasskeyHandleEntity } from './passkeys/passkey-handle.entity.js';
import { PasskeyHandlesService } from './passkeys/passkey-handles.service.js';
import { PasskeyEntity } from './passkeys/passkey.entity.js';
import { PasskeysQueries } from './passkeys/passkeys.queries.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { RecoveryCodeEntity } from './recovery-codes/recovery-code.entity.js';
import { RecoveryCodesQueries } from './recovery-codes/recovery-codes.queries.js';
import { RecoveryCodesService } from './recovery-codes/recovery-codes.service.js';
import { SecondFactorController } from './rest/second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondStepService } from './second-step.service.js';
import { SignInTicketEntity } from './tickets/sign-in-ticket.entity.js';
import { SignInTicketsQueries } from './tickets/sign-in-tickets.queries.js';
import { SignInTicketsService } from './tickets/sign-in-tickets.service.js';

/** The second factors of local accounts: passkeys, authenticator apps and recovery codes. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      PasskeyChallengeEntity,
      PasskeyEntity,
      PasskeyHandleEntity,
      RecoveryCodeEntity,
      SignInTicketEntity,
      TotpAuthenticatorEntity,
    ]),
    AuditModule,
    SealingModule,
    SignInsModule,
    UsersModule,
  ],
  controllers: [SecondFactorController],
  providers: [
    AuthenticatorsQueries,
    AuthenticatorsService,
    OwnSecondFactorResolver,
    OwnSecondFactorService,
    PasskeyChallengesService,
    PasskeyHandlesService,
    PasskeysQueries,
    PasskeysService,
    RecoveryCodesQueries,
    RecoveryCodesService,
    SecondFactorService,
    SecondStepService,
    SignInTicketsQueries,
    SignInTicketsService,
    UserSecondFactorResolver,
  ],
  exports: [
    PasskeyChallengesService,
    PasskeysService,
    SecondFactorService,
    SecondStepService,
    SignInTicketsService,
  ],
})
export class SecondFactorModule {}
