import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SpanRow } from '../spans/span.entity.js';
import {
  ROOT_OR_ORPHAN,
  type RootChoice,
  rootCondition,
  STRICT_ROOT,
} from '../spans/span-roots.js';
import { SPAN_COLUMNS } from '../spans/spans.queries.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { TreeSpan } from './trace-tree.js';

export interface TraceSpansPage extends RootChoice {
  /** Row id after which the page begins. */
  after: number | null;
  limit: number;
}

/** What a page of traces shows besides their rows, for all of its traces at once. */
@Injectable()
export class TraceDetailsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The earliest root of each trace; of a trace without one, the earliest orphan. */
  async rootSpans(traceIds: readonly string[]): Promise<SpanRow[]> {
    const roots = await this.earliest(traceIds, STRICT_ROOT);
    const found = new Set(roots.map((root) => root.traceId));
    const rootless = traceIds.filter((traceId) => !found.has(traceId));
    if (rootless.length === 0) return roots;
    return [...roots, ...(await this.earliest(rootless, ROOT_OR_ORPHAN))];
  }

  private async earliest(traceIds: readonly string[], condition: string): Promise<SpanRow[]> {
    return this.dataSource.query(
      `SELECT DISTINCT ON (s.trace_id) ${SPAN_COLUMNS} FROM spans s
        WHERE s.trace_id = ANY($1) AND ${condition}
        ORDER BY s.trace_id, s.start_time, s.id`,
      [traceIds],
    );
  }

  /** One page of each trace's spans, the one stored last first. */
  async spansOf(
    traceIds: readonly string[],
    { after, limit, ...choice }: TraceSpansPage,
  ): Promise<SpanRow[]> {
    const where = new SqlWhere();
    const [only, another] = traceIds;
    // A single trace is named in the condition: PostgreSQL then knows how large it is.
    const isOne = another === undefined;
    const keys = isOne ? '' : `unnest(${where.bind(traceIds)}::text[]) AS k (trace_id)`;
    where.and(`s.trace_id = ${isOne ? where.bind(only) : 'k.trace_id'}`);
    const roots = rootCondition(choice);
    if (roots) where.and(roots);
    if (after !== null) where.and(`s.id < ${where.bind(after)}`);
    const page = `SELECT ${SPAN_COLUMNS} FROM spans s ${where.toString()}
       ORDER BY s.id DESC LIMIT ${limit}`;
    return this.dataSource.query(
      isOne ? page : `SELECT page.* FROM ${keys} CROSS JOIN LATERAL (${page}) page`,
      where.parameters,
    );
  }

  /**
   * The light tree of each trace, siblings by start. As one JSON text a trace: ten thousand small
   * rows would take several times longer to read.
   */
  async trees(traceIds: readonly string[]): Promise<{ traceId: string; spans: TreeSpan[] }[]> {
    return this.dataSource.query(
      `SELECT s.trace_id AS "traceId", json_agg(json_build_array(s.span_id, s.parent_id,
                s.status_code = 'ERROR', s.prompt_tokens, s.completion_tokens)
                ORDER BY s.start_time, s.id) AS spans
         FROM spans s WHERE s.trace_id = ANY($1) GROUP BY s.trace_id`,
      [traceIds],
    );
  }

  async kindCounts(
    traceIds: readonly string[],
  ): Promise<{ traceId: string; kind: string; count: number }[]> {
    return this.dataSource.query(
      `SELECT trace_id AS "traceId", kind, count(*) AS count FROM spans
        WHERE trace_id = ANY($1) GROUP BY trace_id, kind ORDER BY trace_id, count DESC, kind`,
      [traceIds],
    );
  }

  /** Events of the failed spans as JSON text. */
  async failures(
    traceIds: readonly string[],
  ): Promise<{ traceId: string; events: string | null }[]> {
    return this.dataSource.query(
      `SELECT trace_id AS "traceId", events::text AS events FROM spans
        WHERE trace_id = ANY($1) AND status_code = 'ERROR'`,
      [traceIds],
    );
  }
}
