import { Args, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import {
  ApplyChatTemplateArgs,
  ReadChatTemplateArgs,
  readMessageInputs,
  readTemplateArgs,
} from '../../rendering/graphql/chat-template.args.js';
import {
  PromptChatTemplate,
  PromptTemplateReading,
  toChatTemplate,
} from './prompt-template.type.js';
import { readMessages, renderMessages } from '../prompt-texts.js';
import { PROMPT_VERSION_TYPE } from './prompt-version.type.js';
import { PromptVersionLoaders } from './prompt-versions.loader.js';

@Resolver()
export class PromptVersionsResolver {
  constructor(nodes: NodeRegistry, versions: PromptVersionLoaders) {
    nodes.register(PROMPT_VERSION_TYPE, (id, { loaders }) => loaders.of(versions.byId).load(id));
  }

  @Query(() => PromptChatTemplate, {
    description: 'Messages with values in the place of variables. Nothing is stored or sent.',
  })
  @RequiredRole('VIEWER')
  applyChatTemplate(@Args() args: ApplyChatTemplateArgs): PromptChatTemplate {
    const { messages, format, variables } = readTemplateArgs(args);
    return toChatTemplate(renderMessages(messages, format, variables));
  }

  @Query(() => PromptTemplateReading, {
    description: 'The variables of messages, and what keeps them from being rendered.',
  })
  @RequiredRole('VIEWER')
  readChatTemplate(@Args() { template, format }: ReadChatTemplateArgs): PromptTemplateReading {
    return readMessages(readMessageInputs(template), format);
  }
}
