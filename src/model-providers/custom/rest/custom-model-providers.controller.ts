import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest } from '../../../kernel/errors/api-errors.js';
import { cutPage, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import {
  CUSTOM_PROVIDER_TYPE,
  CustomModelProvidersService,
} from '../custom-model-providers.service.js';
import {
  CustomModelProviderItemPage,
  toCustomModelProviderItem,
} from './custom-model-provider.dto.js';
import { z } from 'zod';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';

/** Parameters of the list of custom model providers. */
const listCustomModelProvidersQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe(`Page size. Defaults to ${DEFAULT_PAGE_SIZE}.`),
});

type ListCustomModelProvidersQuery = z.output<typeof listCustomModelProvidersQuery>;

/**
 * Reads the requested page, newest provider first.
 * @throws UnprocessableError if the cursor is not the ID of a custom model provider.
 */
function toProviderPage({ cursor, limit = DEFAULT_PAGE_SIZE }: ListCustomModelProvidersQuery) {
  return { from: parseCursor(cursor, CUSTOM_PROVIDER_TYPE), limit };
}

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
