import { Controller, Delete, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { queryTime } from '../../../kernel/validation/query-fields.js';
import { ProjectContentsService } from '../project-contents.service.js';

const deleteTracesQuery = z.object({
  start_time: queryTime().describe('Traces that began at this time or later.'),
  end_time: queryTime().describe('Traces that began before this time.'),
});

/** Deletes what is in a project. */
@ApiTags('traces')
@Controller('v1/projects/:project_identifier')
export class ProjectContentsController {
  constructor(private readonly contents: ProjectContentsService) {}

  @Delete('traces')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiOperation({
    summary: 'Delete the traces of a project that began in a range, with their spans.',
    description: 'Sessions without any other traces are deleted, too. The project stays.',
  })
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'No project has this global ID or name.' })
  @ApiInvalidRequest()
  async deleteTraces(
    @Param('project_identifier') identifier: string,
    @Query({ schema: deleteTracesQuery }) query: z.output<typeof deleteTracesQuery>,
  ): Promise<void> {
    await this.contents.deleteRange(identifier, query.start_time, query.end_time);
  }
}
