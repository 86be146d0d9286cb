import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest } from '../../../common/errors/api-errors.js';
import { toContent } from '../../versions/prompt-version.schema.js';
import {
  PromptVersionAnswer,
  toPromptVersionItem,
} from '../../versions/rest/prompt-version.dto.js';
import { PromptCreationService } from '../prompt-creation.service.js';
import { createPromptBody } from './create-prompt.body.js';

@ApiTags('prompts')
@Controller('v1/prompts')
export class PromptCreationController {
  constructor(private readonly creation: PromptCreationService) {}

  /** Creates a version of a prompt, and the prompt if no prompt has the name. */
  @Post()
  @HttpCode(200)
  @RequiredRole('MEMBER')
  @ApiOperation({ operationId: 'PromptsController_create' })
  @ApiOkResponse({ type: PromptVersionAnswer })
  @ApiInvalidRequest()
  async create(
    @Body({ schema: createPromptBody }) { prompt, version }: z.output<typeof createPromptBody>,
    @Caller() caller: Identity,
  ): Promise<PromptVersionAnswer> {
    const { name, description = null, metadata } = prompt;
    const details = { name, description, metadata: metadata ?? {} };
    const created = await this.creation.push(details, toContent(version), caller);
    return { data: toPromptVersionItem(created) };
  }
}
