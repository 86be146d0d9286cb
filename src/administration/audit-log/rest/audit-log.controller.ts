import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest } from '../../../kernel/errors/api-errors.js';
import { parseCursor, toGlobalId } from '../../../kernel/ids/global-id.js';
import { streamText } from '../../../kernel/access/stream-text.js';
import { AuditEventItemPage, EXPORT_FORMATS, toAuditEventItem } from './audit-event.dto.js';
import { AuditLogService } from '../audit-log.service.js';
import {
  exportAuditEventsQuery,
  listAuditEventsQuery,
  toAuditSearch,
} from './list-audit-events.query.js';

const PAGE_SIZE = 100;

/** The audit log, for administrators. */
@ApiTags('audit_events')
@Access('ADMIN')
@Controller('v1/audit_events')
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  /** Lists who did what, newest first. */
  @Get()
  @ApiOkResponse({ type: AuditEventItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listAuditEventsQuery }) query: z.output<typeof listAuditEventsQuery>,
  ): Promise<AuditEventItemPage> {
    const from = parseCursor(query.cursor);
    const before = from === null ? null : from + 1;
    const page = await this.log.listPage(toAuditSearch(query), before, query.limit ?? PAGE_SIZE);
    return {
      data: page.rows.map(toAuditEventItem),
      next_cursor: page.stoppedAt === null ? null : toGlobalId('AuditEvent', page.stoppedAt - 1),
    };
  }

  /** Downloads the audit log, newest first. The download itself is recorded as an event. */
  @Get('export')
  @ApiProduces('text/csv', 'application/x-ndjson')
  @ApiOkResponse({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  @ApiInvalidRequest()
  async export(
    @Query({ schema: exportAuditEventsQuery }) query: z.output<typeof exportAuditEventsQuery>,
    @Caller() caller: Identity,
    @Res() response: Response,
  ): Promise<void> {
    const { contentType, head, line } = EXPORT_FORMATS[query.format];
    const pieces = await this.log.export(toAuditSearch(query), query.format, caller);
    const day = new Date().toISOString().slice(0, 10);
    const headers = {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="audit-events-${day}.${query.format}"`,
    };
    async function* file(): AsyncGenerator<string> {
      yield head;
      for await (const rows of pieces) {
        yield rows.map((row) => line(toAuditEventItem(row))).join('');
      }
    }
    await streamText(response, headers, file());
  }
}
