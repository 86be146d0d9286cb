import { Module } from '@nestjs/common';
import { CustomModelProvidersModule } from '../custom/custom-model-providers.module.js';
import { ModelProvidersModule } from '../model-providers.module.js';
import { ChatsService } from './chats.service.js';

@Module({
  imports: [ModelProvidersModule, CustomModelProvidersModule],
  providers: [ChatsService],
  exports: [ChatsService],
})
export class ChatsModule {}
