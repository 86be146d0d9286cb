import { Injectable } from '@nestjs/common';
import type { KeysetPage, KeysetSort, PageStart } from '../../kernel/pagination/keyset-sort.js';
import { createCursorWriter, startPage } from '../../kernel/pagination/keyset-sort.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { DatabaseReader } from '../../database/database-reader.js';
import type { LogRecordEntity } from './log-record.entity.js';
import { type LogSeverity, lowestNumberOf } from './log-severity.enum.js';
import { type LoggedSpan, LogsQueries } from './logs.queries.js';

export type { LoggedSpan } from './logs.queries.js';

/** Type name in the global ID of a log record. */
export const LOG_RECORD_TYPE = 'LogRecord';

/** A log record as queries return it. */
export type LogRecordRow = Readonly<Omit<LogRecordEntity, 'attributes'>> & {
  /** JSON text. */
  readonly attributes: string;
};

/** Selects log records of a project. */
export interface LogFilter {
  timeRange?: TimeRange | null;
  /** At least as severe. */
  minSeverity?: LogSeverity | null;
  eventName?: string | null;
  serviceName?: string | null;
  /** Part of the body or of an attribute, ignoring case. */
  search?: string | null;
  /** Only records that name a span, or only those that do not. */
  hasSpan?: boolean | null;
}

export interface LogListInput {
  filter: LogFilter;
  start: PageStart;
  limit: number;
}

/** Newest first, in the order of an index. */
const SORT: KeysetSort = {
  column: { sql: 'l.time', type: 'DATETIME', nullable: false },
  descending: true,
  id: 'l.id',
};

/** Lists log records, for REST and GraphQL. */
@Injectable()
export class LogsService {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly queries: LogsQueries,
  ) {}

  /**
   * Lists a page of a project's log records, newest first: `limit` rows, and one more if there is a next page.
   * @throws DomainError BAD_USER_INPUT for an invalid cursor; BadRequestError if few records match and the
   * time range is too long to look at all others.
   */
  async list(
    projectId: number,
    { filter, start, limit }: LogListInput,
  ): Promise<KeysetPage<LogRecordRow>> {
    const where = toConditions(projectId, filter);
    await startPage(this.reader, 'log_records l', where, SORT, start);
    return {
      rows: await this.queries.list(where, SORT, limit + 1),
      cursorOf: createCursorWriter(SORT),
    };
  }

  /**
   * Lists a page of each span's log records in time order: `limit` rows, and one more if there is a next page.
   * @param afterId row ID of the last record of the previous page; null for the first page.
   */
  listBySpan(
    spans: readonly LoggedSpan[],
    afterId: number | null,
    limit: number,
  ): Promise<LogRecordRow[][]> {
    return this.queries.listBySpan(spans, afterId, limit + 1);
  }

  /** Counts the log records of each span. */
  countBySpan(spans: readonly LoggedSpan[]): Promise<number[]> {
    return this.queries.countBySpan(spans);
  }

  /** Lists the names of events and services of the newest log records, for filters. */
  async listNames(projectId: number): Promise<{ eventNames: string[]; serviceNames: string[] }> {
    return this.queries.listNames(projectId);
  }

  findByRowId(id: number): Promise<LogRecordRow | null> {
    return this.queries.findByRowId(id);
  }
}

function toConditions(projectId: number, filter: LogFilter): SqlWhere {
  const { timeRange, minSeverity, eventName, serviceName, search, hasSpan } = filter;
  const where = new SqlWhere().andEqual('l.project_id', projectId);
  where.andBetween('l.time', timeRange?.start, timeRange?.end);
  if (minSeverity) where.and(`l.severity_number >= ${where.bind(lowestNumberOf(minSeverity))}`);
  where.andEqual('l.event_name', eventName ?? undefined);
  where.andEqual('l.service_name', serviceName ?? undefined);
  if (search) {
    // Attributes are JSON, which escapes quotes.
    const text = where.bind(search);
    const written = where.bind(JSON.stringify(search).slice(1, -1));
    where.and(
      `(strpos(lower(l.body), lower(${text})) > 0 OR strpos(lower(l.attributes::text), lower(${written})) > 0)`,
    );
  }
  if (typeof hasSpan === 'boolean') where.and(`l.span_id IS ${hasSpan ? 'NOT ' : ''}NULL`);
  return where;
}
