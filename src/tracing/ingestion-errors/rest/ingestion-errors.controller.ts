import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { ListIngestionErrorsDto } from './list-ingestion-errors.query.js';
import { IngestionErrorItemPage, toIngestionErrorItem } from './ingestion-error.dto.js';
import { IngestionErrorsService } from '../ingestion-errors.service.js';

@ApiTags('projects')
@Controller('v1/projects')
export class IngestionErrorsController {
  constructor(private readonly errors: IngestionErrorsService) {}

  /** Spans of a project that could not be stored, newest first; the newest thousand are kept. */
  @Get(':project_identifier/ingestion_errors')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: IngestionErrorItemPage })
  @ApiTextErrors({ 404: 'No project has this global id or name.' })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') identifier: string,
    @Query() query: ListIngestionErrorsDto,
  ): Promise<IngestionErrorItemPage> {
    const { rows, nextCursor } = await this.errors.list(identifier, query);
    return { data: rows.map(toIngestionErrorItem), next_cursor: nextCursor };
  }
}
