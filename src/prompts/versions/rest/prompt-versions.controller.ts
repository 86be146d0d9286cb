import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ApiIdOrIdentifier } from '../../../kernel/validation/api-identifier.js';
import { parseCursor, rowIdInPath } from '../../../kernel/ids/global-id.js';
import { listPageQuery } from '../../rest/list-page.query.js';
import { PROMPT_VERSION_TYPE, PromptVersionsService } from '../prompt-versions.service.js';
import { PROMPT_TYPE } from '../../prompts.service.js';
import {
  PromptVersionAnswer,
  PromptVersionItemPage,
  toPromptVersionItem,
} from './prompt-version.dto.js';

/** Versions of prompts. */
@ApiTags('prompts')
@Access('VIEWER')
@Controller('v1')
export class PromptVersionsController {
  constructor(private readonly versions: PromptVersionsService) {}

  /** Lists the versions of a prompt, newest first. Empty if the prompt does not exist. */
  @Get('prompts/:prompt_identifier/versions')
  @ApiIdOrIdentifier('prompt_identifier', PROMPT_TYPE)
  @ApiOperation({ operationId: 'PromptsController_listVersions' })
  @ApiOkResponse({ type: PromptVersionItemPage })
  @ApiInvalidRequest()
  async list(
    @Param('prompt_identifier') identifier: string,
    @Query({ schema: listPageQuery }) { cursor, limit }: z.output<typeof listPageQuery>,
  ): Promise<PromptVersionItemPage> {
    const { rows, nextCursor } = await this.versions.list(identifier, parseCursor(cursor), limit);
    return { data: rows.map(toPromptVersionItem), next_cursor: nextCursor };
  }

  /** Returns the newest version of a prompt. */
  @Get('prompts/:prompt_identifier/latest')
  @ApiIdOrIdentifier('prompt_identifier', PROMPT_TYPE)
  @ApiOperation({ operationId: 'PromptsController_getLatest' })
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({
    404: 'No prompt has this global ID or name.',
    422: '`prompt_identifier` is not a valid identifier.',
  })
  async getLatest(@Param('prompt_identifier') identifier: string): Promise<PromptVersionAnswer> {
    return { data: toPromptVersionItem(await this.versions.getLatest(identifier)) };
  }

  /** Returns a version. */
  @Get('prompt_versions/:prompt_version_id')
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({
    404: 'No version has this global ID.',
    422: '`prompt_version_id` is not the global ID of a version.',
  })
  async get(@Param('prompt_version_id') id: string): Promise<PromptVersionAnswer> {
    const version = await this.versions.get(rowIdInPath(id, PROMPT_VERSION_TYPE));
    return { data: toPromptVersionItem(version) };
  }
}
