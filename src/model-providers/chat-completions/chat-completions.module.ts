import { Module } from '@nestjs/common';
import { ChatsModule } from '../chats/chats.module.js';
import { ModelProvidersModule } from '../model-providers.module.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { ChatCompletionsController } from './rest/chat-completions.controller.js';

@Module({
  imports: [ModelProvidersModule, ChatsModule],
  controllers: [ChatCompletionsController],
  providers: [ChatCompletionsService],
})
export class ChatCompletionsModule {}
