import { Module } from '@nestjs/common';
import { ChatsModule } from '../model-providers/chats/chats.module.js';
import { PromptVersionsModule } from '../prompts/versions/prompt-versions.module.js';
import { PlaygroundResolver } from './graphql/playground.resolver.js';
import { PlaygroundService } from './playground.service.js';

/** Tries prompts against models. */
@Module({
  imports: [ChatsModule, PromptVersionsModule],
  providers: [PlaygroundService, PlaygroundResolver],
})
export class PlaygroundModule {}
