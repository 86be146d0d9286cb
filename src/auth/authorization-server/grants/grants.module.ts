import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { GrantTokenEntity } from './grant-token.entity.js';
import { GrantTokensQueries } from './grant-tokens.queries.js';
import { GrantTokensService } from './grant-tokens.service.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsService } from './grants.service.js';
import { OAuth2GrantEntity } from './oauth2-grant.entity.js';

/** Grants and their tokens. Has no transport, because `users` and the command line use it, too. */
@Module({
  imports: [
    TypeOrmModule.forFeature([OAuth2GrantEntity, GrantTokenEntity]),
    AuditModule,
    ClientsModule,
  ],
  providers: [GrantsQueries, GrantsService, GrantTokensQueries, GrantTokensService],
  exports: [GrantsService, GrantTokensService],
})
export class GrantsModule {}
