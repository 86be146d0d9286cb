import { Injectable } from '@nestjs/common';
import type { Condition } from '../../filter-language/typed-tree.js';
import { findFailedSpans } from '../conditions/failed-spans.js';
import type { RowCondition } from '../conditions/row-condition.js';
import { toRowBlockTests } from './row-blocks.js';
import { type FoundBlock, type IndexLag, SpanBlocksQueries } from './span-blocks.queries.js';

/** Newest blocks to which a test is applied first. */
const FIRST_BLOCKS = 16;
/** If a test keeps a larger part of them, it is not looked up. */
const MAX_KEPT = 0.5;
/** If more blocks pass or are not indexed, reading the rows in their order is as fast. */
const MAX_BLOCKS = 1_000;
/** The same for failed spans, and for sessions that began before a range. */
const MAX_FAILED = 1_000;
const MAX_EARLIER = 1_000;

const WHOLE = { order: 'newest', from: null, until: null, after: null } as const;

/**
 * Finds the traces and sessions that may meet a condition, if few blocks of spans may contain what
 * it asks for, or few failed spans may be what it asks for (docs/adr/0034-blocks-of-spans.md).
 */
@Injectable()
export class CandidatesService {
  constructor(private readonly blocks: SpanBlocksQueries) {}

  /** Reads how far the index of a project is behind. */
  readIndexLag(projectId: number): Promise<IndexLag> {
    return this.blocks.readLag(projectId);
  }

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
    const earlier =
      from === null
        ? []
        : await this.blocks.listEarlierSessionIds(projectId, from, MAX_EARLIER + 1);
    const isBounded = earlier.length <= MAX_EARLIER;
    const traceIds = await this.findTraceIds(projectId, condition, isBounded ? from : null);
    if (!traceIds) return null;
    const ids = new Set(await this.blocks.listSessionIds(traceIds));
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
      const found = await this.blocks.find({ ...selection, test, limit: MAX_BLOCKS + 1 });
      if (found.length <= MAX_BLOCKS) return this.blocks.listTraceIds(projectId, found);
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
    const found = await this.blocks.listFailedTraceIds(projectId, from, select, MAX_FAILED + 1);
    return found.length > MAX_FAILED ? null : [...new Set(found)];
  }
}

/** Returns whether a test leaves out enough of the blocks to which it was applied. */
function isSelective(all: readonly FoundBlock[], kept: readonly FoundBlock[]): boolean {
  const indexed = new Set(all.filter(({ isIndexed }) => isIndexed).map(({ block }) => block));
  const keptCount = kept.filter(({ block }) => indexed.has(block)).length;
  return keptCount <= indexed.size * MAX_KEPT;
}
