import type { EntityManager } from 'typeorm';
import { dueOf, listLoops, type LoopName } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import { startTestServer, type TestServer } from '../support/server.js';

const RULE = `INSERT INTO evaluation_rules (id, project_id, name, target, condition, sampling_rate, evaluator_id,
    input_mapping, is_enabled, traces_project_name)
  VALUES (1, 1, 'rule', 'SPAN', '', 1, 1, '{}', $enabled, 'rule-traces')`;
const EVALUATION = `INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at)
  VALUES (1, 't', 's', '', now() $due)`;
const WEBHOOK = `INSERT INTO webhooks (id, name, format, origin, sealed, key_id, events, is_enabled)
  VALUES (1, 'hook', 'STANDARD', 'https://example.com', '', 'key', '{}', $enabled)`;
const DELIVERY = `INSERT INTO webhook_deliveries (webhook_id, message_id, type, summary, data, due_at)
  VALUES (1, 'm', 'alert', '', '{}', now() $due)`;
const POLICY = `INSERT INTO sampling_policies (project_id, is_enabled, rules, quiet_seconds)
  VALUES (1, $enabled, '{}', 60)`;
const UNJOINED = `INSERT INTO unjoined_events (log_ids, retry_at) VALUES ('{1}', $retry)`;
const UNDECIDED = `INSERT INTO undecided_spans (project_id, blocks, created_at) VALUES (1, '{1}', now() $due)`;
const JOB = `INSERT INTO experiment_jobs (experiment_id, status, task, evaluator_ids, max_concurrency,
    attempt_run_count, lease_until)
  VALUES (1, $status, '{}', '{}', 1, 1, $lease)`;
const INDEXED = `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start, changed_at)
  VALUES (1, '{1}', now(), now(), now() $due)`;
const UNPRICED = `INSERT INTO unpriced_spans (span_ids, retry_at) VALUES ('{1}', $retry)`;
const RECALCULATION = `INSERT INTO cost_recalculations (project_id, span_count, retry_at, finished_at)
  VALUES (1, 1, $retry, $finished)`;
const QUARTER = `INSERT INTO quarter_rollups (project_id, quarter, changed_at, trace_token_span_count)
  VALUES (1, floor(extract(epoch FROM now()) / 900) $quarter, $changed, 0)`;
const BACKFILL = `INSERT INTO evaluation_backfills (rule_id, end_time, next_time, next_id, is_selecting)
  VALUES (1, now(), now(), 0, $selecting)`;

const PRIVATE = 'UPDATE projects SET is_private = true WHERE id = 1';

/** Replaces placeholders. */
const fill = (statement: string, values: Record<string, string>) =>
  statement.replaceAll(/\$(\w+)/g, (_, name: string) => values[name]!);

const SOON = `+ interval '1 min'`;
const AGO = `- interval '2 min'`;

