import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { selectSpansOfBlock } from '../../common/sql/span-blocks.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import type { RowCondition } from '../conditions/row-condition.js';
import { toRowBlockTests } from './row-blocks.js';
import { type FoundBlock, SpanBlocksService } from './span-blocks.service.js';

/** Newest blocks to which a test is applied first. */
const FIRST_BLOCKS = 16;
/** If a test keeps a larger part of them, it is not looked up. */
const MOST_KEPT = 0.5;
/** If more blocks pass or are not indexed, reading the rows in their order is as fast. */
const MOST_BLOCKS = 1_000;

const WHOLE = { order: 'newest', from: null, until: null, after: null } as const;

/**
 * Finds the traces and sessions that may meet a condition, if few blocks of spans may contain what
 * it asks for (docs/adr/0034-blocks-of-spans.md).
 */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly dataSource: DataSource,
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

  /**
   * Finds the senders' IDs of all sessions of a project that may meet a condition, and of others;
   * null if there may be many.
   * @throws BadRequestError if it takes too long.
   */
  async findSessionIds(projectId: number, condition: RowCondition): Promise<string[] | null> {
    const traceIds = await this.findTraceIds(projectId, condition, null);
    if (!traceIds) return null;
    const rows = await runBoundedRead<{ id: string }>(
      this.dataSource,
      `SELECT DISTINCT session_id AS id FROM traces
        WHERE trace_id = ANY($1) AND session_id IS NOT NULL`,
      [traceIds],
    );
    return rows.map(({ id }) => id);
  }

  private async readTraceIds(projectId: number, found: readonly FoundBlock[]): Promise<string[]> {
    const rows = await runBoundedRead<{ id: string }>(
      this.dataSource,
      `SELECT DISTINCT s.trace_id AS id FROM unnest($1::bigint[]) AS k (block)
        CROSS JOIN LATERAL (${selectSpansOfBlock('s.trace_id', '$2', 'k.block')}) s`,
      [found.map(({ block }) => block), projectId],
    );
    return rows.map(({ id }) => id);
  }
}

/** Whether a test leaves out enough of the blocks to which it was applied. */
function isSelective(all: readonly FoundBlock[], kept: readonly FoundBlock[]): boolean {
  const indexed = new Set(all.filter(({ isIndexed }) => isIndexed).map(({ block }) => block));
  const keptCount = kept.filter(({ block }) => indexed.has(block)).length;
  return keptCount <= indexed.size * MOST_KEPT;
}
