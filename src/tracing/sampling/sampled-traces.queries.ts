import { isFailedTrace } from '../../spans/failure.js';
import { costOf } from '../../spans/cost-details.js';
import type { Distribution, Distributed } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { selectSpansOfBlocks } from '../../spans/span-blocks.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { knownTraceLatency } from '../fields/trace.js';
import { isKept } from '../expiry/kept-traces.js';
import type { SamplingRules, ScoreRule } from './sampling-rules.js';
import { isInShare, toThreshold } from './share-threshold.js';

/** Runs queries on one of the databases. */
export type RowReader = Distributed<{
  query: <T>(sql: string, parameters: unknown[]) => Promise<T[]>;
}>;

/** The facts about a trace that rules test, apart from a condition in the filter language. */
export interface TraceFacts {
  traceId: string;
  spanCount: number;
  isProtected: boolean;
  isFailed: boolean;
  isSlow: boolean;
  isExpensive: boolean;
  isBadlyScored: boolean;
  isInShare: boolean;
}

/** The times at which the spans of a trace arrived. */
export interface TraceActivity {
  traceId: string;
  /** Whether they all arrived while sampling was on. */
  isNew: boolean;
  isQuiet: boolean;
  /** Whether the trace has waited for long enough. */
  isOverdue: boolean;
}

/** SQL of whether somebody has judged a trace `t`, or something refers to it. */
export function isProtected(distribution: Distribution): string {
  return isKept(distribution, [
    'ANNOTATED_BY_PEOPLE',
    'IN_DATASETS',
    'IN_EXPERIMENTS',
    'IN_QUEUES',
  ]);
}

/**
 * Lists the traces of a project about which nothing is decided, and which have spans in some blocks that
 * arrived from a time on.
 */
export async function listUndecided(
  database: RowReader,
  projectId: number,
  blocks: readonly number[],
  from: string,
): Promise<string[]> {
  const where = new DistributedWhere(database.distribution);
  const project = `${where.bind(projectId)}::bigint`;
  const spans = selectSpansOfBlocks('s.trace_id, s.ingested_at', project, blocks, where);
  const found = await database.query<{ traceId: string }>(
    `SELECT DISTINCT s.trace_id AS "traceId" FROM (${spans}) s
      WHERE s.ingested_at >= ${where.bind(from)}::timestamptz`,
    where.parameters,
  );
  // Not in one query: PostgreSQL expects so many spans of blocks that it would read all traces.
  const undecided = await database.query<{ traceId: string }>(
    `SELECT t.trace_id AS "traceId" FROM traces t
      WHERE t.trace_id = ANY($1) AND t.kept_because IS NULL`,
    [found.map(({ traceId }) => traceId)],
  );
  return undecided.map(({ traceId }) => traceId);
}

/** Reads when the spans of traces arrived. Reads all their spans. */
export function readActivity(
  database: RowReader,
  traceIds: readonly string[],
  from: string,
  { quietSeconds, longestWaitSeconds }: SamplingRules,
): Promise<TraceActivity[]> {
  return database.query(
    `SELECT s.trace_id AS "traceId", min(s.ingested_at) >= $2::timestamptz AS "isNew",
            max(s.ingested_at) <= now() - $3::float8 * interval '1 s' AS "isQuiet",
            min(s.ingested_at) <= now() - $4::float8 * interval '1 s' AS "isOverdue"
       FROM spans s WHERE s.trace_id = ANY($1) GROUP BY s.trace_id`,
    [traceIds, from, quietSeconds, longestWaitSeconds],
  );
}

/** Lists those of some traces that rules still evaluate. */
export async function listEvaluated(
  database: RowReader,
  projectId: number,
  traceIds: readonly string[],
): Promise<string[]> {
  const rows = await database.query<{ traceId: string }>(
    `SELECT DISTINCT q.trace_id AS "traceId"
       FROM evaluation_rules r JOIN evaluation_queue q ON q.rule_id = r.id
      WHERE r.project_id = $1 AND q.trace_id = ANY($2) AND NOT q.is_finished`,
    [projectId, traceIds],
  );
  return rows.map(({ traceId }) => traceId);
}

/** Lists those of some traces with spans whose cost is not yet known. */
export async function listUnpriced(
  database: RowReader,
  traceIds: readonly string[],
): Promise<string[]> {
  const rows = await database.query<{ traceId: string }>(
    `SELECT DISTINCT s.trace_id AS "traceId" FROM spans s
      WHERE s.trace_id = ANY($1)
        AND s.id = ANY(ARRAY(SELECT unnest(u.span_ids) FROM unpriced_spans u))`,
    [traceIds],
  );
  return rows.map(({ traceId }) => traceId);
}

/**
 * Reads what the rules need to know about traces.
 * @param addTraces selects the traces `t`.
 */
export function readFacts(
  database: RowReader,
  rules: SamplingRules,
  addTraces: (where: DistributedWhere) => void,
): Promise<TraceFacts[]> {
  const where = new DistributedWhere(database.distribution);
  addTraces(where);
  const atLeast = (value: string, least: number | null): string =>
    least === null ? 'false' : `coalesce(${value} >= ${where.bind(least)}::float8, false)`;
  const cost = `coalesce(${costOf('t')}, 0)`;
  const tokens = '(t.prompt_tokens + t.completion_tokens)';
  const threshold = toThreshold(rules.share);
  const shared = rules.sharesSessions ? 'coalesce(t.session_id, t.trace_id)' : 't.trace_id';
  return database.query(
    `SELECT t.trace_id AS "traceId", t.span_count AS "spanCount",
            ${isProtected(database.distribution)} AS "isProtected",
            ${rules.keepsFailed ? isFailedTrace('t') : 'false'} AS "isFailed",
            ${atLeast(knownTraceLatency('t'), rules.minLatencyMs)} AS "isSlow",
            (${atLeast(cost, rules.minCost)} OR ${atLeast(tokens, rules.minTokens)})
              AS "isExpensive",
            ${isBadlyScored(rules.scores, where)} AS "isBadlyScored",
            ${threshold === null ? 'false' : isInShare(shared, `${where.bind(threshold)}::text`)}
              AS "isInShare"
       FROM traces t ${where.toString()}`,
    where.parameters,
  );
}

function isBadlyScored(scores: readonly ScoreRule[], where: SqlWhere): string {
  if (scores.length === 0) return 'false';
  const isBad = scores
    .map(({ name, below, labels }) => {
      const named = `a.name = ${where.bind(name)}::text`;
      const low = below === null ? 'false' : `a.score < ${where.bind(below)}::float8`;
      return `(${named} AND (${low} OR a.label = ANY(${where.bind(labels)}::text[])))`;
    })
    .join(' OR ');
  const exists = ['trace_annotations', 'span_annotations'].map(
    (table) => `EXISTS (SELECT FROM ${table} a WHERE a.trace_id = t.trace_id AND (${isBad}))`,
  );
  return `(${exists.join(' OR ')})`;
}

/** Lists those of some traces of a project that meet a condition. */
export async function listMeeting(
  database: RowReader,
  traceIds: readonly string[],
  addCondition: (where: DistributedWhere) => void,
): Promise<string[]> {
  const where = new DistributedWhere(database.distribution);
  where.and(`t.trace_id = ANY(${where.bind(traceIds)}::text[])`);
  addCondition(where);
  const rows = await database.query<{ traceId: string }>(
    `SELECT t.trace_id AS "traceId" FROM traces t ${where.toString()}`,
    where.parameters,
  );
  return rows.map(({ traceId }) => traceId);
}
