import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { readMessages, renderMessages } from '../prompt-messages.js';
import {
  ApplyChatTemplateArgs,
  ReadChatTemplateArgs,
  readMessageInputs,
  readTemplateArgs,
} from './chat-template.args.js';
import {
  PromptChatTemplate,
  PromptTemplateReading,
  toChatTemplate,
} from './prompt-template.type.js';

/** Previews of templates. Stores nothing. */
@Resolver()
export class ChatTemplatesResolver {
  @Query(() => PromptChatTemplate, {
    description: 'Replaces the variables in messages. Nothing is stored or sent.',
  })
  @Access('VIEWER')
  applyChatTemplate(@Args() args: ApplyChatTemplateArgs): PromptChatTemplate {
    const { messages, format, variables } = readTemplateArgs(args);
    return toChatTemplate(renderMessages(messages, format, variables));
  }

  @Query(() => PromptTemplateReading, {
    description: 'Lists the variables in messages, and why a message cannot be rendered.',
  })
  @Access('VIEWER')
  readChatTemplate(@Args() { template, format }: ReadChatTemplateArgs): PromptTemplateReading {
    return readMessages(readMessageInputs(template), format);
  }
}
