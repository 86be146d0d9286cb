import pg from 'pg';
import { DataSource } from 'typeorm';
import { quarterOf } from '../../../src/common/sql/quarters.js';
import { type QuarterKey, selectRowsOf } from '../../../src/tracing/rollups/rows-of-quarters.js';
import { dataSourceOptions } from '../../support/built.js';
import { eventually } from '../../support/eventually.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { waitUntilPriced } from '../costs/acme-calls.js';
import { hurry, type Range, readBoth, waitForRollups } from './rolled-figures.js';

const QUARTER_MS = 900_000;
const DAY_MS = 96 * QUARTER_MS;
/** Four days, so that there are whole days in the middle. */
const FIRST = Date.UTC(2026, 0, 1);
const DAYS = 4;
const TABLES = [
  'quarter_rollups',
  'day_rollups',
  'day_latencies',
  'model_rollups',
  'token_rollups',
];
const PROJECTS = ['alpha', 'beta', 'empty'];
const TRACES = 40;

/** Always the same numbers, so that failures can be repeated. */
function makeRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: <T>(among: readonly T[]): T => among[below(among.length)]! };
}
type Random = ReturnType<typeof makeRandom>;

/** A time in microseconds precision, often at the edge of a quarter or a day. */
function makeTime(random: Random): string {
  const unit = random.pick([DAY_MS, QUARTER_MS, QUARTER_MS, 1]);
  const ms = FIRST + Math.floor((random.next() * DAYS * DAY_MS) / unit) * unit;
  const micros = random.pick(['000', '000', '001', '999']);
  return new Date(ms).toISOString().replace('Z', `${micros}+00:00`);
}

function makeRange(random: Random): Range {
  const bound = (): string | null => (random.below(4) === 0 ? null : makeTime(random));
  return { start: bound(), end: bound() };
}

function makeBins(random: Random): Date[] {
  const length = random.pick([QUARTER_MS * 2, QUARTER_MS * 4, DAY_MS]);
  const first = FIRST - DAY_MS;
  return Array.from(
    { length: ((DAYS + 2) * DAY_MS) / length },
    (_, index) => new Date(first + index * length),
  );
}

/** A span of a random trace, which may begin earlier than those before, and end before it begins. */
function makeSpan(random: Random, number: number) {
  const trace = random.below(TRACES);
  const start = new Date(makeTime(random)).getTime() + random.pick([0, 0, 1]);
  const end = start + random.pick([-5_000, 0, 1, 20, 300, 4_000, 4_050, DAY_MS]);
  return {
    name: 'step',
    context: { trace_id: `trace ${trace}`, span_id: `span ${number}` },
    span_kind: random.below(3) === 0 ? 'LLM' : 'CHAIN',
    start_time: new Date(start).toISOString(),
    end_time: new Date(end).toISOString(),
    status_code: random.pick(['OK', 'ERROR', 'UNSET']),
    attributes: {
      'session.id': `session ${trace % 7}`,
      'llm.model_name': random.pick(['gpt-4o-mini', 'gpt-4o', 'unknown']),
      'llm.token_count.prompt': random.below(1000),
      'llm.token_count.completion': random.below(100),
      [`llm.token_count.prompt_details.${random.pick(['cache_read', 'audio'])}`]: random.below(500),
    },
  };
}

