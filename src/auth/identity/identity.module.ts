import { Global, Module } from '@nestjs/common';
import { ApiKeysModule } from '../../apikeys/api-keys.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { Authenticator } from '../../kernel/access/access.js';
import { UsersModule } from '../../users/users.module.js';
import { GrantsModule } from '../authorization-server/grants/grants.module.js';
import { RateLimitsModule } from '../limits/rate-limits.module.js';
import { LoginSessionsModule } from '../sessions/login-sessions.module.js';
import { AdminSecretStrategy } from './admin-secret.strategy.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { GrantStrategy } from './grant.strategy.js';
import { IdentityQueries } from './identity.queries.js';
import { IdentityService } from './identity.service.js';
import { SessionStrategy } from './session.strategy.js';

/** Identifies senders, for every transport, with one passport strategy per kind of credential. */
@Global()
@Module({
  imports: [
    ApiKeysModule,
    AuditModule,
    GrantsModule,
    LoginSessionsModule,
    RateLimitsModule,
    UsersModule,
  ],
  providers: [
    AdminSecretStrategy,
    ApiKeyStrategy,
    GrantStrategy,
    SessionStrategy,
    IdentityQueries,
    IdentityService,
    { provide: Authenticator, useExisting: IdentityService },
  ],
  exports: [Authenticator],
})
export class IdentityModule {}
