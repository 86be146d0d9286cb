import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { BadRequestError } from '../../kernel/errors/errors.js';
import type { KeysetSort, SortedRow } from '../../kernel/pagination/keyset-sort.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { isMatch, type TextSearch } from '../span-index/search-text.js';
import {
  type BlockOrder,
  type FoundBlock,
  SpanBlocksQueries,
} from '../span-index/span-blocks.queries.js';
import type { SpanRow } from './span.entity.js';
import { isCertain, restOf } from './block-order.js';
import type { SpanConditions } from './spans.filters.js';
import { type SpanPage, SpansQueries, toSpanKeyText } from './spans.queries.js';

/** Blocks to look into first, whatever they contain. Usually enough for a frequent word. */
const FIRST_BLOCKS = 16;
/** Blocks to look into next, of those that may match. */
const NEXT_BLOCKS = [64, 512, 4096, 200_000];
/** Blocks whose spans are read at a time. */
const BLOCKS_AT_ONCE = 16;
/** A search is frequent if this part of what was looked into matches. */
const FREQUENT = 0.25;
/** Size of the compressed contents to read at a time. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Spans to sort in an order in which blocks are not. */
const MAX_MATCHES = 10_000;
const MAX_MS = 30_000;
/** Searches that read contents at the same time. Each takes most of a processor. */
const turns = pLimit(2);

/** The text to search for, and the spans to search. */
export interface TextSelection {
  projectId: number;
  search: TextSearch;
  /** Returns new conditions each time, because each query adds parameters to them. */
  findConditions: () => Promise<SpanConditions>;
  timeRange?: TimeRange | null | undefined;
  /** If present, finds one span of each trace that is wanted, without looking into the others. */
  isWantedTrace?: ((traceId: string) => boolean) | undefined;
}

type Row = SpanRow & SortedRow;

/** Finds spans by their texts, block by block (docs/adr/0034-blocks-of-spans.md). */
@Injectable()
export class SpansByTextQueries {
  constructor(
    private readonly queries: SpansQueries,
    private readonly blocks: SpanBlocksQueries,
  ) {}

  /**
   * Lists one page of the spans that match, sorted by start or row ID; null if the page starts at a
   * row whose start is not known.
   * @throws BadRequestError if it takes too long.
   */
  async list(selection: TextSelection, page: SpanPage & { limit: number }): Promise<Row[] | null> {
    const rest = restOf(page, selection.timeRange);
    if (!rest) return null;
    const found: Row[] = [];
    let sorted: Row[] = [];
    await this.walk(selection, rest, page, (rows, next) => {
      found.push(...rows);
      sorted = found.toSorted(compareRows(page.sort));
      const last = sorted[page.limit - 1];
      return last !== undefined && isCertain(last, next, page.sort);
    });
    return sorted.slice(0, page.limit);
  }

  /**
   * Finds spans that match, newest first. Each batch comes with the time at which the remaining
   * spans begin at the latest.
   * @param isEnough ends the search.
   * @throws BadRequestError if it takes too long.
   */
  async findNewest(
    selection: TextSelection,
    isEnough: (rows: readonly SpanRow[], latestRest: string) => boolean | Promise<boolean>,
  ): Promise<void> {
    const sort = { column: null, descending: true, id: 's.id' };
    const page = { sort, start: {}, limit: 1, joinsTrace: false, isBounded: true };
    const { start = null, end = null } = selection.timeRange ?? {};
    const rest = { order: 'newest' as BlockOrder, from: start, until: end, after: null };
    await this.walk(selection, rest, page, (rows, next) =>
      isEnough(rows, next ? String(next.bound) : ''),
    );
  }

  /**
   * Finds all spans that match.
   * @throws BadRequestError if there are too many, or if it takes too long.
   */
  async findAll(selection: TextSelection): Promise<SpanRow[]> {
    const found: SpanRow[] = [];
    await this.findNewest(selection, (rows) => {
      found.push(...rows);
      if (found.length <= MAX_MATCHES) return false;
      throw new BadRequestError(
        'Too many spans match to sort them like this. Sort by start time, or add a word, a condition or a time range.',
      );
    });
    return found;
  }

  /** Returns the first of the spans that matches in each trace, by trace ID. */
  async findInTraces(search: TextSearch, spans: readonly SpanRow[]): Promise<Map<string, SpanRow>> {
    const found = await turns(() => this.selectFirst(search, spans));
    return new Map(found.map((span) => [span.traceId, span]));
  }

