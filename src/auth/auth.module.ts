import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from '../common/access.js';
import { IdentityGuard } from './identity.guard.js';

/** Two guards on every handler, in this order: who is this, then may they. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: IdentityGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AuthModule {}
