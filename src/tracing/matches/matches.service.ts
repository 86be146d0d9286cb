import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DatabaseReader } from '../../database/database-reader.js';
import type { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { readRowCondition } from '../conditions/row-condition.js';
import { readSearch } from '../span-index/search-text.js';
import { SpanListsService } from '../spans/span-lists.service.js';
import { SpansService } from '../spans/spans.service.js';
import { findLatestEnd } from '../traces/traces.queries.js';

/** The rows that a search selects. */
export enum SearchedRows {
  /** Spans that match. */
  SPANS = 'SPANS',
  /** Traces with a span that matches, and all their spans. */
  TRACES = 'TRACES',
  /** Sessions with a span that matches, and all that belongs to them. */
  SESSIONS = 'SESSIONS',
}

/** A search in a project, and what else the spans or their traces must meet. */
export interface MatchInput {
  search?: string | null | undefined;
  searchedRows?: SearchedRows | null | undefined;
  timeRange?: TimeRange | null | undefined;
  /** A condition on the spans, in the filter language. */
  filterCondition?: string | null | undefined;
  /** A condition on the traces of the spans, in the filter language. */
  traceFilterCondition?: string | null | undefined;
}

/**
 * The spans that a search found, as conditions on what it selects: exactly one of the three is
 * present.
 */
export interface Matches {
  /** Selects spans `s`; needs no joins. */
  addSpanCondition?: (where: SqlWhere) => string;
  /** Selects traces `t`. */
  addTraceCondition?: (where: SqlWhere) => void;
  /** Selects sessions `s`. */
  addSessionCondition?: (where: SqlWhere) => void;
  /** Start of the spans that were searched; null if all were. */
  coveredFrom: string | null;
}

interface FoundSpans {
  spanIds: readonly number[];
  traceIds: readonly string[];
  coveredFrom: string | null;
}

/** How long to look for matches. What is older than those found by then is left out. */
const MAX_MS = 250;
/** How long to look for the first few, because a chart without half of them would mislead. */
const MAX_FOR_FEW_MS = 3_000;
const FEW_MATCHES = 200;
const MAX_MATCHES = 10_000;
/** How long to remember what was found: the requests of one page ask for the same. */
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 20;
const MINUTE_MS = 60_000;

/** Finds the spans that match a search, for figures about all of them. */
@Injectable()
export class MatchesService {
  private readonly remembered = new LRUCache<string, Promise<FoundSpans>>({ max: MAX_REMEMBERED });

  constructor(
    private readonly reader: DatabaseReader,
    private readonly spans: SpansService,
    private readonly spanLists: SpanListsService,
  ) {}

  /**
   * Finds the spans of a project that match a search; null if it is blank. If too many match, finds
   * the newest ones.
   * @throws DomainError BAD_USER_INPUT if the search is too long; FilterSyntaxError if a condition is
   * invalid; BadRequestError if a condition takes too long.
   */
  async find(projectId: number, input: MatchInput): Promise<Matches | null> {
    if (!readSearch(input.search)) return null;
    const { spanIds, traceIds, coveredFrom } = await this.findOnce(projectId, input);
    switch (input.searchedRows) {
      case SearchedRows.TRACES:
        return {
          coveredFrom,
          addTraceCondition: (where) => {
            where.and(`t.trace_id = ANY(${where.bind(traceIds)}::text[])`);
          },
        };
      case SearchedRows.SESSIONS:
        return {
          coveredFrom,
          addSessionCondition: (where) => {
            where.and(`(s.session_id, s.project_id) IN (
              SELECT found.session_id, found.project_id FROM traces found
              WHERE found.trace_id = ANY(${where.bind(traceIds)}::text[]))`);
          },
        };
      default:
        return {
          coveredFrom,
          addSpanCondition: (where) => {
            where.and(`s.id = ANY(${where.bind(spanIds)}::bigint[])`);
            return '';
          },
        };
    }
  }

  private findOnce(projectId: number, input: MatchInput): Promise<FoundSpans> {
    const { timeRange, search, filterCondition, traceFilterCondition } = input;
    // A range up to now begins a little later with each request.
    const start = timeRange?.start ? toMinute(timeRange.start) : null;
    const rows = input.searchedRows ?? SearchedRows.SPANS;
    // Charts send an end that lies a little ahead, lists and figures of the same range none.
    const isAhead = timeRange?.end && Date.parse(timeRange.end) > Date.now();
    const end = isAhead ? null : (timeRange?.end ?? null);
    const key = JSON.stringify([
      projectId,
      [search, rows, start, end],
      [filterCondition ?? null, traceFilterCondition ?? null],
    ]);
    const known = this.remembered.get(key);
    if (known) return known;
    const found = this.search(projectId, { ...input, timeRange: { start, end } }).finally(() =>
      setTimeout(() => this.remembered.delete(key), REMEMBERED_MS).unref(),
    );
    this.remembered.set(key, found);
    return found;
  }

  private async search(projectId: number, input: MatchInput): Promise<FoundSpans> {
    const { search, searchedRows, timeRange, filterCondition, traceFilterCondition } = input;
    const end = timeRange?.end ?? null;
    const isOfTraces = searchedRows === SearchedRows.TRACES;
    const filter = {
      search: readSearch(search),
      timeRange: {
        start: timeRange?.start ?? null,
        end: end && isOfTraces ? await findLatestEnd(this.reader, projectId, end) : end,
      },
      addCondition: this.spans.readCondition(filterCondition),
      traceCondition: readRowCondition('trace', traceFilterCondition),
    };
    const spanIds: number[] = [];
    const traceIds = new Set<string>();
    let coveredFrom: string | null = null;
    const began = performance.now();
    await this.spanLists.findNewestBySearch(projectId, filter, (spans, latestRest) => {
      for (const { id, traceId } of spans) {
        spanIds.push(id);
        traceIds.add(traceId);
      }
      const maxMs = spanIds.length < FEW_MATCHES ? MAX_FOR_FEW_MS : MAX_MS;
      const isEnough = spanIds.length >= MAX_MATCHES || performance.now() - began > maxMs;
      if (!isEnough || latestRest === '') return false;
      coveredFrom = latestRest;
      return true;
    });
    return { spanIds, traceIds: [...traceIds], coveredFrom };
  }
}

function toMinute(time: string): string {
  return new Date(Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS).toISOString();
}