describe('figures from rollups', () => {
  let server: TestServer;
  let client: pg.Client;
  let projectIds: number[];
  let spanCount = 0;

  beforeAll(async () => {
    server = await startTestServer({}, { isShared: false });
    client = new pg.Client(server.databaseUrl);
    await client.connect();
    for (const name of PROJECTS) await server.request.post('/v1/projects').send({ name });
    const rows = await server.sql<{ id: number }>(
      'SELECT id FROM projects WHERE name = ANY($1) ORDER BY id',
      [PROJECTS],
    );
    projectIds = rows.map(({ id }) => id);
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  /** Compares figures of one snapshot for random ranges. */
  async function compare(random: Random, rounds: number): Promise<void> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      // Each worker of a cluster has a snapshot of its own, from its first statement on.
      await client.query('SELECT count(*) FROM traces');
      for (let round = 0; round < rounds; round++) {
        const range = round === 0 ? { start: null, end: null } : makeRange(random);
        const { rolled, expected } = await readBoth(client, projectIds, range, makeBins(random));
        expect({ range, figures: rolled }).toEqual({ range, figures: expected });
      }
    } finally {
      // Otherwise, the next tests would wait for it.
      await client.query('ROLLBACK');
    }
  }

  const send = (random: Random, count: number) =>
    server.request.post(`/v1/projects/${random.pick(['alpha', 'beta'])}/spans`).send({
      data: Array.from({ length: count }, () => makeSpan(random, spanCount++)),
    });

  const readTraceId = async (random: Random): Promise<string> => {
    const rows = await server.sql<{ id: string }>('SELECT trace_id AS id FROM traces ORDER BY id');
    return rows.length === 0 ? 'none' : random.pick(rows).id;
  };

  const transfer = async (random: Random) =>
    server.request.post('/v1/traces/transfer').send({
      trace_identifiers: [await readTraceId(random)],
      destination_project_identifier: random.pick(['alpha', 'beta']),
    });

  const remove = (path: string) => server.request.delete(encodeURI(path));

  const CHANGES = [
    (random: Random) => send(random, 1 + random.below(30)),
    (random: Random) => send(random, 1 + random.below(3)),
    transfer,
    (random: Random) => remove(`/v1/spans/span ${random.below(spanCount)}`),
    (random: Random) => remove(`/v1/traces/trace ${random.below(TRACES)}`),
  ];

  it('equal those of the rows after any change, whatever is rolled up', async () => {
    const random = makeRandom(1);
    for (let round = 0; round < 6; round++) {
      await send(random, 30);
      for (let at = 0; at < 6; at++) await random.pick(CHANGES)(random);
      await compare(random, 4);
      if (round % 2 === 0) continue;
      await waitForRollups(server);
      await compare(random, 8);
    }
    await waitUntilPriced(server);
    await waitForRollups(server);
    await compare(random, 3);
    const [row] = await server.sql<{ days: number; costs: number }>(
      `SELECT count(*) AS days, count(trace_prompt_cost) AS costs FROM day_rollups`,
    );
    expect(row!.days).toBeGreaterThan(4);
    expect(row!.costs).toBeGreaterThan(0);
    for (const table of ['model_rollups', 'token_rollups']) {
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
      ...scattered.map((quarter) => ({ projectId: projectIds[0]!, quarter })),
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
    await waitUntilPriced(server);
    await waitForRollups(server);
    await server.sql('UPDATE day_rollups SET trace_count = trace_count + 1000');
    const { rolled, expected } = await readBoth(client, projectIds, { start: null, end: null }, []);
    expect(rolled).not.toEqual(expected);
    await server.sql('UPDATE day_rollups SET trace_count = trace_count - 1000');
    for (const [table, column] of [
      ['model_rollups', 'prompt_tokens'],
      ['token_rollups', 'tokens'],
    ]) {
      await server.sql(`UPDATE ${table} SET ${column} = ${column} + 1000`);
      const costs = await readBoth(client, projectIds, { start: null, end: null }, []);
      expect(costs.rolled).not.toEqual(costs.expected);
      await server.sql(`UPDATE ${table} SET ${column} = ${column} - 1000`);
    }
    await compare(makeRandom(2), 1);
  });

  it('are exact at any time while servers write and take turns, even if one is cut off', async () => {
    const other = await startTestServer({ SPANDREL_DATABASE_URL: server.databaseUrl });
    const state = { isWriting: true, compared: 0 };
    const write = async (seed: number): Promise<void> => {
      const random = makeRandom(seed);
      for (let at = 0; at < 10; at++) await random.pick(CHANGES)(random);
    };
    const rollUp = async (): Promise<void> => {
      while (state.isWriting) {
        await hurry(server);
        await server.sql('SELECT pg_sleep(0.02)');
      }
    };
    const check = async (): Promise<void> => {
      const random = makeRandom(99);
      while (state.isWriting || state.compared < 5) {
        await compare(random, 2);
        state.compared += 1;
      }
    };
    const cutOff = () =>
      eventually('a loop at work', () =>
        server
          .sql(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'spandrel-rollups'
              AND backend_xid IS NOT NULL LIMIT 1`,
          )
          .then((rows) => rows.length > 0),
      );
    const writers = Promise.all([3, 4, 5].map(write)).finally(() => (state.isWriting = false));
    await Promise.all([writers, rollUp(), check(), cutOff()]);
    await waitForRollups(server);
    await compare(makeRandom(6), 6);
    await other.stop();
  });

  it('cover what was stored before the migration', async () => {
    const options = dataSourceOptions({ url: server.databaseUrl, schema: undefined, poolSize: 1 });
    const migrations = (options.migrations as (new () => RollupsMigration)[])
      .filter(({ name }) => /Rollups\d+$/.test(name))
      .map((Migration) => new Migration());
    expect(migrations).toHaveLength(3);
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
    await compare(random, 3);
    await waitForRollups(server);
    await compare(random, 6);
    const [row] = await server.sql<{ days: number }>('SELECT count(*) AS days FROM day_rollups');
    expect(row!.days).toBeGreaterThan(4);
  });

  it('leave no rollups of a deleted project', async () => {
    for (const name of ['alpha', 'beta']) await remove(`/v1/projects/${name}`).expect(204);
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
