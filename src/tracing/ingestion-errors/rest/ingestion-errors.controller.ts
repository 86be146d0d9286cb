import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { cutPage, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { INGESTION_ERROR_TYPE, IngestionErrorsService } from '../ingestion-errors.service.js';
import { IngestionErrorItemPage, toIngestionErrorItem } from './ingestion-error.dto.js';

/** Parameters of the list of errors. */
const listIngestionErrorsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe('Page size. Defaults to 100.'),
  reason: queryText(storableText()).optional().describe('Lists only errors with this reason.'),
});

type ListIngestionErrorsQuery = z.output<typeof listIngestionErrorsQuery>;

@ApiTags('projects')
@Controller('v1/projects')
export class IngestionErrorsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly errors: IngestionErrorsService,
  ) {}

  /**
   * Lists the spans and annotations of a project that could not be stored, newest first. Each
   * project keeps a limited number of the newest errors.
   */
  @Get(':project_identifier/ingestion_errors')
  @Access('VIEWER')
  @ApiOkResponse({ type: IngestionErrorItemPage })
  @ApiTextErrors({ 404: 'No project has this global ID or name.' })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') identifier: string,
    @Query({ schema: listIngestionErrorsQuery }) query: ListIngestionErrorsQuery,
  ): Promise<IngestionErrorItemPage> {
    const project = await this.projects.resolve(identifier);
    const { limit = DEFAULT_PAGE_SIZE, cursor, reason = null } = query;
    const page = { newestId: parseCursor(cursor), limit, reason };
    const found = await this.errors.list([project.id], page);
    const { rows, nextCursor } = cutPage(found, limit, INGESTION_ERROR_TYPE);
    return { data: rows.map(toIngestionErrorItem), next_cursor: nextCursor };
  }
}
