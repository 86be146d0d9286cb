import { Injectable } from '@nestjs/common';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { jsonPath } from '../../filter-language/grain.js';
import { payloadOf, payloadSizeOf, selectPayload } from '../../spans/span-payload.js';
import { readPayloads, type StoredPayload } from '../../spans/stored-payload.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { addSpanCondition } from '../conditions/span-condition.js';
import { SpanEntity, type SpanKey } from '../spans/span.entity.js';
import { addRootCondition, type RootFilter } from '../spans/spans.filters.js';
import type { QueriedSpan } from './projection.js';
import type { SpanQuery } from './span-query.js';

/** The spans to which queries apply. */
export interface SpanSelection extends RootFilter {
  projectId: number;
  timeRange: TimeRange;
}

/** The place of a span in a query's order, and how much there is to read. */
export interface SpanPlace extends SpanKey {
  id: number;
  startTime: string;
  /** Bytes of content, as stored. */
  bytes: number;
}

/** A span with its content as JSON text; null if the query does not read it. */
export interface SpanContentRow extends Omit<QueriedSpan, 'attributes' | 'events' | 'sums'> {
  attributes: string | null;
  payload: string | null;
  events: string | null;
}

const NO_PAYLOAD = 'NULL AS payload, NULL::bigint AS "payloadId"';

/** SQL for the spans of a query. */
@Injectable()
export class SpanQueriesQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Finds the next spans after `after`: whole spans from the newest start, all others in the order
   * in which they were stored. Leaves out spans without the list that the query explodes or joins.
   * @throws BadRequestError if the condition takes too long.
   */
  findPlaces(
    query: SpanQuery,
    selection: SpanSelection,
    { after, limit }: { after: SpanPlace | undefined; limit: number },
  ): Promise<SpanPlace[]> {
    const isWhole = query.columns === null;
    const where = new DistributedWhere(this.reader.distribution);
    where.andEqual('s.project_id', selection.projectId);
    where.andBetween('s.start_time', selection.timeRange.start, selection.timeRange.end);
    addRootCondition(where, selection);
    if (after && isWhole) {
      const place = `${where.bind(after.startTime)}::timestamptz, ${where.bind(after.id)}`;
      where.and(`(s.start_time, s.id) < (${place})`);
    } else if (after) where.and(`s.id > ${where.bind(after.id)}`);
    for (const elements of [query.explode, query.concat]) {
      if (!elements) continue;
      // Lists are always in the payload.
      const list = jsonPath(payloadOf('s'), elements.path, where);
      where.and(`json_typeof(${list}) = 'array'`);
    }
    const joins = addSpanCondition(where, query.condition);
    const sql = `
      SELECT ${selectColumns(SpanEntity, 's', ['traceId', 'spanId', 'id', 'startTime'])},
             ${this.bytesOf(query)} AS bytes
        FROM spans s ${joins} ${where.toString()}
       ORDER BY ${isWhole ? 's.start_time DESC, s.id DESC' : 's.id'} LIMIT ${limit}`;
    return runBoundedRead(this.reader, sql, where.parameters);
  }

  /** Reads spans in the same order. Skips deleted ones. */
  async readContent(query: SpanQuery, keys: readonly SpanKey[]): Promise<SpanContentRow[]> {
    const attributes = query.reads.has('attributes');
    const events = query.reads.has('events');
    const rows = await this.reader.query<(SpanContentRow & StoredPayload)[]>(
      `SELECT ${selectColumns(SpanEntity, 's', ['id', 'traceId', 'spanId', 'parentId', 'name', 'kind', 'statusCode', 'statusMessage', 'startTime', 'endTime'])},
              ${attributes ? 's.attributes::text' : 'NULL'} AS attributes,
              ${attributes ? selectPayload('s') : NO_PAYLOAD},
              ${events ? 's.events::text' : 'NULL'} AS events
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (trace_id, span_id, place)
         JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id
        ORDER BY k.place`,
      [keys.map((key) => key.traceId), keys.map((key) => key.spanId)],
    );
    return readPayloads((sql, parameters) => this.reader.query(sql, parameters), rows);
  }

  private bytesOf({ reads }: SpanQuery): string {
    const payload = reads.has('attributes') ? payloadSizeOf('s') : '0';
    const events = reads.has('events') ? 'coalesce(pg_column_size(s.events), 0)' : '0';
    return `(${payload} + ${events})`;
  }
}
