import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { cutPage, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import {
  queryBoolean,
  queryInt,
  queryText,
  queryTime,
} from '../../../kernel/validation/query-fields.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { LogSeverity } from '../log-severity.enum.js';
import { LOG_RECORD_TYPE, LogsService } from '../logs.service.js';
import { LogRecordPage, toLogRecordItem } from './log-record.dto.js';

/** Parameters of the list of log records. */
const listLogsQuery = z.object({
  start_time: queryTime().optional().describe('Records of this time or later.'),
  end_time: queryTime().optional().describe('Records from before this time.'),
  min_severity: z.enum(LogSeverity).optional().describe('Records that are at least as severe.'),
  event_name: queryText(storableText()).optional().describe('Records of this event.'),
  service_name: queryText(storableText()).optional().describe('Records of this service.'),
  search: queryText(storableText())
    .optional()
    .describe(
      'Part of the body or of an attribute, ignoring case. Reads all records of the time range.',
    ),
  has_span: queryBoolean()
    .optional()
    .describe('Only records that name a span; with `false`, only those that do not.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe('Page size. Defaults to 100.'),
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
});

type ListLogsQuery = z.output<typeof listLogsQuery>;

@ApiTags('projects')
@Controller('v1/projects/:project_identifier/logs')
export class LogsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly logs: LogsService,
  ) {}

  /** Lists the log records of a project that were sent over OTLP, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: LogRecordPage })
  @ApiTextErrors({
    400: 'So few records match that finding them takes too long. Shorten the time range.',
    404: 'No project has this global ID or name.',
  })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') identifier: string,
    @Query({ schema: listLogsQuery }) query: ListLogsQuery,
  ): Promise<LogRecordPage> {
    const project = await this.projects.resolve(identifier);
    const { limit = DEFAULT_PAGE_SIZE } = query;
    const found = await this.logs.list(project.id, {
      filter: {
        timeRange: { start: query.start_time, end: query.end_time },
        minSeverity: query.min_severity,
        eventName: query.event_name,
        serviceName: query.service_name,
        search: query.search,
        hasSpan: query.has_span,
      },
      start: { from: parseCursor(query.cursor) },
      limit,
    });
    const { rows, nextCursor } = cutPage(found.rows, limit, LOG_RECORD_TYPE);
    return { data: rows.map(toLogRecordItem), next_cursor: nextCursor };
  }
}
