import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { ApiIdOrIdentifier } from '../../kernel/validation/api-identifier.js';
import { parseCursor } from '../../kernel/ids/global-id.js';
import { PROMPT_TYPE, PromptsService } from '../prompts.service.js';
import { listPageQuery } from './list-page.query.js';
import {
  ChangedPromptAnswer,
  PromptItemPage,
  toChangedPromptItem,
  toPromptItem,
} from './prompt.dto.js';
import { anyObject, reason, storableText } from '../../kernel/validation/json-fields.js';

const patchPromptBody = z
  .object({
    description: storableText().nullish().describe('Null removes it.'),
    metadata: anyObject().optional().describe('Replaces all metadata.'),
  })
  .refine(
    ({ description, metadata }) => description !== undefined || metadata !== undefined,
    reason('value_error', 'At least one of description and metadata is required'),
  )
  .meta({
    id: 'UpdatePromptRequest',
    description: 'At least one field is required.',
    anyOf: [{ required: ['description'] }, { required: ['metadata'] }],
  });

const NOT_FOUND = 'No prompt has this global ID or name.';

/** Prompts. Sibling folders add the routes of their versions and tags. */
@ApiTags('prompts')
@Controller('v1/prompts')
export class PromptsController {
  constructor(private readonly prompts: PromptsService) {}

  /** Lists prompts, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: PromptItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listPageQuery }) { cursor, limit }: z.output<typeof listPageQuery>,
  ): Promise<PromptItemPage> {
    const { rows, nextCursor } = await this.prompts.list(parseCursor(cursor), limit);
    return { data: rows.map(toPromptItem), next_cursor: nextCursor };
  }

  /** Changes the description and metadata of a prompt. Its name never changes. */
  @Patch(':prompt_identifier')
  @ApiIdOrIdentifier('prompt_identifier', PROMPT_TYPE)
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: ChangedPromptAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async update(
    @Param('prompt_identifier') identifier: string,
    @Body({ schema: patchPromptBody }) { description, metadata }: z.output<typeof patchPromptBody>,
    @Caller() caller: Identity,
  ): Promise<ChangedPromptAnswer> {
    const prompt = await this.prompts.resolve(identifier);
    const updated = await this.prompts.update(prompt, { description, metadata }, caller);
    return { data: toChangedPromptItem(updated) };
  }

  /** Deletes a prompt with its versions and tags. */
  @Delete(':prompt_identifier')
  @ApiIdOrIdentifier('prompt_identifier', PROMPT_TYPE)
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({
    404: NOT_FOUND,
    409: 'An evaluator uses the prompt.',
    422: '`prompt_identifier` is not a valid identifier.',
  })
  async delete(@Param('prompt_identifier') identifier: string): Promise<void> {
    await this.prompts.delete(await this.prompts.resolve(identifier));
  }
}
