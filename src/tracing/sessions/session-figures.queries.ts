import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { isDistributed } from '../../common/sql/distribution.js';
import { type Keys, selectForEach } from '../../common/sql/for-each.js';
import type { SpanPreviews } from '../spans/span.entity.js';
import { hasOwnValue } from '../spans/spans.queries.js';

/** Figures of all traces of a session. */
export interface SessionFigures {
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
  /** Quantiles of the durations in milliseconds, one for each probability. */
  quantiles: number[];
}

/**
 * The two ends of a conversation, each with the column that must have a value, its attribute, and
 * the search order.
 */
const ENDS = {
  first: { column: 'input_preview', attribute: 'input', direction: 'ASC' },
  last: { column: 'output_preview', attribute: 'output', direction: 'DESC' },
} as const;

/**
 * How many traces of each session all shards of a cluster look into at once, first and then. They would
 * otherwise look for one session after the other.
 */
const NEAR_TRACES = [1, 4];

/** Which root span of a session to find. */
export interface SessionRootKey {
  sessionId: string;
  /** Of the first trace with an input, or of the last one with an output. */
  end: keyof typeof ENDS;
  /** Whether an input or output in the messages of an LLM span does not count. */
  areOwn: boolean;
}

export type SessionRoot = SpanPreviews & SessionRootKey;

const ROOT_COLUMNS = `s.trace_id AS "traceId", s.span_id AS "spanId",
  s.input_preview AS "inputPreview", s.input_mime_type AS "inputMimeType",
  s.output_preview AS "outputPreview", s.output_mime_type AS "outputMimeType"`;

/** SQL of whether a root span `s` has the input or output that is looked for. */
function isWantedRoot(end: SessionRootKey['end'], areOwn: boolean): string {
  const { column, attribute } = ENDS[end];
  const isOwn = areOwn ? ` AND (s.kind <> 'LLM' OR ${hasOwnValue(attribute)})` : '';
  return `s.${column} IS NOT NULL${isOwn}`;
}

/** SQL for the fields of sessions that are not in their rows, for a whole page at once. */
@Injectable()
export class SessionFiguresQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Skips sessions without traces. */
  readFigures(
    sessionIds: readonly string[],
    probabilities: readonly number[],
  ): Promise<SessionFigures[]> {
    return this.reader.query(
      `SELECT session_id AS "sessionId", count(*) AS "traceCount",
              count(*) FILTER (WHERE error_count > 0) AS "failedTraceCount",
              sum(prompt_tokens)::float8 AS "promptTokens",
              sum(completion_tokens)::float8 AS "completionTokens",
              sum(prompt_cost) AS "promptCost", sum(completion_cost) AS "completionCost",
              (array_agg(user_id ORDER BY start_time, id) FILTER (WHERE user_id IS NOT NULL))[1]
                AS "userId",
              coalesce(percentile_cont($2::float8[]) WITHIN GROUP (
                ORDER BY (extract(epoch FROM end_time - start_time) * 1000)::float8), '{}') AS quantiles
         FROM traces WHERE session_id = ANY($1) GROUP BY session_id`,
      [sessionIds, probabilities],
    );
  }

  /** Finds root spans of sessions. Skips what no trace has. */
  async findRoots(keys: readonly SessionRootKey[]): Promise<SessionRoot[]> {
    const found: SessionRoot[] = [];
    let rest = keys;
    for (const count of isDistributed() ? NEAR_TRACES : []) {
      if (rest.length === 0) break;
      found.push(...(await this.findNearRoots(rest, count)));
      const known = new Set(found.map(toRootText));
      rest = rest.filter((key) => !known.has(toRootText(key)));
    }
    const groups = groupRoots(rest).map((group) => this.findRootsInOrder(group));
    return [...found, ...(await Promise.all(groups)).flat()];
  }

  /** Reads the traces of each session in order until one fits. */
  private findRootsInOrder({ end, areOwn, sessionIds }: RootGroup): Promise<SessionRoot[]> {
    const { direction } = ENDS[end];
    const first = `SELECT k.session_id AS "sessionId", '${end}' AS "end", ${areOwn} AS "areOwn", ${ROOT_COLUMNS}
        FROM traces t JOIN spans s ON s.trace_id = t.trace_id AND s.parent_id IS NULL
       WHERE t.session_id = k.session_id AND ${isWantedRoot(end, areOwn)}
       ORDER BY t.start_time ${direction}, t.id ${direction}, s.start_time ${direction}, s.id ${direction}
       LIMIT 1`;
    const keys: Keys = { alias: 'k.session_id', values: sessionIds, type: 'text' };
    const parameters: unknown[] = [];
    const sql = selectForEach(first, keys, (value) => `$${parameters.push(value)}`);
    return this.reader.query(sql, parameters);
  }

  /** Looks for root spans in the traces at the ends of each session, in one query if `areOwn` is the same. */
  private async findNearRoots(
    keys: readonly SessionRootKey[],
    count: number,
  ): Promise<SessionRoot[]> {
    const alike = Map.groupBy(groupRoots(keys), ({ areOwn }) => areOwn);
    const found = [...alike.values()].map((groups) => {
      const parameters: unknown[] = [[...new Set(groups.flatMap(({ sessionIds }) => sessionIds))]];
      const conditions = groups.map(
        ({ end, areOwn, sessionIds }) => `near.side = '${end}'
          AND near.session_id = ANY($${parameters.push(sessionIds)}) AND ${isWantedRoot(end, areOwn)}`,
      );
      return this.reader.query<SessionRoot[]>(
        `WITH near AS (
           SELECT t.session_id, ends.side, n.trace_id, n.place FROM (
             SELECT session_id, ${listTraces('first', count)} AS first, ${listTraces('last', count)} AS last
               FROM traces WHERE session_id = ANY($1) GROUP BY session_id) t
            CROSS JOIN LATERAL (VALUES ('first', t.first), ('last', t.last)) AS ends (side, trace_ids)
            CROSS JOIN LATERAL unnest(ends.trace_ids) WITH ORDINALITY AS n (trace_id, place))
         SELECT DISTINCT ON (near.session_id, near.side) near.session_id AS "sessionId",
                near.side AS "end", ${groups[0]!.areOwn} AS "areOwn", ${ROOT_COLUMNS}
           FROM near JOIN spans s ON s.trace_id = near.trace_id AND s.parent_id IS NULL
          WHERE (${conditions.join(') OR (')})
          ORDER BY near.session_id, near.side, near.place,
                CASE near.side WHEN 'first' THEN s.start_time END, CASE near.side WHEN 'first' THEN s.id END,
                s.start_time DESC, s.id DESC`,
        parameters,
      );
    });
    return (await Promise.all(found)).flat();
  }
}

/** SQL of the IDs of the traces at an end of a session, from the outermost one. */
function listTraces(end: SessionRootKey['end'], count: number): string {
  const { direction } = ENDS[end];
  return `(array_agg(trace_id ORDER BY start_time ${direction}, id ${direction}))[1:${count}]`;
}

interface RootGroup extends Omit<SessionRootKey, 'sessionId'> {
  sessionIds: string[];
}

function groupRoots(keys: readonly SessionRootKey[]): RootGroup[] {
  const groups = Map.groupBy(keys, ({ end, areOwn }) => `${end} ${areOwn}`);
  return [...groups.values()].map((alike) => ({
    ...alike[0]!,
    sessionIds: alike.map(({ sessionId }) => sessionId),
  }));
}

/** Returns the same text for equal keys. */
export function toRootText({ sessionId, end, areOwn }: SessionRootKey): string {
  return `${end} ${areOwn} ${sessionId}`;
}
