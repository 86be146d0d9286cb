import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { SearchedRows } from '../matches/matches.service.js';
import type { FigureRange } from '../figures/rows/figure-sources.js';
import { SpanBlocksQueries } from '../span-index/span-blocks.queries.js';
import { isInBlocks, selectSpansOfBlocks } from '../../spans/span-blocks.js';
import { type FacetCounts, FacetsQueries } from './facets.queries.js';

export { MAX_COUNTED } from './facets.queries.js';

/**
 * How long to count. What has not been counted by then is left out. On a cluster, rows must be gathered
 * from several servers.
 */
const MAX_MS = { single: 300, cluster: 1_000 };
/** All rows of a range get this much if they are no more than are counted at most. */
const MAX_EXACT_MS = 1_000;
/** The first count gets at least this much, even if a search has used the time up. */
const SHORTEST_MS = 150;
/** How long to look for blocks, and to count what is in them. */
const FIND_MS = 80;
const NARROW_MS = 120;
/** Each is tried unless the one before has enough rows. A condition may select few of many rows. */
const WINDOWS: Record<SearchedRows, readonly (number | null)[]> = {
  [SearchedRows.SPANS]: [1_000, 20_000, 200_000, null],
  [SearchedRows.TRACES]: [200, 4_000, 50_000, null],
  [SearchedRows.SESSIONS]: [50, 1_000, 10_000, null],
};
/** If spans are in more blocks than this, the newest spans are looked through instead. */
const MAX_BLOCKS = 2_000;

/** Counts the values by which lists can be filtered. */
@Injectable()
export class FacetsService {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly queries: FacetsQueries,
    private readonly blocks: SpanBlocksQueries,
  ) {}

  /**
   * Counts the values of rows that meet the conditions of a range: of all rows, or, if there are many, of as
   * many of the newest ones as can be counted in time. Null if even a few take too long.
   * @param first how many values of each facet to return.
   */
  async count(
    projectId: number,
    rows: SearchedRows,
    range: FigureRange,
    first: number,
  ): Promise<FacetCounts | null> {
    const count = (window: number | null, within: FigureRange, maxMs: number) => {
      const sample = { window, first, maxSeconds: Math.ceil(maxMs) / 1000 };
      return nullIfSlow(this.queries.count(projectId, rows, within, sample));
    };
    const { matches } = range;
    if (matches) {
      const counts = await count(null, range, this.longestMs());
      return counts && { ...counts, coveredFrom: counts.coveredFrom ?? matches.coveredFrom };
    }
    if (await this.queries.fitsWhole(projectId, rows, range)) {
      const exact = await count(null, range, MAX_EXACT_MS);
      // As many rows as are counted at most are all of them here.
      if (exact) return { ...exact, coveredFrom: null };
    }
    const deadline = performance.now() + this.longestMs();
    const narrow = rows === SearchedRows.SPANS ? await this.narrow(projectId, range) : null;
    const found = narrow && (await count(null, narrow, NARROW_MS));
    if (found) return found;
    let counts: FacetCounts | null = null;
    let tookMs = 0;
    for (const window of WINDOWS[rows]) {
      const start = performance.now();
      const leftMs = deadline - start;
      // The next window has many times as many rows.
      if (counts && leftMs < 2 * tookMs) break;
      const next = await count(window, range, counts ? leftMs : Math.max(leftMs, SHORTEST_MS));
      if (!next) break;
      counts = next;
      tookMs = performance.now() - start;
      if (next.isFull || next.coveredFrom === null) break;
    }
    return counts;
  }

  /** Restricts a range to the spans in which a condition can be met, if the index tells them. */
  private async narrow(projectId: number, range: FigureRange): Promise<FigureRange | null> {
    const { addSpanCondition, start: from, end: until } = range;
    const test = addSpanCondition?.blockTest;
    if (!addSpanCondition || !test) return null;
    const place = { order: 'newest' as const, from, until, after: null, limit: MAX_BLOCKS + 1 };
    const maxSeconds = FIND_MS / 1000;
    const found = await nullIfSlow(this.blocks.find({ projectId, test, ...place, maxSeconds }));
    if (!found || found.length > MAX_BLOCKS) return null;
    const blocks = found.map(({ block }) => block);
    return {
      ...range,
      addSpanCondition: (where) => {
        where.and(
          where.distribution.hasWorkers
            ? isInBlocks(blocks, (value) => where.bind(value))
            : `s.id = ANY(ARRAY(${selectSpansOfBlocks('s.id', where.bind(projectId), blocks, where)}))`,
        );
        return addSpanCondition(where);
      },
    };
  }

  private longestMs(): number {
    return this.reader.distribution.choose(MAX_MS);
  }
}

async function nullIfSlow<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof BadRequestError) return null;
    throw error;
  }
}
