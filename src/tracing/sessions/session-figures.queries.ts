import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { isDistributed } from '../../common/sql/distribution.js';
import { type Keys, selectForEach } from '../../common/sql/for-each.js';
import type { SpanPreviews } from '../spans/span.entity.js';
import { hasOwnValue } from '../spans/spans.queries.js';

/** Totals over all traces of a session. */
export interface SessionSums {
  sessionId: string;
  traceCount: number;
  /** Traces with at least one failed span. */
  failedTraceCount: number;
  promptTokens: number;
  completionTokens: number;
  /** US dollars; null if no span has a known price. */
  promptCost: number | null;
  completionCost: number | null;
  /** The first user that a trace names. */
  userId: string | null;
}

/**
 * The two ends of a conversation, each with the column that must have a value, its attribute, and
 * the search order.
 */
const ENDS = {
  first: { column: 'input_preview', attribute: 'input', direction: 'ASC' },
  last: { column: 'output_preview', attribute: 'output', direction: 'DESC' },
} as const;

/** Traces of a session to look into first on a cluster. */
const NEAR_TRACES = 4;

type SessionRoot = SpanPreviews & { sessionId: string };

const ROOT_COLUMNS = `s.trace_id AS "traceId", s.span_id AS "spanId",
  s.input_preview AS "inputPreview", s.input_mime_type AS "inputMimeType",
  s.output_preview AS "outputPreview", s.output_mime_type AS "outputMimeType"`;

/** SQL of whether a root span `s` has the input or output that is looked for. */
function isWantedRoot(end: keyof typeof ENDS, areOwn: boolean): string {
  const { column, attribute } = ENDS[end];
  const isOwn = areOwn ? ` AND (s.kind <> 'LLM' OR ${hasOwnValue(attribute)})` : '';
  return `s.${column} IS NOT NULL${isOwn}`;
}

/** SQL for the fields of sessions that are not in their rows, for a whole page at once. */
@Injectable()
export class SessionFiguresQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Skips sessions without traces. */
  readSums(sessionIds: readonly string[]): Promise<SessionSums[]> {
    return this.reader.query(
      `SELECT session_id AS "sessionId", count(*) AS "traceCount",
              count(*) FILTER (WHERE error_count > 0) AS "failedTraceCount",
              sum(prompt_tokens)::float8 AS "promptTokens",
              sum(completion_tokens)::float8 AS "completionTokens",
              sum(prompt_cost) AS "promptCost", sum(completion_cost) AS "completionCost",
              (array_agg(user_id ORDER BY start_time, id) FILTER (WHERE user_id IS NOT NULL))[1]
                AS "userId"
         FROM traces WHERE session_id = ANY($1) GROUP BY session_id`,
      [sessionIds],
    );
  }

  /**
   * Finds the root span of each session's first trace with an input, or of its last trace with an
   * output. Reads the traces of a session in order until one fits.
   * @param areOwn whether an input or output in the messages of an LLM span does not count.
   */
  async findRoots(
    sessionIds: readonly string[],
    end: keyof typeof ENDS,
    areOwn: boolean,
  ): Promise<SessionRoot[]> {
    const found = isDistributed() ? await this.findNearRoots(sessionIds, end, areOwn) : [];
    const known = new Set(found.map(({ sessionId }) => sessionId));
    const values = sessionIds.filter((sessionId) => !known.has(sessionId));
    if (values.length === 0) return found;
    const { direction } = ENDS[end];
    const first = `SELECT k.session_id AS "sessionId", ${ROOT_COLUMNS}
        FROM traces t JOIN spans s ON s.trace_id = t.trace_id AND s.parent_id IS NULL
       WHERE t.session_id = k.session_id AND ${isWantedRoot(end, areOwn)}
       ORDER BY t.start_time ${direction}, t.id ${direction}, s.start_time ${direction}, s.id ${direction}
       LIMIT 1`;
    const keys: Keys = { alias: 'k.session_id', values, type: 'text' };
    const parameters: unknown[] = [];
    const sql = selectForEach(first, keys, (value) => `$${parameters.push(value)}`);
    return [...found, ...(await this.reader.query<SessionRoot[]>(sql, parameters))];
  }

  /**
   * Like `findRoots`, but only in the first traces of each session, which all shards of a cluster look for
   * at once. They would otherwise look for one session after the other.
   */
  private findNearRoots(
    sessionIds: readonly string[],
    end: keyof typeof ENDS,
    areOwn: boolean,
  ): Promise<SessionRoot[]> {
    const { direction } = ENDS[end];
    return this.reader.query(
      `WITH near AS (
         SELECT t.session_id, n.trace_id, n.place FROM (
           SELECT session_id, (array_agg(trace_id ORDER BY start_time ${direction}, id ${direction}))[
                    1:${NEAR_TRACES}] AS trace_ids
             FROM traces WHERE session_id = ANY($1) GROUP BY session_id) t
          CROSS JOIN LATERAL unnest(t.trace_ids) WITH ORDINALITY AS n (trace_id, place))
       SELECT DISTINCT ON (near.session_id) near.session_id AS "sessionId", ${ROOT_COLUMNS}
         FROM near JOIN spans s ON s.trace_id = near.trace_id AND s.parent_id IS NULL
        WHERE ${isWantedRoot(end, areOwn)}
        ORDER BY near.session_id, near.place, s.start_time ${direction}, s.id ${direction}`,
      [sessionIds],
    );
  }

  /** Quantiles of the durations of a session's traces, in milliseconds. */
  readLatencyQuantiles(
    sessionIds: readonly string[],
    probabilities: readonly number[],
  ): Promise<{ sessionId: string; quantiles: number[] }[]> {
    return this.reader.query(
      `SELECT session_id AS "sessionId",
              percentile_cont($2::float8[]) WITHIN GROUP (
                ORDER BY (extract(epoch FROM end_time - start_time) * 1000)::float8) AS quantiles
         FROM traces WHERE session_id = ANY($1) GROUP BY session_id`,
      [sessionIds, probabilities],
    );
  }
}
