import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../../audit/audit.module.js';
import { SignInsModule } from '../../sign-ins/sign-ins.module.js';
import { ClientRegistrationsService } from '../clients/client-registrations.service.js';
import { ClientsQueries } from '../clients/clients.queries.js';
import { ClientsService } from '../clients/clients.service.js';
import { OAuth2ClientEntity } from '../clients/oauth2-client.entity.js';
import { GrantTokenEntity } from './grant-token.entity.js';
import { GrantTokensQueries } from './grant-tokens.queries.js';
import { GrantTokensService } from './grant-tokens.service.js';
import { GrantsQueries } from './grants.queries.js';
import { GrantsService } from './grants.service.js';
import { OAuth2GrantEntity } from './oauth2-grant.entity.js';

const SERVICES = [ClientRegistrationsService, ClientsService, GrantTokensService, GrantsService];

/** Applications, their grants and tokens. Has no transport, because the command line ends grants, too. */
@Module({
  imports: [
    TypeOrmModule.forFeature([GrantTokenEntity, OAuth2ClientEntity, OAuth2GrantEntity]),
    AuditModule,
    SignInsModule,
  ],
  providers: [...SERVICES, ClientsQueries, GrantTokensQueries, GrantsQueries],
  exports: SERVICES,
})
export class GrantsModule {}
