import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest } from '../../../kernel/errors/api-errors.js';
import { cutPage } from '../../../kernel/pagination/page.js';
import {
  CUSTOM_PROVIDER_TYPE,
  CustomModelProvidersService,
} from '../custom-model-providers.service.js';
import {
  CustomModelProviderItemPage,
  toCustomModelProviderItem,
} from './custom-model-provider.dto.js';
import {
  listCustomModelProvidersQuery,
  type ListCustomModelProvidersQuery,
  toProviderPage,
} from './list-custom-model-providers.query.js';

/** Model providers that administrators configure. No route returns their credentials. */
@ApiTags('model providers')
@Controller('v1/custom_model_providers')
export class CustomModelProvidersController {
  constructor(private readonly providers: CustomModelProvidersService) {}

  /** Lists the custom model providers, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: CustomModelProviderItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listCustomModelProvidersQuery }) query: ListCustomModelProvidersQuery,
  ): Promise<CustomModelProviderItemPage> {
    const page = toProviderPage(query);
    const found = await this.providers.listPage({ ...page, limit: page.limit + 1 });
    const { rows, nextCursor } = cutPage(found, page.limit, CUSTOM_PROVIDER_TYPE);
    return { data: rows.map(toCustomModelProviderItem), next_cursor: nextCursor };
  }
}
