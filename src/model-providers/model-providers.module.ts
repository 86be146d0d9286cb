import { Module } from '@nestjs/common';
import { SecretsModule } from '../secrets/secrets.module.js';
import { CredentialsService } from './credentials.service.js';
import { ModelProvidersResolver } from './graphql/model-providers.resolver.js';
import { ModelClientsService } from './model-clients.service.js';
import { ModelProvidersController } from './rest/model-providers.controller.js';

/** The built-in providers of models, and the clients that talk to them. */
@Module({
  imports: [SecretsModule],
  controllers: [ModelProvidersController],
  providers: [CredentialsService, ModelClientsService, ModelProvidersResolver],
  exports: [ModelClientsService],
})
export class ModelProvidersModule {}
