import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SealingModule } from '../../sealing/sealing.module.js';
import { LoginSessionEntity } from './login-session.entity.js';
import { LoginSessionsService } from './login-sessions.service.js';
import { LoginTokenEntity } from './login-token.entity.js';
import { SessionTokensService } from './session-tokens.service.js';
import { SessionQueries } from './sessions.queries.js';

/** Below `users`, which ends the sessions of people, and below the ways of signing in. */
@Module({
  imports: [TypeOrmModule.forFeature([LoginSessionEntity, LoginTokenEntity]), SealingModule],
  providers: [LoginSessionsService, SessionQueries, SessionTokensService],
  exports: [LoginSessionsService, SessionTokensService],
})
export class LoginSessionsModule {}
