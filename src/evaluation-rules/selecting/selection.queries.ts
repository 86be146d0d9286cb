import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { isSameSession } from '../../spans/session-key.js';
import { selectSpansOfBlocks } from '../../spans/span-blocks.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { type EvaluationRuleRow, EVALUATION_RULE_COLUMNS } from '../evaluation-rules.queries.js';
import { identifierOf } from '../rule-identifier.js';

/** Blocks of new spans of a project. */
export interface HandedOver {
  id: number;
  projectId: number;
  blocks: number[];
  /** How long ago the span index handed them over. */
  ageSeconds: number;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* evaluation selection */';

/** SQL of whether new spans wait for rules. */
export const SELECTION_DUE = '(SELECT id FROM unevaluated_spans ORDER BY id LIMIT 1) IS NOT NULL';

/** The most subjects that wait for one rule, so that a slow evaluator does not fill the database. */
export const MAX_WAITING = 100_000;

/**
 * How long a trace or session must be quiet before it is evaluated. Instrumented applications send
 * a span when it ends, and a conversation pauses longer than a trace.
 */
const QUIET = { TRACE: `interval '1 min'`, SESSION: `interval '10 min'` } as const;

/** Takes the hand-overs that have waited longest. */
export async function takeHandedOver(client: pg.ClientBase, limit: number): Promise<HandedOver[]> {
  const { rows } = await client.query<HandedOver>(
    `${MARK} SELECT id, project_id AS "projectId", to_json(blocks) AS blocks,
            extract(epoch FROM now() - created_at)::float8 AS "ageSeconds"
       FROM unevaluated_spans ORDER BY id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function forgetHandedOver(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<void> {
  await client.query(`${MARK} DELETE FROM unevaluated_spans WHERE id = ANY($1)`, [ids]);
}

/** Lists the enabled rules of projects. */
export async function listEnabledRules(
  client: pg.ClientBase,
  projectIds: readonly number[],
): Promise<EvaluationRuleRow[]> {
  const { rows } = await client.query<EvaluationRuleRow>(
    `${MARK} SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r
      WHERE r.is_enabled AND r.project_id = ANY($1) ORDER BY r.id`,
    [projectIds],
  );
  return rows;
}

/** Returns whether so much waits for a rule that it may select nothing more. */
export async function isFull(client: pg.ClientBase, ruleId: number): Promise<boolean> {
  const { rows } = await client.query(
    `${MARK} SELECT FROM evaluation_queue WHERE rule_id = $1 AND NOT is_finished
     OFFSET ${MAX_WAITING - 1} LIMIT 1`,
    [ruleId],
  );
  return rows.length > 0;
}

/**
 * Adds the spans in blocks that a rule selects to its queue. For traces and sessions, adds those with
 * such spans, whose condition is checked once they are quiet, or lets them wait longer.
 * @param addCondition adds the condition on spans `s`, and returns the joins that it needs.
 */
export async function selectForRule(
  client: Distributed<pg.ClientBase>,
  rule: EvaluationRuleRow,
  blocks: readonly number[],
  addCondition: (where: DistributedWhere) => string,
): Promise<void> {
  const where = new DistributedWhere(client.distribution);
  const ruleId = `${where.bind(rule.id)}::bigint`;
  const select = SELECTIONS[rule.target](newSpans(rule, blocks, where));
  const joins = rule.target === 'SPAN' ? addCondition(where) : '';
  addSample(where, rule, select.columns);
  addUnknown(where, rule, select.annotated);
  const columns = ['trace_id', 'span_id', 'session_id'];
  const conflict =
    rule.target === 'SPAN'
      ? 'DO NOTHING'
      : `(rule_id, ${columns.join(', ')}) DO UPDATE SET due_at = excluded.due_at
          WHERE NOT q.is_finished AND q.owner IS NULL`;
  await client.query(
    `${MARK} INSERT INTO evaluation_queue AS q (rule_id, ${columns.join(', ')}, due_at)
     SELECT DISTINCT ${ruleId}, ${select.columns.join(', ')}, ${select.dueAt}
       FROM ${select.from} ${joins} ${where.toString()}
     ON CONFLICT ${conflict}`,
    where.parameters,
  );
}

/** The SQL with which a rule selects. */
export interface Selection {
  from: string;
  /** SQL of the trace ID, the span ID and the session ID. */
  columns: readonly [string, string, string];
  dueAt: string;
  /** How its annotations are found. */
  annotated: string;
}

/** How rules with each target select, from SQL of spans. */
export const SELECTIONS: Record<EvaluationRuleRow['target'], (spans: string) => Selection> = {
  SPAN: (spans) => ({
    from: `(${spans}) s`,
    columns: ['s.trace_id', 's.span_id', `''`],
    dueAt: 'now()',
    annotated: 'span_annotations a WHERE a.trace_id = s.trace_id AND a.span_id = s.span_id',
  }),
  TRACE: (spans) => ({
    from: `(${spans}) s`,
    columns: ['s.trace_id', `''`, `''`],
    dueAt: `now() + ${QUIET.TRACE}`,
    annotated: 'trace_annotations a WHERE a.trace_id = s.trace_id',
  }),
  SESSION: (spans) => ({
    from: `(SELECT p.* FROM project_sessions p WHERE (p.session_id, p.project_id) IN (
              SELECT t.session_id, s.project_id FROM (${spans}) s
                JOIN traces t ON t.trace_id = s.trace_id)) p`,
    columns: [`''`, `''`, 'p.session_id'],
    dueAt: `now() + ${QUIET.SESSION}`,
    annotated: `session_annotations a WHERE ${isSameSession('a', 'p')}`,
  }),
};

/**
 * The spans of blocks that arrived while the rule was enabled and still have their texts. OFFSET has them
 * read before any condition, except on a cluster, where the coordinator would gather them.
 */
function newSpans(
  rule: EvaluationRuleRow,
  blocks: readonly number[],
  where: DistributedWhere,
): string {
  const project = `${where.bind(rule.projectId)}::bigint`;
  const ofBlocks = selectSpansOfBlocks('s.*', project, blocks, where);
  return `SELECT s.* FROM (${ofBlocks}) s
           WHERE s.ingested_at >= ${where.bind(rule.enabledAt)}::timestamptz
             AND s.text_removed_at IS NULL ${where.distribution.choose({ single: 'OFFSET 0', cluster: '' })}`;
}

/** A hash decides, so that the same spans are chosen however often they are looked at. */
export function addSample(
  where: SqlWhere,
  rule: EvaluationRuleRow,
  key: Selection['columns'],
): void {
  if (rule.samplingRate === 1) return;
  const hash = `hashtextextended(concat_ws(' ', ${key.join(', ')}), ${where.bind(rule.id)}::bigint)`;
  // From 0 to 1.
  where.and(`${hash} / 2::float8 ^ 64 + 0.5 < ${where.bind(rule.samplingRate)}::float8`);
}

/**
 * Excludes subjects that the rule has evaluated. These have an annotation, perhaps under an earlier name of the
 * rule.
 */
export function addUnknown(where: SqlWhere, rule: EvaluationRuleRow, annotated: string): void {
  const identifier = where.bind(identifierOf(rule));
  where.and(`NOT EXISTS (SELECT 1 FROM ${annotated} AND a.identifier = ${identifier})`);
}
