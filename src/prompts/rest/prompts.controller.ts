import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity, RequiredRole } from '../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../common/errors/api-errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import type { JsonObject } from '../../common/json/json.js';
import { CreatePromptDto, readNewPrompt } from './create-prompt.body.js';
import { assertSomeChange, PatchPromptDto } from './patch-prompt.body.js';
import { PromptPageDto } from './prompt-page.query.js';
import {
  ChangedPromptAnswer,
  PromptItemPage,
  toChangedPromptItem,
  toPromptItem,
} from './prompt.dto.js';
import { PROMPT_TYPE } from '../graphql/prompt.type.js';
import { PromptsService } from '../prompts.service.js';
import {
  PromptVersionAnswer,
  PromptVersionItemPage,
  toPromptVersionItem,
} from '../versions/rest/prompt-version.dto.js';
import { PROMPT_VERSION_TYPE } from '../versions/graphql/prompt-version.type.js';
import { PromptVersionsService } from '../versions/prompt-versions.service.js';

const NO_PROMPT = 'No prompt has this global id or name.';

@ApiTags('prompts')
@Controller('v1/prompts')
export class PromptsController {
  constructor(
    private readonly prompts: PromptsService,
    private readonly versions: PromptVersionsService,
  ) {}

  /** The prompts, newest first, page by page. */
  @Get()
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: PromptItemPage })
  @ApiInvalidRequest()
  async list(@Query() { cursor, limit }: PromptPageDto): Promise<PromptItemPage> {
    const page = await this.prompts.page(cursor, limit);
    return {
      data: page.rows.map(toPromptItem),
      next_cursor: page.next && toGlobalId(PROMPT_TYPE, page.next.id),
    };
  }

  /** Makes a version of a prompt, and the prompt itself unless there is one of that name. */
  @Post()
  @HttpCode(200)
  @RequiredRole('MEMBER')
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiInvalidRequest()
  async create(
    @Body() body: CreatePromptDto,
    @Caller() caller: Identity,
  ): Promise<PromptVersionAnswer> {
    const { prompt, version } = readNewPrompt(body);
    return { data: toPromptVersionItem(await this.versions.push(prompt, version, caller)) };
  }

  /** Lists the versions of a prompt, newest first, page by page. Empty if the prompt does not exist. */
  @Get(':prompt_identifier/versions')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: PromptVersionItemPage })
  @ApiInvalidRequest()
  async listVersions(
    @Param('prompt_identifier') identifier: string,
    @Query() { cursor, limit }: PromptPageDto,
  ): Promise<PromptVersionItemPage> {
    const page = await this.versions.page(identifier, cursor, limit);
    return {
      data: page.rows.map(toPromptVersionItem),
      next_cursor: page.next && toGlobalId(PROMPT_VERSION_TYPE, page.next.id),
    };
  }

  /** The newest version of a prompt. */
  @Get(':prompt_identifier/latest')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({ 404: NO_PROMPT, 422: 'The text is no identifier.' })
  async getLatest(@Param('prompt_identifier') identifier: string): Promise<PromptVersionAnswer> {
    return { data: toPromptVersionItem(await this.versions.latest(identifier)) };
  }

  /** The version of a prompt that a tag points to. */
  @Get(':prompt_identifier/tags/:tag_name')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({
    404: 'The prompt does not exist or does not have the tag.',
    422: 'The prompt or the tag is not a valid identifier.',
  })
  async getTagged(
    @Param('prompt_identifier') identifier: string,
    @Param('tag_name') tagName: string,
  ): Promise<PromptVersionAnswer> {
    return { data: toPromptVersionItem(await this.versions.tagged(identifier, tagName)) };
  }

  /** Says something else about a prompt; its name never changes. */
  @Patch(':prompt_identifier')
  @RequiredRole('MEMBER')
  @ApiOkResponse({ type: ChangedPromptAnswer })
  @ApiTextErrors({ 404: NO_PROMPT })
  @ApiInvalidRequest()
  async update(
    @Param('prompt_identifier') identifier: string,
    @Body() body: PatchPromptDto,
    @Caller() caller: Identity,
  ): Promise<ChangedPromptAnswer> {
    assertSomeChange(body);
    const { description, metadata } = body;
    const changes = { description, metadata: metadata as JsonObject | undefined };
    const prompt = await this.prompts.resolve(identifier);
    return { data: toChangedPromptItem(await this.prompts.update(prompt, changes, caller)) };
  }

  /** Deletes a prompt with its versions and tags. */
  @Delete(':prompt_identifier')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_PROMPT, 422: 'The text is no identifier.' })
  async delete(@Param('prompt_identifier') identifier: string): Promise<void> {
    await this.prompts.delete(await this.prompts.resolve(identifier));
  }
}
