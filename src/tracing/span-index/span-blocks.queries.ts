import { isFailedSpan } from '../../spans/failure.js';
import { Injectable } from '@nestjs/common';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { selectSpansOfBlocks } from '../../spans/span-blocks.js';
import type { FailedSpans } from '../conditions/failed-spans.js';
import type { BlockTest } from './block-test.js';

/** Orders in which blocks can be read. */
export type BlockOrder = keyof typeof ORDERS;

/** A block that may have wanted spans. */
export interface FoundBlock {
  block: number;
  /**
   * The value that the list is sorted by, such that neither this block nor a later one has a span before it. A
   * time, a number, or a row ID.
   */
  bound: string | number;
  /** Whether the test was applied to it. */
  isIndexed: boolean;
}

export interface BlockSelection {
  projectId: number;
  test: BlockTest;
  order: BlockOrder;
  /** When spans began; both bounds are included. */
  from: string | null;
  until: string | null;
  /** Skips blocks that end before this place in the order: a time, or the number of a block. */
  after: string | number | null;
  /** Only blocks that are among these; absent for all. */
  among?: readonly number[] | undefined;
  limit: number;
  /** How long it may take; 30 seconds by default. */
  maxSeconds?: number;
}

/** The lag of the index. */
export interface IndexLag {
  /** Blocks of the project with changes that are not indexed. */
  blocks: number;
  /** Age of the oldest such change. */
  seconds: number;
}

/**
 * `reaches` compares a block with `after`; null if any block may have a span after any place.
 * `follows` compares the start of a span with it, in orders by start.
 */
const ORDERS = {
  newest: {
    bound: 'b.max_start',
    direction: 'DESC',
    reaches: 'b.min_start <=',
    follows: '<=',
  },
  oldest: { bound: 'b.min_start', direction: 'ASC', reaches: 'b.max_start >=', follows: '>=' },
  lastStored: { bound: 'b.block', direction: 'DESC', reaches: 'b.block <=', follows: null },
  firstStored: { bound: 'b.block', direction: 'ASC', reaches: 'b.block >=', follows: null },
  slowest: { bound: 'b.max_latency_ms', direction: 'DESC', reaches: null, follows: null },
  mostTokens: { bound: 'b.max_tokens', direction: 'DESC', reaches: null, follows: null },
  lastEnded: {
    bound: `CASE WHEN b.max_latency_ms = 'Infinity' THEN 'infinity'
                 ELSE b.max_start + b.max_latency_ms::float8 * interval '1 ms' END`,
    direction: 'DESC',
    reaches: null,
    follows: null,
  },
} as const;

