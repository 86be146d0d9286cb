import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { buildAttachment, streamText } from '../../kernel/access/stream-text.js';
import { queryTime } from '../../kernel/validation/query-fields.js';
import { EXPORT_FORMATS, type ExportFormat } from '../export-formats.contract.js';
import { ExportsService } from '../exports.service.js';

const FILES: Record<ExportFormat, { type: string; ending: string }> = {
  otlp: { type: 'application/x-ndjson', ending: 'jsonl' },
  parquet: { type: 'application/vnd.apache.parquet', ending: 'parquet' },
};

const exportSpansQuery = z.object({
  format: z
    .enum(EXPORT_FORMATS)
    .describe(
      '`otlp` for lines of JSON with an ExportTraceServiceRequest each, `parquet` for a row for each span.',
    ),
  start_time: queryTime().optional().describe('Spans that began at this time or later.'),
  end_time: queryTime().optional().describe('Spans that began before this time.'),
});

@ApiTags('spans')
@Access('VIEWER')
@Controller('v1/projects/:project_identifier/spans/export')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Get()
  @ApiOperation({ summary: 'Download the spans of a project as a file, newest start first.' })
  @ApiProduces(...Object.values(FILES).map(({ type }) => type))
  @ApiOkResponse({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  @ApiTextErrors({
    404: 'No project has this global ID or name.',
    503: 'Too many exports are running.',
  })
  @ApiInvalidRequest()
  async download(
    @Param('project_identifier') identifier: string,
    @Query({ schema: exportSpansQuery }) query: z.output<typeof exportSpansQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const range = { start: query.start_time, end: query.end_time };
    const { projectName, pieces } = await this.exports.download(identifier, query.format, range);
    const { type, ending } = FILES[query.format];
    const headers = {
      'Content-Type': type,
      'Content-Disposition': buildAttachment(`${projectName}.${ending}`),
    };
    await streamText(response, headers, pieces);
  }
}
