import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { queryInt, queryText } from '../../kernel/validation/query-fields.js';
import {
  AUTHENTICATION_OFF,
  MAX_DESCRIPTION,
  MAX_NAME,
  NO_KEY_BY_KEY,
  NO_SYSTEM_USER,
} from '../api-key.rules.js';
import { type ApiKeyDetails, ApiKeysService } from '../api-keys.service.js';
import {
  ApiKeyList,
  CreatedApiKeyAnswer,
  toApiKeyItem,
  toCreatedApiKeyItem,
  toUserApiKeyItem,
  UserApiKeyItemPage,
} from './api-key.dto.js';
import { laxTime, storableText, trimmedText } from '../../kernel/validation/json-fields.js';

const apiKeyDetails = z
  .object({
    name: trimmedText()
      .min(1)
      .max(MAX_NAME)
      .describe('Name of the key. Surrounding white space is removed.'),
    description: storableText().max(MAX_DESCRIPTION).nullish(),
    expires_at: laxTime()
      .nullish()
      .describe('In the future; UTC without an offset. Absent or null: the key never expires.'),
    scope: z
      .enum(['full', 'read', 'ingest'])
      .nullish()
      .describe(
        'Permissions of the key: everything its owner may do, only reading, or only sending spans.',
      ),
    project_id: storableText()
      .min(1)
      .nullish()
      .describe(
        'Global ID or name of the only project that the key can use. Absent or null: all projects.',
      ),
  })
  .meta({ id: 'ApiKeyDetails' });

const createApiKeyBody = z.object({ data: apiKeyDetails }).meta({ id: 'CreateApiKeyRequest' });

function toApiKeyDetails({ data }: z.output<typeof createApiKeyBody>): ApiKeyDetails {
  const { expires_at, scope, project_id, ...details } = data;
  return { ...details, expiresAt: expires_at, scope: scope ?? 'full', project: project_id };
}

/** Parameters of the list of all users' keys. */
const listApiKeysQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: 1000 }).optional().describe('Page size. Defaults to 100.'),
});

const PAGE_SIZE = 100;
const NO_PROJECT = { 404: 'The project does not exist.' };

/** API keys of users and of the system user. Generated clients use the older operation ids. */
@ApiTags('api_keys')
@Access({ 'with authentication only': AUTHENTICATION_OFF })
@Controller('v1')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Lists your own keys, newest first. */
  @Get('user/api_keys')
  @Access('VIEWER')
  @ApiOkResponse({ type: ApiKeyList })
  @ApiOperation({ operationId: 'UserApiKeysController_listOwn' })
  async listOwn(@Caller() caller: Identity): Promise<ApiKeyList> {
    const rows = await this.keys.listOwn(caller);
    return { data: rows.map((row) => toApiKeyItem(row, 'UserApiKey')) };
  }

  /** Creates a key for your account. You must be signed in, because a key cannot create keys. */
  @Post('user/api_keys')
  @Access('VIEWER', { 'no API keys': NO_KEY_BY_KEY, 'people only': NO_SYSTEM_USER })
  @ApiCreatedResponse({ type: CreatedApiKeyAnswer })
  @ApiTextErrors(NO_PROJECT)
  @ApiInvalidRequest()
  @ApiOperation({ operationId: 'UserApiKeysController_create' })
  async createOwn(
    @Body({ schema: createApiKeyBody }) body: z.output<typeof createApiKeyBody>,
    @Caller() caller: Identity,
  ): Promise<CreatedApiKeyAnswer> {
    const created = await this.keys.create('personal', toApiKeyDetails(body), caller);
    return { data: toCreatedApiKeyItem(created, 'UserApiKey') };
  }

  /** Deletes one of your keys. Administrators may delete the keys of others. */
  @Delete('user/api_keys/:api_key_id')
  @HttpCode(204)
  @Access('VIEWER')
  @ApiNoContentResponse()
  @ApiTextErrors({
    404: 'The key does not exist or is not yours.',
    422: "This is not a user key's id.",
  })
  @ApiOperation({ operationId: 'UserApiKeysController_delete' })
  async deletePersonal(@Param('api_key_id') id: string, @Caller() caller: Identity): Promise<void> {
    // System keys have no administrator rights; only the admin secret does.
    if (caller.isSystem && caller.key) throw new ForbiddenError(NO_SYSTEM_USER);
    await this.keys.deletePersonal(id, caller);
  }

  /** Lists the keys of all users, newest first. */
  @Get('users/api_keys')
  @Access('ADMIN')
  @ApiOkResponse({ type: UserApiKeyItemPage })
  @ApiInvalidRequest()
  @ApiOperation({ operationId: 'UserApiKeysController_list' })
  async listPersonal(
    @Query({ schema: listApiKeysQuery }) { cursor, limit }: z.output<typeof listApiKeysQuery>,
  ): Promise<UserApiKeyItemPage> {
    const page = await this.keys.listPage(cursor, limit ?? PAGE_SIZE);
    return {
      data: page.rows.map(toUserApiKeyItem),
      next_cursor: page.next && toGlobalId('UserApiKey', page.next.id),
    };
  }

  /** Lists the system keys, newest first. */
  @Get('system/api_keys')
  @Access('ADMIN')
  @ApiOkResponse({ type: ApiKeyList })
  @ApiOperation({ operationId: 'SystemApiKeysController_list' })
  async listSystem(): Promise<ApiKeyList> {
    const rows = await this.keys.list('system');
    return { data: rows.map((row) => toApiKeyItem(row, 'SystemApiKey')) };
  }

  /** Creates a system key. You must be signed in as an administrator or send the admin secret. */
  @Post('system/api_keys')
  @Access('ADMIN', { 'no API keys': NO_KEY_BY_KEY })
  @ApiCreatedResponse({ type: CreatedApiKeyAnswer })
  @ApiTextErrors(NO_PROJECT)
  @ApiInvalidRequest()
  @ApiOperation({ operationId: 'SystemApiKeysController_create' })
  async createSystem(
    @Body({ schema: createApiKeyBody }) body: z.output<typeof createApiKeyBody>,
    @Caller() caller: Identity,
  ): Promise<CreatedApiKeyAnswer> {
    const created = await this.keys.create('system', toApiKeyDetails(body), caller);
    return { data: toCreatedApiKeyItem(created, 'SystemApiKey') };
  }

  /** Deletes a system key. */
  @Delete('system/api_keys/:api_key_id')
  @HttpCode(204)
  @Access('ADMIN')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'The key does not exist.', 422: "This is not a system key's id." })
  @ApiOperation({ operationId: 'SystemApiKeysController_delete' })
  async deleteSystem(@Param('api_key_id') id: string, @Caller() caller: Identity): Promise<void> {
    await this.keys.deleteSystem(id, caller);
  }
}