  /** Reads blocks in order until `isEnough` says so, which gets the first block that remains. */
  private async walk(
    { projectId, search, findConditions, isWantedTrace }: TextSelection,
    rest: NonNullable<ReturnType<typeof restOf>>,
    page: SpanPage,
    isEnough: (rows: Row[], next: FoundBlock | undefined) => boolean | Promise<boolean>,
  ): Promise<void> {
    const deadline = performance.now() + MAX_MS;
    const seen = new Set<number>();
    // Looking up a word that most blocks have takes longer than looking into the next blocks.
    let isFrequent = true;
    for (const limit of [FIRST_BLOCKS, ...NEXT_BLOCKS]) {
      const test = isFrequent ? null : search.blockTest;
      let [lookedInto, matched] = [0, 0];
      const found = await this.blocks.find({ projectId, ...rest, test, limit: limit + 1 });
      const end = Math.min(found.length, limit);
      for (let at = 0; at < end; at += BLOCKS_AT_ONCE) {
        const part = found.slice(at, Math.min(at + BLOCKS_AT_ONCE, end));
        const blocks = part.map(({ block }) => block).filter((block) => !seen.has(block));
        if (blocks.length === 0) continue;
        const rows = await this.queries.list(projectId, await findConditions(), {
          ...page,
          blocks,
          limit: null,
        });
        const wanted = isWantedTrace ? rows.filter((row) => isWantedTrace(row.traceId)) : rows;
        const matching = await turns(() =>
          isWantedTrace ? this.selectFirst(search, wanted) : this.selectAll(search, wanted),
        );
        lookedInto += isWantedTrace
          ? new Set(wanted.map((row) => row.traceId)).size
          : wanted.length;
        matched += matching.length;
        for (const block of blocks) seen.add(block);
        if (await isEnough(matching, found[at + part.length])) return;
        if (performance.now() > deadline) {
          throw new BadRequestError(
            'This search takes too long. Add a word, a condition or a time range.',
          );
        }
      }
      if (found.length <= limit) return;
      isFrequent = matched >= lookedInto * FREQUENT;
    }
  }

  private async selectAll(search: TextSearch, rows: readonly Row[]): Promise<Row[]> {
    const sizes = await this.queries.readSizes(rows);
    const matching: Row[] = [];
    for (const part of inParts(rows, sizes)) {
      matching.push(...(await this.selectMatching(search, part)));
    }
    return matching;
  }

  /**
   * Selects the first span of each trace that matches. Looks into one span of each trace, then into
   * two more of the remaining traces, and so on, because a frequent word is usually found soon.
   */
  private async selectFirst<R extends SpanRow>(
    search: TextSearch,
    rows: readonly R[],
  ): Promise<R[]> {
    const found: R[] = [];
    let waiting = [...Map.groupBy(rows, ({ traceId }) => traceId).values()];
    for (let count = 1; waiting.length > 0; count *= 2) {
      const known = new Set<string>();
      const next = waiting.flatMap((spans) => spans.splice(0, count));
      const sizes = await this.queries.readSizes(next);
      for (const part of inParts(next, sizes)) {
        const unknown = part.filter(({ traceId }) => !known.has(traceId));
        for (const span of await this.selectMatching(search, unknown)) {
          if (known.has(span.traceId)) continue;
          known.add(span.traceId);
          found.push(span);
        }
      }
      waiting = waiting.filter(([span]) => span && !known.has(span.traceId));
    }
    return found;
  }

  private async selectMatching<R extends SpanRow>(
    search: TextSearch,
    rows: readonly R[],
  ): Promise<R[]> {
    if (rows.length === 0) return [];
    const contents = await this.queries.readContent(rows);
    const byKey = new Map(contents.map((content) => [toSpanKeyText(content), content]));
    return rows.filter((row) => {
      const content = byKey.get(toSpanKeyText(row));
      // A span may have been deleted between the queries.
      return content !== undefined && isMatch(search, { ...row, ...content });
    });
  }
}

/** Splits rows, so that the contents of each part are not too large. */
function* inParts<R extends SpanRow>(
  rows: readonly R[],
  sizes: ReadonlyMap<string, number>,
): Generator<R[]> {
  let [part, bytes]: [R[], number] = [[], 0];
  for (const row of rows) {
    const size = sizes.get(toSpanKeyText(row)) ?? 0;
    if (part.length > 0 && bytes + size > BYTES_AT_ONCE) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

function compareRows({ column, descending }: KeysetSort): (a: Row, b: Row) => number {
  const direction = descending ? -1 : 1;
  // Times in this form are sorted like their texts.
  const byStart = (a: Row, b: Row): number =>
    Number(a.startTime > b.startTime) - Number(a.startTime < b.startTime);
  return (a, b) => direction * ((column ? byStart(a, b) : 0) || a.id - b.id);
}
