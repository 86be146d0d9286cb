import { isFailedSpan } from '../../spans/failure.js';
import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { IS_ROOT, IS_ROOT_OR_ORPHAN } from '../fields/root-span.js';
import {
  SPAN_PREVIEWS,
  SPAN_SUMMARY,
  SpanEntity,
  type SpanPreviews,
  type SpanRow,
  type SpanSummary,
} from './span.entity.js';
import type { TreeSpan } from './span-tree.js';
import { SPAN_SELECT_LIST } from './spans.queries.js';

/** SQL for the spans of all traces on a page at once. */
@Injectable()
export class SpansOfTracesQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Reads the columns of spans for a REST list of traces, sorted by start. */
  async readSummaries(traceIds: readonly string[]): Promise<SpanSummary[]> {
    return this.reader.query(
      `SELECT ${selectColumns(SpanEntity, 's', SPAN_SUMMARY)}
         FROM spans s WHERE s.trace_id = ANY($1)
        ORDER BY s.start_time, s.id`,
      [traceIds],
    );
  }

  /** Finds the earliest root of each trace or, in a trace without roots, its earliest orphan. */
  async findRoots(traceIds: readonly string[]): Promise<SpanRow[]> {
    const roots = await this.findEarliest(traceIds, IS_ROOT);
    const found = new Set(roots.map((root) => root.traceId));
    const rootless = traceIds.filter((traceId) => !found.has(traceId));
    if (rootless.length === 0) return roots;
    return [...roots, ...(await this.findEarliest(rootless, IS_ROOT_OR_ORPHAN))];
  }

  private async findEarliest(traceIds: readonly string[], condition: string): Promise<SpanRow[]> {
    return this.reader.query(
      `SELECT DISTINCT ON (s.trace_id) ${SPAN_SELECT_LIST} FROM spans s
        WHERE s.trace_id = ANY($1) AND ${condition}
        ORDER BY s.trace_id, s.start_time, s.id`,
      [traceIds],
    );
  }

  /**
   * Finds the first span of each trace that has an input, or the last to end that has an output. What a tool or a
   * decision returned is no answer.
   */
  async findPreviews(
    traceIds: readonly string[],
    side: 'input' | 'output',
  ): Promise<SpanPreviews[]> {
    const order = side === 'input' ? 's.start_time, s.id' : 's.end_time DESC, s.id DESC';
    return this.reader.query(
      `SELECT DISTINCT ON (s.trace_id) ${selectColumns(SpanEntity, 's', SPAN_PREVIEWS)}
         FROM spans s WHERE s.trace_id = ANY($1) AND s.${side}_preview IS NOT NULL
          AND s.kind NOT IN ('TOOL', 'DECISION')
        ORDER BY s.trace_id, ${order}`,
      [traceIds],
    );
  }

  /**
   * Reads the tree of each trace without payloads, with siblings sorted by start. Returns one JSON
   * text per trace, because reading ten thousand small rows would take several times as long.
   */
  async readTrees(traceIds: readonly string[]): Promise<{ traceId: string; spans: TreeSpan[] }[]> {
    return this.reader.query(
      `SELECT s.trace_id AS "traceId", json_agg(json_build_array(s.span_id, s.parent_id,
                ${isFailedSpan('s')}, s.prompt_tokens, s.completion_tokens)
                ORDER BY s.start_time, s.id) AS spans
         FROM spans s WHERE s.trace_id = ANY($1) GROUP BY s.trace_id`,
      [traceIds],
    );
  }

  /** Counts the spans of each kind in a trace, most frequent kind first. */
  async countKinds(
    traceIds: readonly string[],
  ): Promise<{ traceId: string; kind: string; count: number }[]> {
    return this.reader.query(
      `SELECT trace_id AS "traceId", kind, count(*) AS count FROM spans
        WHERE trace_id = ANY($1) GROUP BY trace_id, kind ORDER BY trace_id, count DESC, kind`,
      [traceIds],
    );
  }

  /** Reads the events of failed spans as JSON text. */
  async readFailures(
    traceIds: readonly string[],
  ): Promise<{ traceId: string; events: string | null }[]> {
    return this.reader.query(
      `SELECT s.trace_id AS "traceId", s.events::text AS events FROM spans s
        WHERE s.trace_id = ANY($1) AND ${isFailedSpan('s')}`,
      [traceIds],
    );
  }
}
