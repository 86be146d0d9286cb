import { Injectable } from '@nestjs/common';
import {
  orderBy,
  type KeysetSort,
  sortValue,
  type SortedRow,
} from '../../kernel/pagination/keyset-sort.js';
import type { SqlWhere } from '../../kernel/sql/sql-where.js';
import { selectColumns } from '../../database/columns.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { DatabaseReader } from '../../database/database-reader.js';
import type { LogRecordRow } from './logs.service.js';
import { LogRecordEntity } from './log-record.entity.js';

/** A span of a project, whose records of that project belong to it. */
export interface LoggedSpan {
  projectId: number;
  traceId: string;
  spanId: string;
}

/** Select list of a `LogRecordRow`. */
const SELECT_LIST = `${selectColumns(LogRecordEntity, 'l', { except: ['attributes'] })},
  l.attributes::text AS attributes`;

const OF_SPAN = 'l.trace_id = k.trace_id AND l.span_id = k.span_id AND l.project_id = k.project_id';

const KEYS = `unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY
  AS k (trace_id, span_id, project_id, place)`;

/** Records whose names are looked at. */
const NAMED_RECORDS = 5_000;

/** SQL for log records. */
@Injectable()
export class LogsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** @throws BadRequestError if it takes too long. */
  list(where: SqlWhere, sort: KeysetSort, limit: number): Promise<(LogRecordRow & SortedRow)[]> {
    return runBoundedRead(
      this.reader,
      `SELECT ${SELECT_LIST}, ${sortValue(sort)} FROM log_records l ${where.toString()}
        ${orderBy(sort)} LIMIT ${where.bind(limit)}`,
      where.parameters,
    );
  }

  async listBySpan(
    spans: readonly LoggedSpan[],
    afterId: number | null,
    limit: number,
  ): Promise<LogRecordRow[][]> {
    const rows = await this.reader.query<(LogRecordRow & { place: number })[]>(
      `SELECT k.place, ${SELECT_LIST} FROM ${KEYS}
        CROSS JOIN LATERAL (
          SELECT * FROM log_records l
           WHERE ${OF_SPAN}
             AND ($4::bigint IS NULL
                  OR (l.time, l.id) > (SELECT a.time, a.id FROM log_records a WHERE a.id = $4))
           ORDER BY l.time, l.id LIMIT $5) l
        ORDER BY k.place, l.time, l.id`,
      [...toParameters(spans), afterId, limit],
    );
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    return spans.map((_, at) => byPlace.get(at + 1) ?? []);
  }

  async countBySpan(spans: readonly LoggedSpan[]): Promise<number[]> {
    const rows = await this.reader.query<{ count: number }[]>(
      `SELECT (SELECT count(*) FROM log_records l WHERE ${OF_SPAN}) AS count FROM ${KEYS}
        ORDER BY k.place`,
      toParameters(spans),
    );
    return rows.map(({ count }) => count);
  }

  async listNames(projectId: number): Promise<{ eventNames: string[]; serviceNames: string[] }> {
    const rows = await this.reader.query<
      { eventName: string | null; serviceName: string | null }[]
    >(
      `SELECT DISTINCT event_name AS "eventName", service_name AS "serviceName"
         FROM (SELECT event_name, service_name FROM log_records
                WHERE project_id = $1 ORDER BY time DESC, id DESC LIMIT ${NAMED_RECORDS}) newest`,
      [projectId],
    );
    const sort = (names: (string | null)[]): string[] =>
      [...new Set(names.filter((name) => name !== null))].toSorted();
    return {
      eventNames: sort(rows.map(({ eventName }) => eventName)),
      serviceNames: sort(rows.map(({ serviceName }) => serviceName)),
    };
  }

  async findByRowId(id: number): Promise<LogRecordRow | null> {
    const [row] = await this.reader.query<LogRecordRow[]>(
      `SELECT ${SELECT_LIST} FROM log_records l WHERE l.id = $1`,
      [id],
    );
    return row ?? null;
  }
}

function toParameters(spans: readonly LoggedSpan[]): [string[], string[], number[]] {
  return [
    spans.map(({ traceId }) => traceId),
    spans.map(({ spanId }) => spanId),
    spans.map(({ projectId }) => projectId),
  ];
}
