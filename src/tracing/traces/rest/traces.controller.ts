import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ListTracesDto } from './list-traces.query.js';
import { TransferTracesDto } from './transfer-traces.body.js';
import { toTraceItem, TraceItemPage, TransferAnswer } from './trace.dto.js';
import { TraceChangesService } from '../trace-changes.service.js';
import { TracesService } from '../traces.service.js';

@ApiTags('traces')
@Controller('v1')
export class TracesController {
  constructor(
    private readonly traces: TracesService,
    private readonly changes: TraceChangesService,
  ) {}

  @Get('projects/:project_identifier/traces')
  @RequiredRole('VIEWER')
  @ApiOperation({ summary: 'List the traces of a project.' })
  @ApiOkResponse({ type: TraceItemPage })
  @ApiTextErrors({ 404: 'No project has this id or name.' })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') projectIdentifier: string,
    @Query() query: ListTracesDto,
  ): Promise<TraceItemPage> {
    const { rows, spans, nextCursor } = await this.traces.list(projectIdentifier, query);
    const data = rows.map((row) => toTraceItem(row, spans && (spans.get(row.traceId) ?? [])));
    return { data, next_cursor: nextCursor };
  }

  @Post('traces/transfer')
  @HttpCode(200)
  @RequiredRole('MEMBER')
  @ApiOperation({
    summary: 'Move traces of one project to another project. Their sessions stay where they are.',
  })
  @ApiOkResponse({ type: TransferAnswer })
  @ApiTextErrors({ 404: 'The project or a trace does not exist.' })
  @ApiInvalidRequest()
  async transfer(@Body() body: TransferTracesDto): Promise<TransferAnswer> {
    const { count, projectId } = await this.changes.transfer(
      body.trace_identifiers,
      body.destination_project_identifier,
      { sessions: 'stay' },
    );
    return {
      data: {
        transferred_trace_count: count,
        destination_project_id: toGlobalId('Project', projectId),
      },
    };
  }

  @Delete('traces/:trace_identifier')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiOperation({
    summary: 'Delete a trace and its spans. Its session stays, even when nothing is left in it.',
  })
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'No trace has this id.' })
  async delete(@Param('trace_identifier') identifier: string): Promise<void> {
    await this.changes.delete([identifier], { emptySessions: 'stay' });
  }
}
