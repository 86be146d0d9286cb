import type pg from 'pg';
import { MIGRATIONS } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  describeSchema,
  insertRows,
  linesOf,
  readStates,
  type State,
  upgrade,
  withClient,
} from './states.js';

/** The tables that are computed from others, and computed again after some migrations. */
const DERIVED = new Set([
  'migrations',
  'breaking_migrations',
  'span_blocks',
  'unindexed_spans',
  'unpriced_spans',
  'changed_quarters',
  'quarter_rollups',
  'day_rollups',
  'day_latencies',
  'model_rollups',
  'token_rollups',
  'unpriced_rollups',
]);

/** Returns the columns of each table. */
async function readColumns(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(quote_ident(column_name) ORDER BY column_name) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function readRows(client: pg.ClientBase, columns: Map<string, string[]>): Promise<object> {
  const tables = [...columns].filter(([table]) => !DERIVED.has(table));
  const rows: Record<string, string[]> = {};
  for (const [table, names] of tables) {
    const found = await linesOf(client)(
      `SELECT row(${names.join(', ')})::text AS line FROM ${table} ORDER BY 1`,
    );
    rows[table] = found.map(({ line }) => line);
  }
  return rows;
}

type NamedMigration = readonly [name: string, index: number];

/** Upgrades databases as they were before the chosen migrations, oldest first. */
export function describeUpgrades(
  choose: (migrations: readonly NamedMigration[]) => readonly NamedMigration[],
): void {
  describe('a database that was last used before a migration', () => {
    let schema: string[];
    let states: State[];
    /** Has the migrations that came before. */
    let earlier: TestDatabase;

    beforeAll(async () => {
      states = await readStates();
      const current = await createTestDatabase();
      schema = await withClient(current.url, (client) => describeSchema(linesOf(client)));
      await current.drop();
      earlier = await createTestDatabase({ migrated: false });
    });
    afterAll(() => earlier.drop());

    it.each(choose(MIGRATIONS.map(({ name }, index) => [name, index] as const).slice(1)))(
      'gets the schema of a new one and keeps its rows: %s',
      async (_name, index) => {
        const before = MIGRATIONS.slice(0, index);
        await upgrade(earlier, before);
        const names = before.map(({ name }) => name);
        const { sql } = states.findLast(({ migrations }) =>
          migrations.every((name) => names.includes(name)),
        )!;
        const database = await createTestDatabase({
          template: new URL(earlier.url).pathname.slice(1),
        });
        try {
          await insertRows(database.url, sql);
          const [columns, rows] = await withClient(database.url, async (client) => {
            const found = await readColumns(client);
            return [found, await readRows(client, found)] as const;
          });
          await upgrade(database);
          await withClient(database.url, async (client) => {
            expect(await describeSchema(linesOf(client))).toEqual(schema);
            expect(await readRows(client, columns)).toEqual(rows);
          });
        } finally {
          await database.drop();
        }
      },
    );
  });
}
