import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitsModule } from '../../limits/rate-limits.module.js';
import { ClientRegistrationsService } from './client-registrations.service.js';
import { ClientsQueries } from './clients.queries.js';
import { ClientsService } from './clients.service.js';
import { OAuth2ClientEntity } from './oauth2-client.entity.js';

/** Applications, known and registered. */
@Module({
  imports: [TypeOrmModule.forFeature([OAuth2ClientEntity]), RateLimitsModule],
  providers: [ClientRegistrationsService, ClientsQueries, ClientsService],
  exports: [ClientRegistrationsService, ClientsService],
})
export class ClientsModule {}
