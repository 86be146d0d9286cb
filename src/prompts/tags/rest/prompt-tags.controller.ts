import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ApiIdentifier, ApiIdOrIdentifier } from '../../../kernel/validation/api-identifier.js';
import { parseCursor, rowIdInPath } from '../../../kernel/ids/global-id.js';
import { listPageQuery } from '../../rest/list-page.query.js';
import { PROMPT_VERSION_TYPE } from '../../versions/prompt-versions.service.js';
import {
  PromptVersionAnswer,
  toPromptVersionItem,
} from '../../versions/rest/prompt-version.dto.js';
import { promptTagBody } from '../prompt-tag.schema.js';
import { PromptTagsService } from '../prompt-tags.service.js';
import { PROMPT_TYPE } from '../../prompts.service.js';
import { PromptTagItemPage, toPromptTagItem } from './prompt-tag.dto.js';

const NO_VERSION = 'No version has this global ID.';

/** Tags that point to versions of prompts. */
@ApiTags('prompts')
@Controller('v1')
export class PromptTagsController {
  constructor(private readonly tags: PromptTagsService) {}

  /** Returns the version of a prompt that a tag points to. */
  @Get('prompts/:prompt_identifier/tags/:tag_name')
  @ApiIdOrIdentifier('prompt_identifier', PROMPT_TYPE)
  @ApiIdentifier('tag_name')
  @Access('VIEWER')
  @ApiOperation({ operationId: 'PromptsController_getTagged' })
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({
    404: 'The prompt does not exist or does not have the tag.',
    422: 'The prompt or the tag is not a valid identifier.',
  })
  async getVersion(
    @Param('prompt_identifier') identifier: string,
    @Param('tag_name') tagName: string,
  ): Promise<PromptVersionAnswer> {
    return { data: toPromptVersionItem(await this.tags.getVersion(identifier, tagName)) };
  }

  /** Lists the tags that point to a version, newest first. */
  @Get('prompt_versions/:prompt_version_id/tags')
  @Access('VIEWER')
  @ApiOperation({ operationId: 'PromptVersionsController_listTags' })
  @ApiOkResponse({ type: PromptTagItemPage })
  @ApiTextErrors({ 404: NO_VERSION })
  @ApiInvalidRequest()
  async list(
    @Param('prompt_version_id') id: string,
    @Query({ schema: listPageQuery }) { cursor, limit }: z.output<typeof listPageQuery>,
  ): Promise<PromptTagItemPage> {
    const versionId = rowIdInPath(id, PROMPT_VERSION_TYPE);
    const { rows, nextCursor } = await this.tags.list(versionId, parseCursor(cursor), limit);
    return { data: rows.map(toPromptTagItem), next_cursor: nextCursor };
  }

  /**
   * Points a tag at a version. If another version of the prompt has a tag with that name, the tag moves to this one.
   */
  @Post('prompt_versions/:prompt_version_id/tags')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiOperation({ operationId: 'PromptVersionsController_setTag' })
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_VERSION })
  @ApiInvalidRequest()
  async set(
    @Param('prompt_version_id') id: string,
    @Body({ schema: promptTagBody }) { name, description = null }: z.output<typeof promptTagBody>,
    @Caller() caller: Identity,
  ): Promise<void> {
    await this.tags.set(rowIdInPath(id, PROMPT_VERSION_TYPE), { name, description }, caller);
  }

  /** Deletes a tag of the prompt that the version belongs to, whichever version it points to. */
  @Delete('prompt_versions/:prompt_version_id/tags/:tag_name')
  @ApiIdentifier('tag_name')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiOperation({ operationId: 'PromptVersionsController_deleteTag' })
  @ApiNoContentResponse()
  @ApiTextErrors({
    404: 'The version does not exist, or its prompt does not have the tag.',
    422: '`prompt_version_id` is not the global ID of a version, or the tag is not a valid identifier.',
  })
  async delete(
    @Param('prompt_version_id') id: string,
    @Param('tag_name') tagName: string,
  ): Promise<void> {
    await this.tags.deleteByName(rowIdInPath(id, PROMPT_VERSION_TYPE), tagName);
  }
}
