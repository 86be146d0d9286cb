import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { cutPage } from '../../../kernel/pagination/page.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { SpansService } from '../../spans/spans.service.js';
import { TraceChangesService } from '../trace-changes.service.js';
import { TracesService } from '../traces.service.js';
import { listTracesQuery, type ListTracesQuery, toTraceListInput } from './list-traces.query.js';
import { toTraceItem, TraceAnswer, TraceItemPage, TransferAnswer } from './trace.dto.js';
import { z } from 'zod';

/** The traces to move, and their destination. */
const transferTracesBody = z
  .object({
    trace_identifiers: z
      .array(z.string())
      .min(1)
      .describe("Global IDs, senders' trace IDs, or both."),
    destination_project_identifier: z.string().describe('Global ID or name of the project.'),
  })
  .meta({ id: 'TransferTracesRequest' });

type TransferTracesBody = z.output<typeof transferTracesBody>;

@ApiTags('traces')
@Controller('v1')
export class TracesController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly traces: TracesService,
    private readonly changes: TraceChangesService,
    private readonly spans: SpansService,
  ) {}

  @Get('projects/:project_identifier/traces')
  @Access('VIEWER')
  @ApiOperation({ summary: 'List the traces of a project.' })
  @ApiOkResponse({ type: TraceItemPage })
  @ApiTextErrors({
    400: 'The condition is invalid or takes too long.',
    404: 'No project has this global ID or name.',
  })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') projectIdentifier: string,
    @Query({ schema: listTracesQuery }) query: ListTracesQuery,
  ): Promise<TraceItemPage> {
    const project = await this.projects.resolve(projectIdentifier);
    const input = toTraceListInput(query);
    const found = await this.traces.list(project.id, input);
    const { rows, nextCursor } = cutPage(found.rows, input.limit, 'Trace');
    const traceIds = rows.map((row) => row.traceId);
    const spans = query.include_spans ? await this.spans.listByTrace(traceIds) : null;
    const roots = query.include_root_spans ? await this.findRoots(traceIds) : null;
    const data = rows.map((row) =>
      toTraceItem(row, {
        spans: spans && (spans.get(row.traceId) ?? []),
        root: roots ? (roots.get(row.traceId) ?? null) : undefined,
      }),
    );
    return { data, next_cursor: nextCursor };
  }

  @Get('traces/:trace_identifier')
  @Access('VIEWER')
  @ApiOperation({ summary: 'Get a trace of any project, with its root span.' })
  @ApiOkResponse({ type: TraceAnswer })
  @ApiTextErrors({ 404: 'No trace has this ID.' })
  async get(@Param('trace_identifier') identifier: string): Promise<TraceAnswer> {
    const trace = await this.traces.get(identifier);
    const roots = await this.findRoots([trace.traceId]);
    const root = roots.get(trace.traceId) ?? null;
    return { data: toTraceItem(trace, { spans: null, root }) };
  }

  @Post('traces/transfer')
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
  @ApiOperation({
    summary:
      'Move traces of one project to another, where they belong to the sessions with the same IDs. The sessions that they leave stay, even without traces.',
  })
  @ApiOkResponse({ type: TransferAnswer })
  @ApiTextErrors({ 404: 'The project or a trace does not exist.' })
  @ApiInvalidRequest()
  async transfer(
    @Body({ schema: transferTracesBody }) body: TransferTracesBody,
  ): Promise<TransferAnswer> {
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
  @Access('MEMBER', 'by project role')
  @ApiOperation({
    summary: 'Delete a trace and its spans. Its session stays, even if it becomes empty.',
  })
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'No trace has this ID.' })
  async delete(@Param('trace_identifier') identifier: string): Promise<void> {
    await this.changes.delete([identifier], { emptySessions: 'stay' });
  }

  /** Finds the root span of each trace, by trace ID. */
  private async findRoots(traceIds: readonly string[]) {
    const roots = await this.spans.findRoots(traceIds);
    return new Map(roots.map((root) => [root.traceId, root]));
  }
}
