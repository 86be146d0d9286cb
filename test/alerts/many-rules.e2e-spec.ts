import { aProject } from '../support/factories/project.js';
import { eventually } from '../support/eventually.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aRecentTrace } from './alert-operations.js';

const RULES = 1_000;
const PROJECTS = 10;
const WINDOWS = [5, 15, 30, 60];

describe('a thousand alert rules', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await emptyDatabase(server);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM alert_rules'));

  it('wait for their turn if they read rows, without holding up the others', async () => {
    const { id } = await aProject(server);
    await server.sql(
      `INSERT INTO alert_rules (project_id, name, target, condition, measure, window_minutes, baseline,
              comparison, threshold, quiet_minutes, webhook_ids, user_ids, is_enabled)
       SELECT $1::bigint, 'r' || n, 'SPANS', CASE WHEN n < 50 THEN 'latency_ms > 1' ELSE '' END, 'COUNT', 5,
              'NONE', 'ABOVE', 0, 10, '{}'::bigint[], '{}'::bigint[], true
         FROM generate_series(1, 50) n
       UNION ALL
       SELECT $1::bigint, 'rolled', 'TRACES', '', 'COUNT', 5, 'NONE', 'ABOVE', 0, 10, '{}'::bigint[], '{}'::bigint[], true`,
      [id],
    );
    const rounds = await eventually(
      'the first rounds',
      async () => {
        const rows = await server.sql<{ names: string[] }>(
          `SELECT array_agg(name ORDER BY name) AS names FROM alert_rules
            WHERE evaluated_at IS NOT NULL GROUP BY evaluated_at ORDER BY evaluated_at`,
        );
        return rows.length > 1 ? rows.map(({ names }) => names) : null;
      },
      { withinMs: 120_000 },
    );
    expect(rounds[0]).toEqual(['rolled']);
    expect(rounds[1]!.length).toBeGreaterThan(0);
    expect(rounds[1]!.length).toBeLessThanOrEqual(20);
  }, 150_000);

  it('are evaluated with a few queries for each window', async () => {
    const projectIds: number[] = [];
    for (let at = 0; at < PROJECTS; at++) {
      const { id } = await aProject(server);
      await aRecentTrace(server, id, 1, { error_count: at % 2 });
      projectIds.push(id);
    }
    const evaluateAll = async () => {
      await server.sql(
        `INSERT INTO alert_rules (project_id, name, target, condition, measure, window_minutes,
                baseline, comparison, threshold, quiet_minutes, webhook_ids, user_ids, is_enabled)
         SELECT ($1::bigint[])[n % $2 + 1], 'r' || n, 'TRACES', '',
                (ARRAY['COUNT', 'ERROR_RATE', 'LATENCY_P95'])[n % 3 + 1],
                ($3::int[])[n % $4 + 1], CASE WHEN n % 7 = 0 THEN 'LAST_WEEK' ELSE 'NONE' END,
                'ABOVE', 0, 10, '{}', '{}', true
           FROM generate_series(1, $5) n`,
        [projectIds, PROJECTS, WINDOWS, WINDOWS.length, RULES],
      );
      await eventually(
        'all evaluations',
        async () => {
          const [{ left }] = (await server.sql<{ left: number }>(
            'SELECT count(*) AS left FROM alert_rules WHERE evaluated_at IS NULL',
          )) as [{ left: number }];
          return left === 0;
        },
        { withinMs: 120_000 },
      );
    };
    const { statements } = await server.countQueries(evaluateAll, { withBackground: true });
    const figures = statements.filter((text) => text.includes('quarter_rollups'));
    // Sums and latencies, for this week and the last one.
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.length).toBeLessThanOrEqual(WINDOWS.length * 2 * 3);
    const [counts] = await server.sql(
      `SELECT count(*) FILTER (WHERE state = 'FIRING' AND last_value > 0) AS firing,
              count(*) FILTER (WHERE last_error IS NOT NULL) AS failed FROM alert_rules`,
    );
    expect(counts).toMatchObject({ failed: 0 });
    expect(Number(counts!['firing'])).toBeGreaterThan(RULES / 2);
  }, 150_000);
});
