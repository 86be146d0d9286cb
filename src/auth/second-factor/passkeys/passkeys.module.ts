import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasskeyChallengeEntity } from './passkey-challenge.entity.js';
import { PasskeyChallengesService } from './passkey-challenges.service.js';
import { PasskeyEntity } from './passkey.entity.js';
import { PasskeyHandleEntity } from './passkey-handle.entity.js';
import { PasskeyHandlesService } from './passkey-handles.service.js';
import { PasskeysService } from './passkeys.service.js';

/** Passkeys. */
@Module({
  imports: [TypeOrmModule.forFeature([PasskeyChallengeEntity, PasskeyEntity, PasskeyHandleEntity])],
  providers: [PasskeyChallengesService, PasskeyHandlesService, PasskeysService],
  exports: [PasskeyChallengesService, PasskeysService],
})
export class PasskeysModule {}
