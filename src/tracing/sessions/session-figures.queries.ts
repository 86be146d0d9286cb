import { Injectable } from '@nestjs/common';
import { sumPriced } from '../../spans/cost-details.js';
import { durationMsOf } from '../fields/duration.js';
import { totalTurns } from '../fields/session-totals.js';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { SPAN_PREVIEWS, SpanEntity, type SpanPreviews } from '../spans/span.entity.js';
import { hasOwnValue } from '../spans/spans.queries.js';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
  toSessionParts,
  toSessionText,
} from '../../spans/session-key.js';

/** Figures of all traces of a session. */
export interface SessionFigures extends SessionKey {
  traceCount: number;
  /** Traces with at least one failed span. */
  failedTraceCount: number;
  promptTokens: number;
  completionTokens: number;
  /** US dollars; null if no span has a known price. */
  promptCost: number | null;
  completionCost: number | null;
  /** LLM spans with tokens, and how many of them have no price. */
  tokenSpanCount: number;
  unpricedSpanCount: number;
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
 * Which traces at an end of each session all shards of a cluster search at once: the outermost one first, then
 * the next three. Only the sessions that remain are searched one by one.
 */
const NEAR_TRACES = [
  [0, 1],
  [1, 4],
] as const;

/** The root span of a session to find. */
export interface SessionRootKey extends SessionKey {
  /** Of the first trace with an input, or of the last one with an output. */
  end: keyof typeof ENDS;
  /** Whether an input or output in the messages of an LLM span does not count. */
  areOwn: boolean;
}

export type SessionRoot = SpanPreviews & SessionRootKey;

const TOTALS = totalTurns('t');

const ROOT_COLUMNS = selectColumns(SpanEntity, 's', SPAN_PREVIEWS);

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

  /** Skips sessions without traces. @param keys all of them different. */
  readFigures(
    keys: readonly SessionKey[],
    probabilities: readonly number[],
  ): Promise<SessionFigures[]> {
    return this.reader.query(
      `SELECT t.project_id AS "projectId", t.session_id AS "sessionId",
              ${TOTALS.traces} AS "traceCount", ${TOTALS.failedTraces} AS "failedTraceCount",
              ${TOTALS.promptTokens}::float8 AS "promptTokens",
              ${TOTALS.completionTokens}::float8 AS "completionTokens",
              ${TOTALS.promptCost}::float8 AS "promptCost",
              ${TOTALS.completionCost}::float8 AS "completionCost",
              ${sumPriced('t')}, ${TOTALS.userId} AS "userId",
              coalesce(percentile_cont($3::float8[]) WITHIN GROUP (
                ORDER BY ${durationMsOf('t')}::float8), '{}') AS quantiles
         FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}
        GROUP BY t.project_id, t.session_id`,
      [...toSessionColumns(keys), probabilities],
    );
  }

  /** Finds root spans of sessions. Skips what no trace has. */
  async findRoots(keys: readonly SessionRootKey[]): Promise<SessionRoot[]> {
    const found = this.reader.distribution.hasWorkers ? await this.findNearRoots(keys) : [];
    const groups = groupRoots(listMissing(keys, found)).map((group) =>
      this.findRootsInOrder(group),
    );
    return [...found, ...(await Promise.all(groups)).flat()];
  }

  /** Reads the traces of each session in order until one fits. */
  private findRootsInOrder({ end, areOwn, sessions }: RootGroup): Promise<SessionRoot[]> {
    const { direction } = ENDS[end];
    const first = `SELECT k.project_id AS "projectId", k.session_id AS "sessionId", '${end}' AS "end",
             ${areOwn} AS "areOwn", ${ROOT_COLUMNS}
        FROM traces t JOIN spans s ON s.trace_id = t.trace_id AND s.parent_id IS NULL
       WHERE ${isSameSession('t', 'k')} AND ${isWantedRoot(end, areOwn)}
       ORDER BY t.start_time ${direction}, t.id ${direction}, s.start_time ${direction}, s.id ${direction}
       LIMIT 1`;
    const parameters: unknown[] = [];
    const parts = toSessionParts(sessions);
    const sql = this.reader.distribution.selectForEach(
      first,
      parts,
      (value) => `$${parameters.push(value)}`,
    );
    return this.reader.query(sql, parameters);
  }

