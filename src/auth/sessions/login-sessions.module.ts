import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SealingModule } from '../../sealing/sealing.module.js';
import { LoginSessionEntity } from './login-session.entity.js';
import { LoginSessionsQueries } from './login-sessions.queries.js';
import { LoginSessionsService } from './login-sessions.service.js';
import { LoginTokenEntity } from './login-token.entity.js';
import { SessionTokensService } from './session-tokens.service.js';

/** Sessions and their tokens. `users` and every sign-in method build on this module. */
@Module({
  imports: [TypeOrmModule.forFeature([LoginSessionEntity, LoginTokenEntity]), SealingModule],
  providers: [LoginSessionsService, LoginSessionsQueries, SessionTokensService],
  exports: [LoginSessionsService, SessionTokensService],
})
export class LoginSessionsModule {}
