import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest } from '../../../common/errors/api-errors.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { DatasetVersionItemPage, toDatasetVersionItem } from './dataset-version.dto.js';
import { DATASET_VERSION_TYPE } from '../graphql/dataset-version.type.js';
import { DatasetVersionsService } from '../dataset-versions.service.js';
import { ListVersionsDto } from './list-dataset-versions.query.js';

@ApiTags('datasets')
@Controller('v1/datasets')
export class DatasetVersionsController {
  constructor(private readonly versions: DatasetVersionsService) {}

  /** The versions of a dataset, newest first, page by page; none for an unknown dataset. */
  @Get(':id/versions')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetVersionItemPage })
  @ApiInvalidRequest()
  async list(
    @Param('id') id: string,
    @Query() { cursor, limit }: ListVersionsDto,
  ): Promise<DatasetVersionItemPage> {
    const page = await this.versions.page(id, cursor, limit);
    return {
      data: page.rows.map(toDatasetVersionItem),
      next_cursor: page.next && toGlobalId(DATASET_VERSION_TYPE, page.next.id),
    };
  }
}
