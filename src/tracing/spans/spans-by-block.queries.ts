import { Injectable } from '@nestjs/common';
import type { SortedRow } from '../../kernel/pagination/keyset-sort.js';
import type { TimeRange } from '../../kernel/time/time.js';
import type { BlockTest } from '../span-index/block-test.js';
import { type FoundBlock, SpanBlocksQueries } from '../span-index/span-blocks.queries.js';
import { highestFirst, isBlockOrder, isCertain, isHigher, restOf, upTo } from './block-order.js';
import type { SpanRow } from './span.entity.js';
import type { SpanConditions } from './spans.filters.js';
import { type SpanPage, SpansQueries } from './spans.queries.js';

/** Blocks to look into first, whatever they contain. Usually enough if many spans are wanted. */
const FIRST_BLOCKS = 16;
/**
 * Blocks to look into next, of those that may have wanted spans. Annotations are looked up only of the
 * spans in the nearest blocks, if a number is given.
 */
const NEXT_BLOCKS = [
  { limit: 64, nearest: 1_024 },
  { limit: 192, nearest: 16_384 },
  { limit: 1_024 },
  { limit: 4_096 },
  // If more blocks remain, or are not indexed, reading all spans is as fast.
  { limit: 20_000 },
];
/** If a test keeps a larger part of the first blocks, reading all spans is as fast. */
const MAX_KEPT = 0.75;
/** Blocks with the highest values to look into. If these are not enough, reading all spans is as fast. */
const MAX_HIGHEST_BLOCKS = [256, 1024];
/** For orders in which the blocks are not. */
const MAX_UNORDERED_BLOCKS = 2_000;

export interface BlockPage {
  test: NonNullable<BlockTest>;
  timeRange?: TimeRange | null | undefined;
}

type Row = SpanRow & SortedRow;

/**
 * Lists spans block by block, so that a page costs as much as the blocks in which it is, however
 * many spans there are (docs/adr/0034-blocks-of-spans.md).
 */
@Injectable()
export class SpansByBlockQueries {
  constructor(
    private readonly queries: SpansQueries,
    private readonly blocks: SpanBlocksQueries,
  ) {}

  /**
   * Lists one page of the spans that meet the conditions; null if blocks do not help.
   * @param findConditions returns new conditions each time, because each query adds parameters to them.
   * @throws BadRequestError if it takes too long.
   */
  async list(
    projectId: number,
    findConditions: () => Promise<SpanConditions>,
    page: SpanPage,
    { test, timeRange }: BlockPage,
  ): Promise<Row[] | null> {
    const rest = restOf(page, timeRange);
    if (!rest) return null;
    const listIn = async (found: readonly FoundBlock[]): Promise<Row[]> => {
      const blocks = found.map(({ block }) => block);
      return this.queries.list(projectId, await findConditions(), { ...page, blocks });
    };
    const find = (limit: number, tested: BlockTest): Promise<FoundBlock[]> =>
      this.blocks.find({ projectId, ...rest, test: tested, limit: limit + 1 });
    const isOrdered = isBlockOrder(page.sort);
    const first = isOrdered ? await find(FIRST_BLOCKS, null) : [];
    const firstRows = isOrdered && (await this.listFirst(listIn, first, FIRST_BLOCKS, page));
    if (firstRows) return firstRows;
    const { blocks: unindexed } = await this.blocks.readLag(projectId);
    if (unindexed > MAX_UNORDERED_BLOCKS) return null;
    if (!isOrdered) {
      const found = await find(MAX_UNORDERED_BLOCKS, test);
      return found.length > MAX_UNORDERED_BLOCKS ? null : listIn(found);
    }
    const among = first.map(({ block }) => block);
    // A time, by which annotations are looked up; not a row ID.
    const isBounded = test.readsAnnotations === true && page.sort.column !== null;
    const kept = await this.blocks.find({
      projectId,
      ...(isBounded ? upTo(rest, first.at(-1)) : rest),
      test,
      limit: first.length,
      among,
    });
    if (!isSelective(first, kept)) return null;
    for (const { limit, nearest } of NEXT_BLOCKS) {
      const edge =
        isBounded && nearest
          ? await this.blocks.findEdge({ projectId, ...rest }, nearest)
          : undefined;
      const found = await this.blocks.find({
        projectId,
        ...upTo(rest, edge),
        test,
        limit: limit + 1,
      });
      const rows = await this.listFirst(listIn, found, limit, page, edge);
      if (rows) return rows;
    }
    return null;
  }

  /**
   * Lists one page of a list that begins with the highest latencies, numbers of tokens or ends, in the
   * blocks with the highest ones; null for other lists, or if blocks do not help.
   * @param findConditions like that of `list`.
   * @throws BadRequestError if it takes too long.
   */
  async listHighest(
    projectId: number,
    findConditions: () => Promise<SpanConditions>,
    page: SpanPage,
    timeRange: TimeRange | null | undefined,
  ): Promise<Row[] | null> {
    const order = highestFirst(page.sort);
    if (!order || page.limit === null) return null;
    const bounds = { from: timeRange?.start ?? null, until: timeRange?.end ?? null, after: null };
    for (const limit of MAX_HIGHEST_BLOCKS) {
      const found = await this.blocks.find({
        projectId,
        ...bounds,
        order,
        test: null,
        limit: limit + 1,
      });
      const [next] = found.slice(limit);
      // Nothing is known of changed blocks, so they come first.
      if (next && !next.isIndexed) return null;
      const blocks = found.slice(0, limit).map(({ block }) => block);
      const rows = await this.queries.list(projectId, await findConditions(), { ...page, blocks });
      const last = rows[page.limit - 1];
      if (!next || (last && isHigher(last, next, page.sort))) return rows;
    }
    return null;
  }

  /**
   * Lists a page in the first of the found blocks; null if later ones may contain a part of it.
   * @param edge the first block that was not looked for.
   */
  private async listFirst(
    listIn: (found: readonly FoundBlock[]) => Promise<Row[]>,
    found: readonly FoundBlock[],
    limit: number,
    page: SpanPage,
    edge?: FoundBlock,
  ): Promise<Row[] | null> {
    const next = found[limit] ?? edge;
    const rows = await listIn(found.slice(0, limit));
    const last = page.limit === null ? undefined : rows[page.limit - 1];
    return !next || (last && isCertain(last, next, page.sort)) ? rows : null;
  }
}

/** Returns whether a test leaves out some of the blocks to which it was applied. */
function isSelective(all: readonly FoundBlock[], found: readonly FoundBlock[]): boolean {
  const kept = new Set(found.map(({ block }) => block));
  const indexed = all.filter(({ isIndexed }) => isIndexed);
  const keptCount = indexed.filter(({ block }) => kept.has(block)).length;
  return keptCount <= indexed.length * MAX_KEPT;
}
