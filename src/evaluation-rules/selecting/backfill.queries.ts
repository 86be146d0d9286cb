import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { type EvaluationRuleRow, EVALUATION_RULE_COLUMNS } from '../evaluation-rules.queries.js';
import { addSample, addUnknown, type Selection, SELECTIONS } from './selection.queries.js';

/** A page of a backfill. Times are wire text. */
export interface BackfillPage {
  rule: EvaluationRuleRow;
  startTime: string | null;
  nextTime: string;
  nextId: number;
}

const MARK = '/* evaluation backfill */';

/** SQL of whether any backfill is still selecting. */
export const BACKFILL_DUE = 'EXISTS (SELECT FROM evaluation_backfills WHERE is_selecting)';

/** Rows to look at with one statement. */
const PAGE = 500;

/** A backfill waits while so many evaluations do, so that it delays new spans only briefly. */
const MAX_WAITING = 500;

/** The tables that a page is read from, and the alias that the selection of the target uses. */
const SOURCES = {
  SPAN: { table: 'spans', alias: 's' },
  TRACE: { table: 'traces', alias: 's' },
  SESSION: { table: 'project_sessions', alias: 'p' },
} as const;

/** Finds the backfill that has waited longest for its next page; null if none can go on. */
export async function findNextPage(client: pg.ClientBase): Promise<BackfillPage | null> {
  const { rows } = await client.query<EvaluationRuleRow & Omit<BackfillPage, 'rule'>>(
    `${MARK} SELECT ${EVALUATION_RULE_COLUMNS}, b.start_time AS "startTime", b.next_time AS "nextTime",
            b.next_id AS "nextId"
       FROM evaluation_backfills b JOIN evaluation_rules r ON r.id = b.rule_id
      WHERE b.is_selecting AND r.is_enabled AND NOT EXISTS (
        SELECT FROM evaluation_queue q WHERE q.rule_id = r.id AND NOT q.is_finished
        OFFSET ${MAX_WAITING - 1} LIMIT 1)
      ORDER BY b.updated_at LIMIT 1`,
  );
  const [row] = rows;
  if (!row) return null;
  const { startTime, nextTime, nextId, ...rule } = row;
  return { rule, startTime, nextTime, nextId };
}

/** Adds what a rule selects of a page to its queue, newest first, and remembers the next page. */
export async function selectPage(
  client: Distributed<pg.ClientBase>,
  page: BackfillPage,
  addCondition: (where: DistributedWhere) => string,
): Promise<void> {
  const rows = await readPage(client, page);
  const ids = rows.map(({ id }) => id);
  const selected = await queueRows(client, page.rule, ids, addCondition);
  const last = rows.at(-1);
  await client.query(
    `${MARK} UPDATE evaluation_backfills
        SET selected = selected + $2, updated_at = clock_timestamp(), next_time = $3, next_id = $4,
            is_selecting = $5
      WHERE rule_id = $1`,
    [
      page.rule.id,
      selected,
      last?.startTime ?? page.nextTime,
      last?.id ?? page.nextId,
      rows.length === PAGE,
    ],
  );
}

async function readPage(
  client: pg.ClientBase,
  { rule, startTime, nextTime, nextId }: BackfillPage,
): Promise<{ id: number; startTime: string }[]> {
  const where = new SqlWhere();
  where
    .and(`r.project_id = ${where.bind(rule.projectId)}::bigint`)
    .and(
      `(r.start_time, r.id) < (${where.bind(nextTime)}::timestamptz, ${where.bind(nextId)}::bigint)`,
    );
  if (startTime !== null) where.and(`r.start_time >= ${where.bind(startTime)}::timestamptz`);
  const { rows } = await client.query<{ id: number; startTime: string }>(
    `${MARK} SELECT r.id, r.start_time AS "startTime" FROM ${SOURCES[rule.target].table} r
      ${where.toString()} ORDER BY r.start_time DESC, r.id DESC LIMIT ${PAGE}`,
    where.parameters,
  );
  return rows;
}

/** Adds those of some rows to the queue of a rule that it selects. Returns how many. */
async function queueRows(
  client: Distributed<pg.ClientBase>,
  rule: EvaluationRuleRow,
  ids: readonly number[],
  addCondition: (where: DistributedWhere) => string,
): Promise<number> {
  const { table, alias } = SOURCES[rule.target];
  const where = new DistributedWhere(client.distribution);
  const ruleId = `${where.bind(rule.id)}::bigint`;
  const { columns, annotated }: Selection = SELECTIONS[rule.target]('');
  where.and(`${alias}.project_id = ${where.bind(rule.projectId)}::bigint`);
  where.and(`${alias}.id = ANY(${where.bind(ids)}::bigint[])`);
  const joins = rule.target === 'SPAN' ? addCondition(where) : '';
  // A retention policy may have removed what there was to evaluate.
  if (rule.target !== 'SESSION') where.and('s.text_removed_at IS NULL');
  addSample(where, rule, columns);
  addUnknown(where, rule, annotated);
  const { rowCount } = await client.query(
    `${MARK} INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at, is_backfill)
     SELECT ${ruleId}, ${columns.join(', ')}, now(), true
       FROM ${table} ${alias} ${joins} ${where.toString()}
      ORDER BY ${alias}.start_time DESC, ${alias}.id DESC
     ON CONFLICT DO NOTHING`,
    where.parameters,
  );
  return rowCount ?? 0;
}

/** Ends a backfill early. */
export async function abortBackfill(
  client: pg.ClientBase,
  ruleId: number,
  error: string,
): Promise<void> {
  await client.query(
    `${MARK} UPDATE evaluation_backfills SET is_selecting = false, error = $2 WHERE rule_id = $1`,
    [ruleId, error],
  );
}
