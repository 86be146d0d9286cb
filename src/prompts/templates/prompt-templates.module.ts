import { Module } from '@nestjs/common';
import { ChatTemplatesResolver } from './graphql/chat-templates.resolver.js';

/** Templates of prompts: their schema, and parsing and rendering them. */
@Module({ providers: [ChatTemplatesResolver] })
export class PromptTemplatesModule {}
