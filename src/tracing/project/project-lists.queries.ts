import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type KeysetSort,
  orderBy,
  type SortedRow,
  sortValue,
} from '../../common/pagination/keyset-sort.js';
import type { SpanRow } from '../spans/span.entity.js';
import { SPAN_COLUMNS } from '../spans/spans.queries.js';
import type { SqlWhere } from '../../common/sql/sql-where.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TRACE_COLUMNS } from '../traces/traces.queries.js';

/** Pages of the spans and traces of a project in any order; rows carry the value sorted by. */
@Injectable()
export class ProjectListsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** @param withTrace joins the trace as `t`, for orders by its sums. */
  async spans(
    where: SqlWhere,
    sort: KeysetSort,
    { limit, withTrace }: { limit: number; withTrace: boolean },
  ): Promise<(SpanRow & SortedRow)[]> {
    const trace = withTrace ? 'JOIN traces t ON t.trace_id = s.trace_id' : '';
    return this.dataSource.query(
      `SELECT ${SPAN_COLUMNS}, ${sortValue(sort)} FROM spans s ${trace}
        ${where.toString()} ${orderBy(sort)} LIMIT ${limit}`,
      where.parameters,
    );
  }

  async traces(
    where: SqlWhere,
    sort: KeysetSort,
    limit: number,
  ): Promise<(TraceEntity & SortedRow)[]> {
    return this.dataSource.query(
      `SELECT ${TRACE_COLUMNS}, ${sortValue(sort)} FROM traces t
        ${where.toString()} ${orderBy(sort)} LIMIT ${limit}`,
      where.parameters,
    );
  }
}