/** Finds blocks of spans in the index. */
@Injectable()
export class SpanBlocksQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Finds the first blocks in an order that may have wanted spans. Changed blocks that are not
   * indexed yet are always among them.
   * @throws BadRequestError if it takes too long.
   */
  async find(selection: BlockSelection): Promise<FoundBlock[]> {
    const { projectId, test, order, from, until, after, among, limit, maxSeconds } = selection;
    const { bound, direction, reaches, follows } = ORDERS[order];
    const where = new SqlWhere();
    const sorted = `ORDER BY bound ${direction}, block ${direction} LIMIT ${where.bind(limit)}`;
    const select = (source: string, tested: BlockTest, isIndexed: boolean): string => {
      const conditions = new SqlWhere(where.parameters);
      const project = where.bind(projectId);
      /** Each compares the start of a wanted span. */
      const bounds: string[] = [];
      conditions.and(`b.project_id = ${project}`);
      if (among) conditions.and(`b.block = ANY(${where.bind(among)}::bigint[])`);
      if (from !== null) {
        const bounded = `>= ${where.bind(from)}::timestamptz`;
        conditions.and(`b.max_start ${bounded}`);
        bounds.push(bounded);
      }
      if (until !== null) {
        const bounded = `<= ${where.bind(until)}::timestamptz`;
        conditions.and(`b.min_start ${bounded}`);
        bounds.push(bounded);
      }
      if (after !== null && reaches !== null) {
        const place = where.bind(after);
        conditions.and(`${reaches} ${place}`);
        if (follows !== null) bounds.push(`${follows} ${place}`);
      }
      const mayBegin = (time: string): string =>
        bounds.map((bounded) => `${time} ${bounded}`).join(' AND ') || 'true';
      if (tested) {
        conditions.and(tested((value) => where.bind(value), { projectId: project, mayBegin }));
      }
      const rows = `SELECT b.block, ${bound} AS bound, ${isIndexed} AS is_indexed FROM ${source} ${conditions.toString()}`;
      // Keeps the planner from reading the terms of one block after the other in this order.
      const found = tested && isIndexed ? `SELECT * FROM (${rows} OFFSET 0) found` : rows;
      return `(${found} ${sorted})`;
    };
    const unindexed = `(
      SELECT u.project_id, block, min(u.min_start) AS min_start, max(u.max_start) AS max_start,
             'Infinity'::numeric AS max_latency_ms, 'Infinity'::numeric AS max_tokens
        FROM unindexed_spans u CROSS JOIN LATERAL unnest(u.blocks) AS block
       GROUP BY u.project_id, block) b`;
    // One statement sees the index and the changes at the same time, so it misses nothing.
    return runBoundedRead<FoundBlock>(
      this.reader,
      `SELECT block, ${direction === 'DESC' ? 'max' : 'min'}(bound) AS bound,
              bool_and(is_indexed) AS "isIndexed" FROM (
         ${select('span_blocks b', test, true)} UNION ALL ${select(unindexed, null, false)}) found
        GROUP BY block ${sorted}`,
      where.parameters,
      maxSeconds,
    );
  }

  /**
   * Finds the block that follows so many others in an order, whatever they contain; undefined if there
   * is none. Leaves out blocks that are not indexed.
   */
  async findEdge(
    { projectId, order, from, until, after }: Omit<BlockSelection, 'test' | 'limit'>,
    others: number,
  ): Promise<FoundBlock | undefined> {
    const { bound, direction, reaches } = ORDERS[order];
    const where = new SqlWhere().andEqual('b.project_id', projectId);
    if (from !== null) where.and(`b.max_start >= ${where.bind(from)}`);
    if (until !== null) where.and(`b.min_start <= ${where.bind(until)}`);
    if (after !== null && reaches !== null) where.and(`${reaches} ${where.bind(after)}`);
    const [edge] = await this.reader.query<FoundBlock[]>(
      `SELECT b.block, ${bound} AS bound, true AS "isIndexed" FROM span_blocks b ${where.toString()}
        ORDER BY ${bound} ${direction}, b.block ${direction} OFFSET ${where.bind(others)} LIMIT 1`,
      where.parameters,
    );
    return edge;
  }

  /** Reads how far the index of a project is behind. */
  async readLag(projectId: number): Promise<IndexLag> {
    const [row] = await this.reader.query<IndexLag[]>(
      `SELECT coalesce(sum(cardinality(blocks)), 0)::float8 AS blocks,
              coalesce(extract(epoch FROM now() - min(changed_at)), 0)::float8 AS seconds
         FROM unindexed_spans WHERE project_id = $1`,
      [projectId],
    );
    return row!;
  }

  /** Lists the senders' IDs of the traces with spans in blocks. @throws BadRequestError if it takes too long. */
  listTraceIds(projectId: number, found: readonly FoundBlock[]): Promise<string[]> {
    const where = new DistributedWhere(this.reader.distribution);
    const sql = selectSpansOfBlocks(
      'DISTINCT s.trace_id AS id',
      where.bind(projectId),
      found.map(({ block }) => block),
      where,
    );
    return this.listIds(sql, where.parameters);
  }

  /**
   * Lists the senders' IDs of traces of a project with certain failed spans, some of them repeatedly.
   * @param from when the spans began; null for all.
   * @throws BadRequestError if it takes too long.
   */
  listFailedTraceIds(
    projectId: number,
    from: string | null,
    select: FailedSpans,
    limit: number,
  ): Promise<string[]> {
    const where = new DistributedWhere(this.reader.distribution);
    const project = where.bind(projectId);
    const start = from === null ? null : where.bind(from);
    const isWanted = (span: string) =>
      `${span}.project_id = ${project} AND ${isFailedSpan(span)}
       AND ${start === null ? 'true' : `${span}.start_time >= ${start}`}`;
    const most = where.bind(limit);
    return this.listIds(
      `SELECT trace_id AS id FROM (${select(where, isWanted, most)}) failed
        LIMIT ${most}`,
      where.parameters,
    );
  }

  /** Lists the senders' IDs of the sessions of traces. @throws BadRequestError if it takes too long. */
  listSessionIds(traceIds: readonly string[]): Promise<string[]> {
    return this.listIds(
      `SELECT DISTINCT session_id AS id FROM traces
        WHERE trace_id = ANY($1) AND session_id IS NOT NULL`,
      [traceIds],
    );
  }

  /** Lists sessions that began before a time and ended after it. */
  async listEarlierSessionIds(projectId: number, time: string, limit: number): Promise<string[]> {
    const rows = await this.reader.query<{ id: string }[]>(
      `SELECT session_id AS id FROM project_sessions
        WHERE project_id = $1 AND start_time < $2 AND end_time >= $2 LIMIT $3`,
      [projectId, time, limit],
    );
    return rows.map(({ id }) => id);
  }

  private async listIds(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows = await runBoundedRead<{ id: string }>(this.reader, sql, parameters);
    return rows.map(({ id }) => id);
  }
}
