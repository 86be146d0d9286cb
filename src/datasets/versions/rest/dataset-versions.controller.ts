import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest } from '../../../kernel/errors/api-errors.js';
import { parseCursor, rowIdInPath } from '../../../kernel/ids/global-id.js';
import { DatasetVersionItemPage, toDatasetVersionItem } from './dataset-version.dto.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { DATASET_TYPE } from '../../datasets.service.js';
import { DATASET_VERSION_TYPE, DatasetVersionsService } from '../dataset-versions.service.js';

const listQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: 10_000 })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 10.'),
});

@ApiTags('datasets')
@Controller('v1/datasets')
export class DatasetVersionsController {
  constructor(private readonly versions: DatasetVersionsService) {}

  /** Lists the versions of a dataset, newest first. The list is empty for an unknown dataset. */
  @Get(':id/versions')
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetVersionItemPage })
  @ApiInvalidRequest()
  async list(
    @Param('id') id: string,
    @Query({ schema: listQuery }) { cursor, limit }: z.output<typeof listQuery>,
  ): Promise<DatasetVersionItemPage> {
    const datasetId = rowIdInPath(id, DATASET_TYPE);
    const from = parseCursor(cursor, DATASET_VERSION_TYPE);
    const { rows, nextCursor } = await this.versions.list(datasetId, from, limit);
    return {
      data: rows.map(toDatasetVersionItem),
      next_cursor: nextCursor,
    };
  }
}
