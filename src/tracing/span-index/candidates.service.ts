import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import type { Condition } from '../../filter-language/typed-tree.js';
import { selectSpansOfBlocks } from '../../spans/span-blocks.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { findFailedSpans } from '../conditions/failed-spans.js';
import type { RowCondition } from '../conditions/row-condition.js';
import { toRowBlockTests } from './row-blocks.js';
import { type FoundBlock, SpanBlocksService } from './span-blocks.service.js';

/** Newest blocks to which a test is applied first. */
const FIRST_BLOCKS = 16;
/** If a test keeps a larger part of them, it is not looked up. */
const MOST_KEPT = 0.5;
/** If more blocks pass or are not indexed, reading the rows in their order is as fast. */
const MOST_BLOCKS = 1_000;
/** The same for failed spans, and for sessions that began before a range. */
const MOST_FAILED = 1_000;
const MOST_EARLIER = 1_000;

const WHOLE = { order: 'newest', from: null, until: null, after: null } as const;

/**
 * Finds the traces and sessions that may meet a condition, if few blocks of spans may contain what
 * it asks for, or few failed spans may be what it asks for (docs/adr/0034-blocks-of-spans.md).
 */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly blocks: SpanBlocksService,
  ) {}

  /**
   * Finds the senders' IDs of all traces of a project that may meet a condition, and of others; null
   * if there may be many.
   * @param from when the traces began; null for all.
   * @throws BadRequestError if it takes too long.
   */
  async findTraceIds(
    projectId: number,
    { condition }: RowCondition,
    from: string | null,
  ): Promise<string[] | null> {
    return (
      (await this.findByBlocks(projectId, condition, from)) ??
      (await this.findByFailedSpans(projectId, condition, from))
    );
  }

  /**
   * Finds the senders' IDs of all sessions of a project that may meet a condition, and of others;
   * null if there may be many.
   * @param from when the sessions ended; null for all.
   * @throws BadRequestError if it takes too long.
   */
  async findSessionIds(
    projectId: number,
    condition: RowCondition,
    from: string | null,
  ): Promise<string[] | null> {
    // Their first spans may have begun before the range.
    const earlier = from === null ? [] : await this.findEarlierSessions(projectId, from);
    const isBounded = earlier.length <= MOST_EARLIER;
    const traceIds = await this.findTraceIds(projectId, condition, isBounded ? from : null);
    if (!traceIds) return null;
    const rows = await runBoundedRead<{ id: string }>(
      this.reader,
      `SELECT DISTINCT session_id AS id FROM traces
        WHERE trace_id = ANY($1) AND session_id IS NOT NULL`,
      [traceIds],
    );
    const ids = new Set(rows.map(({ id }) => id));
    if (isBounded) for (const id of earlier) ids.add(id);
    return [...ids];
  }

  private async findByBlocks(
    projectId: number,
    condition: Condition,
    from: string | null,
  ): Promise<string[] | null> {
    const tests = toRowBlockTests(condition);
    if (tests.length === 0) return null;
    // No span begins before its trace.
    const selection = { ...WHOLE, projectId, from };
    const first = await this.blocks.find({ ...selection, test: null, limit: FIRST_BLOCKS });
    const among = first.map(({ block }) => block);
    for (const test of tests) {
      const kept = await this.blocks.find({ ...selection, test, among, limit: FIRST_BLOCKS });
      if (first.length === FIRST_BLOCKS && !isSelective(first, kept)) continue;
      const found = await this.blocks.find({ ...selection, test, limit: MOST_BLOCKS + 1 });
      if (found.length <= MOST_BLOCKS) return this.readTraceIds(projectId, found);
    }
    return null;
  }

  /** Finds traces by the failed spans that a condition implies. */
  private async findByFailedSpans(
    projectId: number,
    condition: Condition,
    from: string | null,
  ): Promise<string[] | null> {
    const select = findFailedSpans(condition);
    if (!select) return null;
    const where = new SqlWhere();
    const project = where.bind(projectId);
    const start = from === null ? null : where.bind(from);
    const isWanted = (span: string) =>
      `${span}.project_id = ${project} AND ${span}.status_code = 'ERROR'
       AND ${start === null ? 'true' : `${span}.start_time >= ${start}`}`;
    const limit = where.bind(MOST_FAILED + 1);
    const found = await runBoundedRead<{ id: string }>(
      this.reader,
      `SELECT trace_id AS id FROM (${select((value) => where.bind(value), isWanted, limit)}) failed
        LIMIT ${limit}`,
      where.parameters,
    );
    return found.length > MOST_FAILED ? null : [...new Set(found.map(({ id }) => id))];
  }

  /** Finds sessions that began before a time and ended after it; more than `MOST_EARLIER` may be left out. */
  private async findEarlierSessions(projectId: number, time: string): Promise<string[]> {
    const rows = await this.reader.query<{ id: string }[]>(
      `SELECT session_id AS id FROM project_sessions
        WHERE project_id = $1 AND start_time < $2 AND end_time >= $2 LIMIT ${MOST_EARLIER + 1}`,
      [projectId, time],
    );
    return rows.map(({ id }) => id);
  }

  private async readTraceIds(projectId: number, found: readonly FoundBlock[]): Promise<string[]> {
    const parameters: unknown[] = [projectId];
    const sql = selectSpansOfBlocks(
      'DISTINCT s.trace_id AS id',
      '$1',
      found.map(({ block }) => block),
      (value) => `$${parameters.push(value)}`,
    );
    const rows = await runBoundedRead<{ id: string }>(this.reader, sql, parameters);
    return rows.map(({ id }) => id);
  }
}

/** Whether a test leaves out enough of the blocks to which it was applied. */
function isSelective(all: readonly FoundBlock[], kept: readonly FoundBlock[]): boolean {
  const indexed = new Set(all.filter(({ isIndexed }) => isIndexed).map(({ block }) => block));
  const keptCount = kept.filter(({ block }) => indexed.has(block)).length;
  return keptCount <= indexed.size * MOST_KEPT;
}
