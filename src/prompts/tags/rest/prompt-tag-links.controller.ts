import { Controller, Get, Inject, Param, Redirect, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { NotFoundPageFilter } from '../../../kernel/http/links/not-found-page.filter.js';
import { SignInFirstFilter } from '../../../kernel/http/links/sign-in-first.filter.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { PROMPT_TYPE } from '../../prompts.service.js';
import { PROMPT_VERSION_TYPE } from '../../versions/prompt-versions.service.js';
import { PromptTagsService } from '../prompt-tags.service.js';

/** Links that programs print, which redirect to the page of the version that a tag points to. */
@ApiExcludeController()
@Access('VIEWER')
@UseFilters(NotFoundPageFilter, SignInFirstFilter)
@Controller('redirects/prompts')
export class PromptTagLinksController {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootPath'>,
    private readonly tags: PromptTagsService,
  ) {}

  @Get(':prompt_identifier/tags/:tag_name')
  @Redirect()
  async follow(
    @Param('prompt_identifier') identifier: string,
    @Param('tag_name') tagName: string,
  ): Promise<{ url: string }> {
    const { id, promptId } = await this.tags.getLinkedVersion(identifier, tagName);
    const prompt = encodeURIComponent(toGlobalId(PROMPT_TYPE, promptId));
    const version = encodeURIComponent(toGlobalId(PROMPT_VERSION_TYPE, id));
    return { url: `${this.env.rootPath}/prompts/${prompt}/versions/${version}` };
  }
}
