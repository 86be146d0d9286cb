import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { findableRowIdInPath, parseCursor, rowIdInPath } from '../../kernel/ids/global-id.js';
import { queryInt, queryText } from '../../kernel/validation/query-fields.js';
import { DATASET_TYPE, DatasetsService } from '../datasets.service.js';
import { DatasetAnswer, DatasetItemPage, toDatasetItem } from './dataset.dto.js';

const NOT_FOUND = 'The dataset does not exist.';

const listQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  name: queryText().optional().describe('Exact name, including case.'),
  limit: queryInt({ min: 1, cap: 10_000 })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 10.'),
});

@ApiTags('datasets')
@Controller('v1/datasets')
export class DatasetsController {
  constructor(private readonly datasets: DatasetsService) {}

  /** Lists datasets, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listQuery }) { cursor, limit, name }: z.output<typeof listQuery>,
  ): Promise<DatasetItemPage> {
    const { rows, nextCursor } = await this.datasets.list(parseCursor(cursor), limit, name);
    const counts = await this.datasets.countExamples(rows.map((dataset) => dataset.id));
    return {
      data: rows.map((dataset, at) => toDatasetItem(dataset, counts[at]!)),
      next_cursor: nextCursor,
    };
  }

  /** Returns a dataset. */
  @Get(':id')
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async get(@Param('id') id: string): Promise<DatasetAnswer> {
    const dataset = await this.datasets.get(findableRowIdInPath(id, DATASET_TYPE), id);
    const [count] = await this.datasets.countExamples([dataset.id]);
    return { data: Object.assign(toDatasetItem(dataset, count!), { id }) };
  }

  /** Deletes a dataset with its versions, examples and experiments. Splits and labels remain. */
  @Delete(':id')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(@Param('id') id: string): Promise<void> {
    await this.datasets.delete(rowIdInPath(id, DATASET_TYPE), id);
  }
}
