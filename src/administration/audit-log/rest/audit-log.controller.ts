import { Access } from '../../../kernel/access/handler-access.js';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { ApiInvalidRequest } from '../../../kernel/errors/api-errors.js';
import { parseCursor, toGlobalId } from '../../../kernel/ids/global-id.js';
import { streamText } from '../../../kernel/access/stream-text.js';
import { AuditEventItemPage, EXPORT_FORMATS, toAuditEventItem } from './audit-event.dto.js';
import { AuditLogService, type AuditSearch, MAX_FILTER_LENGTH } from '../audit-log.service.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { queryInt, queryText, queryTime } from '../../../kernel/validation/query-fields.js';

const filterText = () => queryText(storableText().max(MAX_FILTER_LENGTH));

const filterFields = {
  action: filterText()
    .optional()
    .describe('Start of the action, such as `login` for everything about signing in.'),
  actor_id: queryText().optional().describe('Global ID of the user who performed the action.'),
  outcome: z.enum(['success', 'failure']).optional().describe('`success` or `failure`.'),
  start: queryTime().optional().describe('Inclusive.'),
  end: queryTime().optional().describe('Exclusive.'),
  search: filterText().optional().describe('Part of a name or an address, ignoring case.'),
};

const listAuditEventsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: 1000 }).optional().describe('Page size. Defaults to 100.'),
  ...filterFields,
});

const exportAuditEventsQuery = z.object({
  format: z.enum(['csv', 'jsonl']).describe('`csv`, or `jsonl` for one JSON object per line.'),
  ...filterFields,
});

function toAuditSearch(query: z.output<z.ZodObject<typeof filterFields>>): AuditSearch {
  const { action, actor_id, outcome, start, end, search } = query;
  return { action, actorId: actor_id, outcome, start, end, search };
}

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