/** The kinds of waiting work, with the loop of each, and whether it is due. */
const WORK: [what: string, loop: LoopName, isDue: boolean, ...statements: string[]][] = [
  [
    'a mark of a changed quarter',
    'rollups',
    true,
    `INSERT INTO changed_quarters (project_id, quarters) VALUES (1, '{1}')`,
  ],
  [
    'a quarter that is over and was changed',
    'rollups',
    true,
    fill(QUARTER, { quarter: '- 1', changed: 'now()' }),
  ],
  [
    'a quarter that is not over',
    'rollups',
    false,
    fill(QUARTER, { quarter: '', changed: 'now()' }),
  ],
  [
    'a quarter that was not changed',
    'rollups',
    false,
    fill(QUARTER, { quarter: '- 1', changed: 'NULL' }),
  ],
  [
    'a quarter that an earlier version computed',
    'rollups',
    true,
    'INSERT INTO quarter_rollups (project_id, quarter) VALUES (1, 1)',
  ],
  [
    'a day that an earlier version computed',
    'rollups',
    true,
    `INSERT INTO day_rollups (project_id, day, latency_buckets, latency_counts) VALUES (1, 1, '{}', '{}')`,
  ],
  ['events of spans', 'joined-events', true, fill(UNJOINED, { retry: 'NULL' })],
  [
    'events that are looked for again now',
    'joined-events',
    true,
    fill(UNJOINED, { retry: `now() ${AGO}` }),
  ],
  [
    'events that are looked for again later',
    'joined-events',
    false,
    fill(UNJOINED, { retry: `now() ${SOON}` }),
  ],
  ['new spans', 'costs', true, fill(UNPRICED, { retry: 'NULL' })],
  ['spans that could not be priced', 'costs', true, fill(UNPRICED, { retry: `now() ${AGO}` })],
  ['spans that are priced again later', 'costs', false, fill(UNPRICED, { retry: `now() ${SOON}` })],
  [
    'a recalculation',
    'recalculation',
    true,
    fill(RECALCULATION, { retry: 'NULL', finished: 'NULL' }),
  ],
  [
    'a recalculation that goes on later',
    'recalculation',
    false,
    fill(RECALCULATION, { retry: `now() ${SOON}`, finished: 'NULL' }),
  ],
  [
    'a finished recalculation',
    'recalculation',
    false,
    fill(RECALCULATION, { retry: 'NULL', finished: 'now()' }),
  ],
  ['changed spans', 'index', true, fill(INDEXED, { due: AGO })],
  ['spans that were changed just now', 'index', false, fill(INDEXED, { due: '' })],
  [
    'indexed spans',
    'evaluation-selection',
    true,
    `INSERT INTO unevaluated_spans (project_id, blocks) VALUES (1, '{1}')`,
  ],
  ['a backfill', 'evaluation-selection', true, fill(BACKFILL, { selecting: 'true' })],
  [
    'a backfill that has selected everything',
    'evaluation-selection',
    false,
    fill(BACKFILL, { selecting: 'false' }),
  ],
  [
    'an evaluation',
    'evaluations',
    true,
    fill(RULE, { enabled: 'true' }),
    fill(EVALUATION, { due: AGO }),
  ],
  [
    'an evaluation that is due later',
    'evaluations',
    false,
    fill(RULE, { enabled: 'true' }),
    fill(EVALUATION, { due: SOON }),
  ],
  [
    'an evaluation of a disabled rule',
    'evaluations',
    false,
    fill(RULE, { enabled: 'false' }),
    fill(EVALUATION, { due: AGO }),
  ],
  [
    'a job that no server runs',
    'experiments',
    true,
    fill(JOB, { status: `'RUNNING'`, lease: 'NULL' }),
  ],
  [
    'a job of a server that has died',
    'experiments',
    true,
    fill(JOB, { status: `'RUNNING'`, lease: `now() ${AGO}` }),
  ],
  [
    'a job that another server runs',
    'experiments',
    false,
    fill(JOB, { status: `'RUNNING'`, lease: `now() ${SOON}` }),
  ],
  ['a finished job', 'experiments', false, fill(JOB, { status: `'COMPLETED'`, lease: 'NULL' })],
  ['a message', 'webhooks', true, fill(WEBHOOK, { enabled: 'true' }), fill(DELIVERY, { due: AGO })],
  [
    'a message that is sent again later',
    'webhooks',
    false,
    fill(WEBHOOK, { enabled: 'true' }),
    fill(DELIVERY, { due: SOON }),
  ],
  [
    'a message of a disabled webhook',
    'webhooks',
    false,
    fill(WEBHOOK, { enabled: 'false' }),
    fill(DELIVERY, { due: AGO }),
  ],
  [
    'a message about a private project',
    'webhooks',
    false,
    fill(WEBHOOK, { enabled: 'true' }),
    fill(DELIVERY, { due: AGO }),
    'UPDATE webhook_deliveries SET project_id = 1',
    PRIVATE,
  ],
  [
    'a message about a private project to its own webhook',
    'webhooks',
    true,
    fill(WEBHOOK, { enabled: 'true' }),
    'UPDATE webhooks SET project_id = 1',
    fill(DELIVERY, { due: AGO }),
    'UPDATE webhook_deliveries SET project_id = 1',
    PRIVATE,
  ],
  [
    'spans that are quiet',
    'sampling',
    true,
    fill(POLICY, { enabled: 'true' }),
    fill(UNDECIDED, { due: AGO }),
  ],
  [
    'spans that are not quiet yet',
    'sampling',
    false,
    fill(POLICY, { enabled: 'true' }),
    fill(UNDECIDED, { due: '' }),
  ],
  [
    'spans of a disabled policy',
    'sampling',
    false,
    fill(POLICY, { enabled: 'false' }),
    fill(UNDECIDED, { due: AGO }),
  ],
  [
    'a large trace that was dropped',
    'sampling',
    true,
    `INSERT INTO dropped_traces (trace_id, project_id, last_span_id, start_time, end_time, error_count)
      VALUES ('t', 1, 1, now(), now(), 0)`,
  ],
];

/** Is thrown to undo a transaction. */
class Undo extends Error {}

describe('the condition of a background loop', () => {
  let server: TestServer;
  let conditions: Map<string, string | undefined>;

  beforeAll(async () => {
    server = await startTestServer();
    conditions = new Map([...listLoops(server.app)].map(([name, loop]) => [name, dueOf(loop)]));
  });
  afterAll(() => server.stop());

  const isDue = async (tx: EntityManager, loop: LoopName) => {
    const [row] = await tx.query<{ isDue: boolean }[]>(
      `SELECT (${conditions.get(loop)}) AS "isDue"`,
    );
    return row!.isDue;
  };

  /** Evaluates the condition without and with work that is never committed, so that no loop sees it. */
  const evaluate = async (loop: LoopName, statements: readonly string[]) => {
    let found: boolean[] = [];
    const attempt = server.dataSource.transaction(async (tx) => {
      const before = await isDue(tx, loop);
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await tx.query(statement);
      found = [before, await isDue(tx, loop)];
      throw new Undo();
    });
    await expect(attempt).rejects.toThrow(Undo);
    return found;
  };

  it.each(WORK.filter(([, , due]) => due))('holds for %s', async (_, loop, due, ...statements) => {
    expect(await evaluate(loop, statements)).toEqual([false, due]);
  });

  it.each(WORK.filter(([, , due]) => !due))(
    'does not hold for %s',
    async (_, loop, due, ...statements) => {
      expect(await evaluate(loop, statements)).toEqual([false, due]);
    },
  );

  it('belongs to every loop that rests while it has no work', () => {
    const resting = [...conditions].filter(([, due]) => due).map(([name]) => name);
    expect(new Set(resting)).toEqual(new Set(WORK.map(([, loop]) => loop)));
  });

  it('does not stop the other loops while a table that it reads is locked', async () => {
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE');
      const { id } = await aProject(server);
      await server.sql(`INSERT INTO changed_quarters (project_id, quarters) VALUES ($1, '{1}')`, [
        id,
      ]);
      const isEmpty = async () => (await server.sql('SELECT FROM changed_quarters')).length === 0;
      await eventually('the mark to be taken', isEmpty);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
