import { Controller, Get, Inject, Param, Redirect, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RequiredRole } from '../../common/access/access.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import { NotFoundPageFilter } from '../../common/links/not-found-page.filter.js';
import { SignInFirstFilter } from '../../common/links/sign-in-first.filter.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { PROMPT_TYPE } from '../graphql/prompt.type.js';
import { PROMPT_VERSION_TYPE } from '../versions/graphql/prompt-version.type.js';
import { PromptVersionsService } from '../versions/prompt-versions.service.js';

/** Links that programs print: they lead to the page of what a tag points to at the moment. */
@ApiExcludeController()
@RequiredRole('VIEWER')
@UseFilters(NotFoundPageFilter, SignInFirstFilter)
@Controller('redirects/prompts')
export class PromptLinksController {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootPath'>,
    private readonly versions: PromptVersionsService,
  ) {}

  @Get(':prompt_identifier/tags/:tag_name')
  @Redirect()
  async tagged(
    @Param('prompt_identifier') identifier: string,
    @Param('tag_name') tagName: string,
  ): Promise<{ url: string }> {
    const { id, promptId } = await this.versions.linked(identifier, tagName);
    const prompt = encodeURIComponent(toGlobalId(PROMPT_TYPE, promptId));
    const version = encodeURIComponent(toGlobalId(PROMPT_VERSION_TYPE, id));
    return { url: `${this.env.rootPath}/prompts/${prompt}/versions/${version}` };
  }
}
