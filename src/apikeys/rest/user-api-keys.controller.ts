import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Caller,
  type Identity,
  NoApiKeys,
  PeopleOnly,
  RequiredRole,
  WhenSignedIn,
} from '../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../common/errors/api-errors.js';
import { ForbiddenError } from '../../common/errors/errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import {
  ApiKeyList,
  CreatedApiKeyAnswer,
  toApiKeyItem,
  toCreatedApiKeyItem,
  toUserApiKeyItem,
  UserApiKeyItemPage,
} from './api-key.dto.js';
import { ApiKeysService } from '../api-keys.service.js';
import { CreateApiKeyDto } from './create-api-key.body.js';
import { ListApiKeysDto } from './list-api-keys.query.js';
import { toApiKeyDetails } from '../to-api-key-details.js';
import { AUTHENTICATION_OFF, NO_KEY_BY_KEY, NO_SYSTEM_USER } from '../refusals.js';

const PAGE_SIZE = 100;

/** API keys of people. */
@ApiTags('api_keys')
@WhenSignedIn(AUTHENTICATION_OFF)
@Controller('v1')
export class UserApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** The keys of the caller, newest first. */
  @Get('user/api_keys')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: ApiKeyList })
  async listOwn(@Caller() caller: Identity): Promise<ApiKeyList> {
    const rows = await this.keys.listOwn(caller);
    return { data: rows.map((row) => toApiKeyItem(row, 'UserApiKey')) };
  }

  /** Makes a key of the caller, who is signed in and not shown by a key. */
  @Post('user/api_keys')
  @RequiredRole('VIEWER')
  @NoApiKeys(NO_KEY_BY_KEY)
  @PeopleOnly(NO_SYSTEM_USER)
  @ApiCreatedResponse({ type: CreatedApiKeyAnswer })
  @ApiTextErrors({ 404: 'The project does not exist.' })
  @ApiInvalidRequest()
  async create(
    @Body() { data }: CreateApiKeyDto,
    @Caller() caller: Identity,
  ): Promise<CreatedApiKeyAnswer> {
    const created = await this.keys.create('personal', toApiKeyDetails(data), caller);
    return { data: toCreatedApiKeyItem(created, 'UserApiKey') };
  }

  /** Deletes a key of the caller; administrators may delete those of others. */
  @Delete('user/api_keys/:api_key_id')
  @HttpCode(204)
  @RequiredRole('VIEWER')
  @ApiNoContentResponse()
  @ApiTextErrors({
    404: 'No such key, or none of the caller.',
    422: 'The text is not the ID of a personal key.',
  })
  async delete(@Param('api_key_id') id: string, @Caller() caller: Identity): Promise<void> {
    // The system user has no personal keys, and only the admin secret the rights of an administrator.
    if (caller.isSystem && caller.key) throw new ForbiddenError(NO_SYSTEM_USER);
    await this.keys.deletePersonal(id, caller);
  }

  /** The keys of all people, newest first, page by page. */
  @Get('users/api_keys')
  @RequiredRole('ADMIN')
  @ApiOkResponse({ type: UserApiKeyItemPage })
  @ApiInvalidRequest()
  async list(@Query() { cursor, limit }: ListApiKeysDto): Promise<UserApiKeyItemPage> {
    const page = await this.keys.page(cursor, limit ?? PAGE_SIZE);
    return {
      data: page.rows.map(toUserApiKeyItem),
      next_cursor: page.next && toGlobalId('UserApiKey', page.next.id),
    };
  }
}