  /** Finds root spans in the outermost traces of each session. */
  private async findNearRoots(keys: readonly SessionRootKey[]): Promise<SessionRoot[]> {
    const sessions = new Map(keys.map((key) => [toSessionText(key), key]));
    const ends = await this.listEnds([...sessions.values()]);
    const found: SessionRoot[] = [];
    for (const range of NEAR_TRACES) {
      const groups = groupRoots(listMissing(keys, found)).map(({ sessions, ...group }) =>
        this.findRootsInTraces(
          group,
          sessions.map((key) => ({
            key,
            inOrder: ends.get(toSessionText(key))?.[group.end].slice(...range) ?? [],
          })),
        ),
      );
      found.push(...(await Promise.all(groups)).flat());
    }
    return found;
  }

  /**
   * Lists the first and the last traces of each session, from the outermost one, by the texts of sessions.
   * @param maxSpans leaves out larger traces.
   */
  async listEnds(
    keys: readonly SessionKey[],
    maxSpans?: number,
  ): Promise<Map<string, SessionEnds>> {
    const rows = await this.reader.query<(SessionEnds & SessionKey)[]>(
      `SELECT t.project_id AS "projectId", t.session_id AS "sessionId",
              ${listTraces('first')} AS first, ${listTraces('last')} AS last
         FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}
        WHERE $3::bigint IS NULL OR t.span_count <= $3
        GROUP BY t.project_id, t.session_id`,
      [...toSessionColumns(keys), maxSpans],
    );
    return new Map(rows.map((row) => [toSessionText(row), row]));
  }

  /**
   * Finds, for each session, the wanted root of the first listed trace that has one.
   * @param sessions with the IDs of their traces, from the outermost one.
   */
  private async findRootsInTraces(
    { end, areOwn }: Omit<RootGroup, 'sessions'>,
    sessions: readonly { key: SessionKey; inOrder: readonly string[] }[],
  ): Promise<SessionRoot[]> {
    const ids = sessions.flatMap(({ inOrder }) => inOrder);
    if (ids.length === 0) return [];
    const { direction } = ENDS[end];
    const rows = await this.reader.query<SpanPreviews[]>(
      `SELECT DISTINCT ON (s.trace_id) ${ROOT_COLUMNS} FROM spans s
        WHERE s.trace_id = ANY($1) AND s.parent_id IS NULL AND ${isWantedRoot(end, areOwn)}
        ORDER BY s.trace_id, s.start_time ${direction}, s.id ${direction}`,
      [ids],
    );
    const byTrace = new Map(rows.map((row) => [row.traceId, row]));
    return sessions.flatMap(({ key: { projectId, sessionId }, inOrder }) => {
      const root = inOrder.map((id) => byTrace.get(id)).find((row) => row !== undefined);
      return root ? [{ ...root, projectId, sessionId, end, areOwn }] : [];
    });
  }
}

/** The IDs of traces at the two ends of a session. */
export type SessionEnds = Record<SessionRootKey['end'], string[]>;

/** SQL of the IDs of the traces at an end of a session, from the outermost one. */
function listTraces(end: SessionRootKey['end']): string {
  const { direction } = ENDS[end];
  return `(array_agg(t.trace_id ORDER BY t.start_time ${direction}, t.id ${direction}))[1:${NEAR_TRACES[1][1]}]`;
}

/** Returns the keys that have no root yet. */
function listMissing(
  keys: readonly SessionRootKey[],
  found: readonly SessionRootKey[],
): readonly SessionRootKey[] {
  const known = new Set(found.map(toRootText));
  return keys.filter((key) => !known.has(toRootText(key)));
}

interface RootGroup extends Omit<SessionRootKey, keyof SessionKey> {
  sessions: SessionKey[];
}

function groupRoots(keys: readonly SessionRootKey[]): RootGroup[] {
  const groups = Map.groupBy(keys, ({ end, areOwn }) => `${end} ${areOwn}`);
  return [...groups.values()].map((alike) => ({
    end: alike[0]!.end,
    areOwn: alike[0]!.areOwn,
    sessions: alike,
  }));
}

/** Returns the same text for equal keys. */
export function toRootText({ end, areOwn, ...key }: SessionRootKey): string {
  return `${end} ${areOwn} ${toSessionText(key)}`;
}
