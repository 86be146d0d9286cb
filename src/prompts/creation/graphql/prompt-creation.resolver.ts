import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { Prompt, toPrompt } from '../../graphql/prompt.type.js';
import { PROMPT_TYPE } from '../../prompts.service.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { readNewTags } from '../../tags/graphql/prompt-tag.inputs.js';
import { readChatPromptVersion } from '../../versions/graphql/chat-prompt-version.inputs.js';
import { PromptCreationService } from '../prompt-creation.service.js';
import {
  ClonePromptInput,
  CreateChatPromptInput,
  CreateChatPromptVersionInput,
} from './prompt-creation.inputs.js';

@Resolver()
@Access('MEMBER', 'by project role')
export class PromptCreationResolver {
  constructor(
    private readonly creation: PromptCreationService,
    private readonly projects: ProjectsService,
  ) {}

  @Mutation(() => Prompt, { description: 'Creates a prompt with its first version.' })
  async createChatPrompt(
    @Args('input') { name, description = null, metadata, ...input }: CreateChatPromptInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const projectId = await this.projects.getOwnerId(input.projectId);
    const prompt = { name, description, metadata: metadata ?? {}, projectId };
    const content = readChatPromptVersion(input.promptVersion);
    const tags = readNewTags(input.tags);
    return toPrompt(await this.creation.createPrompt(prompt, content, tags, caller));
  }

  @Mutation(() => Prompt, { description: 'Creates a version of a prompt. Versions never change.' })
  async createChatPromptVersion(
    @Args('input') { promptId, ...input }: CreateChatPromptVersionInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const content = readChatPromptVersion(input.promptVersion);
    const tags = readNewTags(input.tags);
    const id = requireRowId(promptId, PROMPT_TYPE);
    return toPrompt(await this.creation.createVersion(id, content, tags, caller));
  }

  @Mutation(() => Prompt, {
    description: 'Creates a prompt with copies of all versions of another prompt, without tags.',
  })
  async clonePrompt(
    @Args('input') { promptId, name, description, metadata, ...input }: ClonePromptInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const id = requireRowId(promptId, PROMPT_TYPE);
    const projectId =
      input.projectId === undefined ? undefined : await this.projects.getOwnerId(input.projectId);
    const details = { name, description, metadata: metadata ?? undefined, projectId };
    return toPrompt(await this.creation.clone(id, details, caller));
  }
}
