import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Caller,
  type Identity,
  NoApiKeys,
  RequiredRole,
  WhenSignedIn,
} from '../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../common/errors/api-errors.js';
import {
  ApiKeyList,
  CreatedApiKeyAnswer,
  toApiKeyItem,
  toCreatedApiKeyItem,
} from './api-key.dto.js';
import { ApiKeysService } from '../api-keys.service.js';
import { CreateApiKeyDto } from './create-api-key.body.js';
import { toApiKeyDetails } from '../to-api-key-details.js';
import { AUTHENTICATION_OFF, NO_KEY_BY_KEY } from '../refusals.js';

/** API keys of the system user, which belong to no person. */
@ApiTags('api_keys')
@RequiredRole('ADMIN')
@WhenSignedIn(AUTHENTICATION_OFF)
@Controller('v1/system/api_keys')
export class SystemApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** All system keys, newest first. */
  @Get()
  @ApiOkResponse({ type: ApiKeyList })
  async list(): Promise<ApiKeyList> {
    const rows = await this.keys.list('system');
    return { data: rows.map((row) => toApiKeyItem(row, 'SystemApiKey')) };
  }

  /** Makes a system key, for an administrator who is signed in or the admin secret. */
  @Post()
  @NoApiKeys(NO_KEY_BY_KEY)
  @ApiCreatedResponse({ type: CreatedApiKeyAnswer })
  @ApiTextErrors({ 404: 'The project does not exist.' })
  @ApiInvalidRequest()
  async create(
    @Body() { data }: CreateApiKeyDto,
    @Caller() caller: Identity,
  ): Promise<CreatedApiKeyAnswer> {
    const created = await this.keys.create('system', toApiKeyDetails(data), caller);
    return { data: toCreatedApiKeyItem(created, 'SystemApiKey') };
  }

  /** Deletes a system key. */
  @Delete(':api_key_id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'No such key.', 422: 'The text is not the ID of a system key.' })
  async delete(@Param('api_key_id') id: string, @Caller() caller: Identity): Promise<void> {
    await this.keys.deleteSystem(id, caller);
  }
}
