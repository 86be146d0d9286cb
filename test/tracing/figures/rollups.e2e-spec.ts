import { DataSource } from 'typeorm';
import { quarterOf } from '../../../src/spans/quarters.js';
import {
  type QuarterKey,
  selectRowsOf,
} from '../../../src/tracing/figures/rollups/rows-of-quarters.js';
import { whenPriced } from '../../support/background-loops.js';
import { dataSourceOptions } from '../../support/built.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { type ChangedProjects, createChangedProjects, makeRandom } from './changed-projects.js';
import { readBoth, waitForRollups } from './rolled-figures.js';

const TABLES = [
  'quarter_rollups',
  'day_rollups',
  'day_latencies',
  'model_rollups',
  'token_rollups',
  'unpriced_rollups',
];

describe('figures from rollups', () => {
  let server: TestServer;
  let projects: ChangedProjects;

  beforeAll(async () => {
    server = await startTestServer();
    projects = await createChangedProjects(server);
  });
  afterAll(async () => {
    await projects.stop();
    await server.stop();
  });

  it('equal those of the rows after any change, whatever is rolled up', async () => {
    const random = makeRandom(1);
    for (let round = 0; round < 6; round++) {
      await projects.send(random, 30);
      for (let at = 0; at < 6; at++) await projects.change(random);
      await projects.compare(random, 4);
      if (round % 2 === 0) continue;
      await waitForRollups(server);
      await projects.compare(random, 8);
    }
    await whenPriced(server);
    await waitForRollups(server);
    await projects.compare(random, 3);
    const [row] = await server.sql<{ days: number; costs: number }>(
      `SELECT count(*) AS days, count(trace_prompt_cost) AS costs FROM day_rollups`,
    );
    expect(row!.days).toBeGreaterThan(4);
    expect(row!.costs).toBeGreaterThan(0);
    for (const table of ['model_rollups', 'token_rollups', 'unpriced_rollups']) {
      const lengths = await server.sql(`SELECT DISTINCT quarters FROM ${table} ORDER BY 1`);
      expect(lengths).toEqual([{ quarters: 1 }, { quarters: 96 }]);
    }
  }, 180_000);

  it.each([
    ['a few quarters', 3],
    ['more quarters than there are queries for', 150],
  ])('can be computed from the rows of %s at once', async (_, count) => {
    const rows = await server.sql<{ id: string; projectId: number; quarter: number }>(
      `SELECT trace_id AS id, project_id AS "projectId", ${quarterOf('start_time')} AS quarter
         FROM traces ORDER BY trace_id`,
    );
    const keyOf = ({ projectId, quarter }: QuarterKey) => `${projectId} ${quarter}`;
    // Apart from each other, and some of them without rows.
    const first = Math.min(...rows.map(({ quarter }) => quarter));
    const scattered = Array.from({ length: count }, (__, at) => first + 2 * at);
    const quarters = [
      ...scattered.map((quarter) => ({ projectId: projects.projectIds[0]!, quarter })),
      ...rows.slice(0, 2).map(({ projectId, quarter }) => ({ projectId, quarter })),
    ];
    const wanted = new Set(quarters.map(keyOf));
    const found = await server.sql<{ id: string }>(
      `SELECT t.trace_id AS id ${selectRowsOf('traces', quarters)} ORDER BY 1`,
    );
    expect(found.map(({ id }) => id)).toEqual(
      rows.filter((row) => wanted.has(keyOf(row))).map(({ id }) => id),
    );
    expect(found.length).toBeGreaterThan(1);
  });

  it('do not read rows that are rolled up', async () => {
    await whenPriced(server);
    await waitForRollups(server);
    await server.sql('UPDATE day_rollups SET trace_count = trace_count + 1000');
    const { client, projectIds } = projects;
    const { rolled, expected } = await readBoth(client, projectIds, { start: null, end: null }, []);
    expect(rolled).not.toEqual(expected);
    await server.sql('UPDATE day_rollups SET trace_count = trace_count - 1000');
    for (const [table, column] of [
      ['model_rollups', 'prompt_tokens'],
      ['token_rollups', 'tokens'],
      ['unpriced_rollups', 'prompt_tokens'],
    ]) {
      await server.sql(`UPDATE ${table} SET ${column} = ${column} + 1000`);
      const costs = await readBoth(client, projectIds, { start: null, end: null }, []);
      expect(costs.rolled).not.toEqual(costs.expected);
      await server.sql(`UPDATE ${table} SET ${column} = ${column} - 1000`);
    }
    await projects.compare(makeRandom(2), 1);
  });

  it.each([
    [
      'computed for the first time',
      'trace_token_span_count = NULL, trace_unpriced_span_count = NULL',
    ],
    ['computed again', 'trace_token_span_count = trace_token_span_count + 1'],
  ])('do not use what a server of an earlier version %s', async (_, change) => {
    await whenPriced(server);
    await waitForRollups(server);
    await server.sql(`UPDATE quarter_rollups SET ${change}
      WHERE (project_id, quarter) IN (SELECT project_id, max(quarter) FROM quarter_rollups GROUP BY 1)`);
    await server.sql(
      'UPDATE day_rollups SET trace_token_span_count = NULL, trace_unpriced_span_count = NULL',
    );
    await projects.compare(makeRandom(3), 4);
    await waitForRollups(server);
    for (const table of ['quarter_rollups', 'day_rollups']) {
      expect(await server.sql(`SELECT FROM ${table} WHERE trace_token_span_count IS NULL`)).toEqual(
        [],
      );
    }
    await projects.compare(makeRandom(4), 4);
  });

  it('are complete for a quarter of which an earlier version has dropped everything', async () => {
    const [projectId] = projects.projectIds;
    const minute = '1999-01-01T00:00:00Z';
    const mark = () =>
      server.sql(
        `INSERT INTO changed_quarters (project_id, quarters)
         VALUES ($1, ARRAY[${quarterOf(`'${minute}'::timestamptz`)}])`,
        [projectId],
      );
    await server.sql(
      'INSERT INTO dropped_minutes (project_id, minute, trace_count) VALUES ($1, $2, 1)',
      [projectId, minute],
    );
    await mark();
    await waitForRollups(server);
    const [quarter] = await server.sql(
      `SELECT trace_count AS traces, trace_token_span_count AS tokened FROM quarter_rollups
        WHERE project_id = $1 ORDER BY quarter LIMIT 1`,
      [projectId],
    );
    expect(quarter).toEqual({ traces: 1, tokened: 0 });
    await server.sql('DELETE FROM dropped_minutes WHERE minute = $1', [minute]);
    await mark();
    await waitForRollups(server);
  });

  it('cover what was stored before the migration', async () => {
    const options = dataSourceOptions({ url: server.databaseUrl, schema: undefined, poolSize: 1 });
    const migrations = (options.migrations as (new () => RollupsMigration)[])
      .filter(({ name }) => /Rollups\d+$/.test(name))
      .map((Migration) => new Migration());
    expect(migrations).toHaveLength(4);
    const dataSource = await new DataSource(options).initialize();
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    // The views use what is removed for a moment.
    await runner.query('DROP SCHEMA public_visible CASCADE');
    for (const migration of migrations.toReversed()) await migration.down(runner);
    for (const migration of migrations) await migration.up(runner);
    await runner.commitTransaction();
    await dataSource.destroy();
    const random = makeRandom(7);
    await projects.compare(random, 3);
    await waitForRollups(server);
    await projects.compare(random, 6);
    const [row] = await server.sql<{ days: number }>('SELECT count(*) AS days FROM day_rollups');
    expect(row!.days).toBeGreaterThan(4);
  });

  it('leave no rollups of a deleted project', async () => {
    for (const name of ['alpha', 'beta'])
      await server.request.delete(`/v1/projects/${name}`).expect(204);
    await waitForRollups(server);
    for (const table of TABLES) {
      expect(await server.sql(`SELECT FROM ${table}`)).toEqual([]);
    }
  });
});

interface RollupsMigration {
  up(runner: ReturnType<DataSource['createQueryRunner']>): Promise<void>;
  down(runner: ReturnType<DataSource['createQueryRunner']>): Promise<void>;
}
