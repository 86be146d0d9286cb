import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChatCompletionsService } from './chat-completions/chat-completions.service.js';
import { ChatCompletionsController } from './chat-completions/rest/chat-completions.controller.js';
import { ChatsService } from './chats/chats.service.js';
import { CredentialsService } from './credentials.service.js';
import { CustomModelProviderEntity } from './custom/custom-model-provider.entity.js';
import { CustomModelProvidersQueries } from './custom/custom-model-providers.queries.js';
import { CustomModelProvidersService } from './custom/custom-model-providers.service.js';
import { CredentialTestResolver } from './custom/graphql/credential-test.resolver.js';
import { CustomModelProvidersLoaders } from './custom/graphql/custom-model-providers.loader.js';
import { CustomModelProvidersResolver } from './custom/graphql/custom-model-providers.resolver.js';
import { CustomModelProvidersController } from './custom/rest/custom-model-providers.controller.js';
import { ModelProvidersResolver } from './graphql/model-providers.resolver.js';
import { ModelClientsService } from './model-clients.service.js';
import { PacedChatsService } from './pacing/paced-chats.service.js';
import { ModelProvidersController } from './rest/model-providers.controller.js';

const BUILT_IN = [CredentialsService, ModelClientsService, ModelProvidersResolver];

const CUSTOM = [
  CredentialTestResolver,
  CustomModelProvidersLoaders,
  CustomModelProvidersQueries,
  CustomModelProvidersResolver,
  CustomModelProvidersService,
];

const CHATS = [ChatsService, PacedChatsService, ChatCompletionsService];

/** The built-in and custom providers of models, and chats with their models. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CustomModelProviderEntity]),
    AuditModule,
    SealingModule,
    SecretsModule,
    UsersModule,
  ],
  controllers: [
    ModelProvidersController,
    CustomModelProvidersController,
    ChatCompletionsController,
  ],
  providers: [...BUILT_IN, ...CUSTOM, ...CHATS],
  exports: [ModelClientsService, CustomModelProvidersService, ChatsService, PacedChatsService],
})
export class ModelProvidersModule {}
