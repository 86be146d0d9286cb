import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ApiIdOrIdentifier } from '../../../kernel/validation/api-identifier.js';
import { PROMPT_TYPE } from '../../prompts.service.js';
import { promptVersionBody, toContent } from '../../versions/prompt-version.schema.js';
import {
  PromptVersionAnswer,
  toPromptVersionItem,
} from '../../versions/rest/prompt-version.dto.js';
import { PromptCreationService } from '../prompt-creation.service.js';
import { anyObject, identifier, storableText } from '../../../kernel/validation/json-fields.js';
import { promptTagBody } from '../../tags/prompt-tag.schema.js';

const createPromptVersionBody = z
  .object({
    version: promptVersionBody,
    tags: z
      .array(promptTagBody)
      .nullish()
      .describe('Tags that will point to the version. They move from other versions.'),
  })
  .meta({ id: 'CreatePromptVersionRequest', description: 'A version to create, and its tags.' });

const createPromptBody = z
  .object({
    prompt: z
      .object({
        name: identifier(),
        description: storableText().nullish(),
        source_prompt_id: z.string().nullish().describe('Ignored.'),
        metadata: anyObject().nullish(),
      })
      .describe('If the prompt exists, everything but its name is ignored.'),
    version: promptVersionBody,
  })
  .meta({ id: 'CreatePromptRequest', description: 'A version to create, and its prompt.' });

@ApiTags('prompts')
@Controller('v1/prompts')
export class PromptCreationController {
  constructor(private readonly creation: PromptCreationService) {}

  /** Creates a version of a prompt, and the prompt if no prompt has the name. */
  @Post()
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
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

  /** Creates a version of an existing prompt, and points tags to it. */
  @Post(':prompt_identifier/versions')
  @ApiIdOrIdentifier('prompt_identifier', PROMPT_TYPE)
  @Access('MEMBER', 'by project role')
  @ApiOperation({ operationId: 'PromptsController_createVersion' })
  @ApiCreatedResponse({ type: PromptVersionAnswer })
  @ApiTextErrors({ 404: 'No prompt has this global ID or name.' })
  @ApiInvalidRequest()
  async createVersion(
    @Param('prompt_identifier') identifier: string,
    @Body({ schema: createPromptVersionBody }) body: z.output<typeof createPromptVersionBody>,
    @Caller() caller: Identity,
  ): Promise<PromptVersionAnswer> {
    const tags = (body.tags ?? []).map(({ name, description = null }) => ({ name, description }));
    const content = toContent(body.version);
    const created = await this.creation.addVersion(identifier, content, tags, caller);
    return { data: toPromptVersionItem(created) };
  }
}
