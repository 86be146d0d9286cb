import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../common/errors/api-errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import { DatasetChangesService } from '../dataset-changes.service.js';
import { DatasetAnswer, DatasetItemPage, toDatasetItem } from './dataset.dto.js';
import { DATASET_TYPE } from '../graphql/dataset.type.js';
import { DatasetsService } from '../datasets.service.js';
import { ListDatasetsDto } from './list-datasets.query.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';

const NOT_FOUND = 'The dataset does not exist.';

@ApiTags('datasets')
@Controller('v1/datasets')
export class DatasetsController {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly changes: DatasetChangesService,
    private readonly versions: DatasetVersionsService,
  ) {}

  /** The datasets, newest first, page by page. */
  @Get()
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetItemPage })
  @ApiInvalidRequest()
  async list(@Query() { cursor, limit, name }: ListDatasetsDto): Promise<DatasetItemPage> {
    const { rows, next } = await this.datasets.page(cursor, limit, name);
    const counts = await this.versions.exampleCounts(rows.map((dataset) => dataset.id));
    return {
      data: rows.map((dataset, at) => toDatasetItem(dataset, counts[at]!)),
      next_cursor: next && toGlobalId(DATASET_TYPE, next.id),
    };
  }

  /** One dataset. */
  @Get(':id')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async get(@Param('id') id: string): Promise<DatasetAnswer> {
    const dataset = await this.datasets.get(id);
    const [count] = await this.versions.exampleCounts([dataset.id]);
    return { data: Object.assign(toDatasetItem(dataset, count!), { id }) };
  }

  /** Deletes a dataset with its versions, examples and experiments. Splits and labels stay. */
  @Delete(':id')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(@Param('id') id: string): Promise<void> {
    await this.changes.deleteByPath(id);
  }
}
