import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { PromptPageDto } from '../../rest/prompt-page.query.js';
import { CreatePromptTagDto } from '../../tags/rest/create-prompt-tag.body.js';
import { PromptTagItemPage, toPromptTagItem } from '../../tags/rest/prompt-tag.dto.js';
import { PromptTagsService } from '../../tags/prompt-tags.service.js';
import { PROMPT_VERSION_TAG_TYPE } from '../../tags/graphql/prompt-version-tag.type.js';
import { PromptVersionAnswer, toPromptVersionItem } from './prompt-version.dto.js';
import { PromptVersionsService } from '../prompt-versions.service.js';

const NO_VERSION = 'No version of a prompt has this global id.';

/** Versions of prompts by their ids, and the tags that point to them. */
@ApiTags('prompts')
@Controller('v1/prompt_versions/:prompt_version_id')
export class PromptVersionsController {
  constructor(
    private readonly versions: PromptVersionsService,
    private readonly tags: PromptTagsService,
  ) {}

  /** One version of a prompt. */
  @Get()
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({ 404: NO_VERSION, 422: 'The text is not the ID of a version.' })
  async get(@Param('prompt_version_id') id: string): Promise<PromptVersionAnswer> {
    return { data: toPromptVersionItem(await this.versions.get(id)) };
  }

  /** The tags that point to a version, newest first, page by page. */
  @Get('tags')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: PromptTagItemPage })
  @ApiTextErrors({ 404: NO_VERSION })
  @ApiInvalidRequest()
  async listTags(
    @Param('prompt_version_id') id: string,
    @Query() { cursor, limit }: PromptPageDto,
  ): Promise<PromptTagItemPage> {
    const page = await this.tags.page(id, cursor, limit);
    return {
      data: page.rows.map(toPromptTagItem),
      next_cursor: page.next && toGlobalId(PROMPT_VERSION_TAG_TYPE, page.next.id),
    };
  }

  /** Lets a tag point to a version; one of that name that its prompt has is moved. */
  @Post('tags')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_VERSION })
  @ApiInvalidRequest()
  async setTag(
    @Param('prompt_version_id') id: string,
    @Body() { name, description }: CreatePromptTagDto,
    @Caller() caller: Identity,
  ): Promise<void> {
    await this.tags.set(id, { name, description: description ?? null }, caller);
  }

  /** Deletes a tag of the prompt that the version belongs to, whichever version it points to. */
  @Delete('tags/:tag_name')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({
    404: 'The version does not exist, or its prompt does not have the tag.',
    422: 'The text is not the ID of a version, or the tag is not a valid identifier.',
  })
  async deleteTag(
    @Param('prompt_version_id') id: string,
    @Param('tag_name') tagName: string,
  ): Promise<void> {
    await this.tags.delete(id, tagName);
  }
}
