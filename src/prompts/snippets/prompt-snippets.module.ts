import { Module } from '@nestjs/common';
import { PromptsModule } from '../prompts.module.js';
import { PromptVersionsModule } from '../versions/prompt-versions.module.js';
import { SnippetsOfVersionResolver } from './graphql/snippets-of-version.resolver.js';

/** Code that fetches a version of a prompt and calls its model. */
@Module({
  imports: [PromptsModule, PromptVersionsModule],
  providers: [SnippetsOfVersionResolver],
})
export class PromptSnippetsModule {}
