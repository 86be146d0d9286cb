import { BadRequestError } from '../kernel/errors/errors.js';
import { ClusterDistribution } from '../kernel/sql/cluster-distribution.js';
import { type Distribution, DISTRIBUTED_TABLES } from '../kernel/sql/distribution.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { DISTRIBUTED_FUNCTIONS } from './migrations/1764701890000-distributed-functions.js';
import { SUBTREE_SUMS } from './migrations/1764701900000-subtree-sums.js';
import { TEXT_FUNCTIONS } from './migrations/1764701911000-text-and-size-retention.js';
import { PAYLOAD_FUNCTIONS } from './migrations/1764701920000-span-payloads.js';

type Table = (typeof DISTRIBUTED_TABLES)[number];

/** A data source, or one of its connections. */
interface Queryable {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** The column that decides on which worker a row is. */
const COLUMN = 'trace_id';

/** Those whose rows are deleted with their trace. Spans have no foreign key (docs/adr/0004-spans-without-foreign-key.md). */
const DEPENDENT_TABLES = DISTRIBUTED_TABLES.filter(
  (table) => table !== 'traces' && table !== 'spans' && table !== 'span_payloads',
);

/**
 * Finds out whether the database is the coordinator of a cluster. What is written for distributed
 * tables works as long as they are not, so servers need not know when they are distributed.
 */
export async function findDistribution(database: Queryable): Promise<Distribution> {
  if ((await countWorkers(database)) === 0) return new SingleDistribution();
  const [tables] = await read<[{ schema: string }]>(database, 'SELECT current_schema() AS schema');
  return new ClusterDistribution(tables.schema);
}

/** Returns the number of workers of the cluster: 0 if the database is not a Citus coordinator. */
export async function countWorkers(database: Queryable): Promise<number> {
  const [extension] = await read<unknown[]>(
    database,
    `SELECT FROM pg_extension WHERE extname = 'citus'`,
  );
  if (!extension) return 0;
  const [workers] = await read<{ count: number }[]>(
    database,
    `SELECT count(*) FROM pg_dist_node WHERE noderole = 'primary' AND groupid > 0`,
  );
  return workers!.count;
}

/**
 * Distributes the tables of traces over the workers of a cluster, while servers read and write them.
 * Continues where it was if it was stopped.
 * @param say gets a line about each table.
 * @throws BadRequestError if there is no cluster.
 */
export async function distribute(database: Queryable, say: (line: string) => void): Promise<void> {
  if ((await countWorkers(database)) === 0) {
    throw new BadRequestError(
      'The database is not the coordinator of a Citus cluster with workers. Run CREATE EXTENSION citus in the ' +
        'database of the same name on every node, and citus_add_node for each worker on the coordinator.',
    );
  }
  // Citus copies functions to the workers when they are created, but not those from before.
  const functions = [
    ...DISTRIBUTED_FUNCTIONS,
    SUBTREE_SUMS,
    ...TEXT_FUNCTIONS,
    ...PAYLOAD_FUNCTIONS,
  ];
  for (const statement of functions) {
    await database.query(statement);
  }
  await dropForeignKeys(database);
  for (const table of DISTRIBUTED_TABLES) {
    say(`${table}: ${await distributeTable(database, table)}`);
  }
  for (const table of DEPENDENT_TABLES) await addForeignKey(database, table);
}

/** Lists the tables that are stored on workers. */
export async function listDistributedTables(database: Queryable): Promise<string[]> {
  if ((await countWorkers(database)) === 0) return [];
  const rows = await read<{ name: string }[]>(
    database,
    `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relname = ANY($1) ORDER BY 1`,
    [DISTRIBUTED_TABLES],
  );
  return rows.map(({ name }) => name);
}

/** Returns whether the traces of a cluster have been distributed. */
export function areTracesDistributed(database: Queryable): Promise<boolean> {
  return isTableDistributed(database, 'traces');
}

async function isTableDistributed(database: Queryable, table: Table): Promise<boolean> {
  const [known] = await read<unknown[]>(
    database,
    'SELECT 1 FROM pg_dist_partition WHERE logicalrelid = $1::regclass',
    [table],
  );
  return known !== undefined;
}

/** Distributes one table, and returns what was done. */
async function distributeTable(database: Queryable, table: Table): Promise<string> {
  if (await isTableDistributed(database, table)) return 'is distributed';
  const [row] = await read<unknown[]>(database, `SELECT 1 FROM ${table} LIMIT 1`);
  // Only this copies rows while others write. It takes some seconds even if there are none.
  const distributeBy = row ? 'create_distributed_table_concurrently' : 'create_distributed_table';
  const colocated = table === DISTRIBUTED_TABLES[0] ? 'none' : DISTRIBUTED_TABLES[0];
  const started = performance.now();
  await database.query(`SELECT ${distributeBy}($1, $2, colocate_with => $3)`, [
    table,
    COLUMN,
    colocated,
  ]);
  return `distributed in ${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/**
 * Drops the foreign keys between tables of which one is not distributed, or not yet. Those to tables on
 * the coordinator stay away, so what they did is done by those who delete.
 */
async function dropForeignKeys(database: Queryable): Promise<void> {
  const keys = await read<{ table: string; name: string }[]>(
    database,
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
      WHERE contype = 'f'
        AND (conrelid = ANY($1::text[]::regclass[]) OR confrelid = ANY($1::text[]::regclass[]))
        AND NOT EXISTS (
          SELECT 1 FROM pg_dist_partition p JOIN pg_dist_partition q ON q.colocationid = p.colocationid
           WHERE p.logicalrelid = conrelid AND q.logicalrelid = confrelid)`,
    [DISTRIBUTED_TABLES],
  );
  for (const { table, name } of keys) {
    await database.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
}

/** Lets rows of a table be deleted with their trace again, and deletes those that were left over. */
async function addForeignKey(database: Queryable, table: Table): Promise<void> {
  const name = `${table}_trace_id_fkey`;
  const [known] = await read<{ isValid: boolean }[]>(
    database,
    `SELECT convalidated AS "isValid" FROM pg_constraint
      WHERE conname = $1 AND conrelid = $2::regclass`,
    [name, table],
  );
  if (!known) {
    await database.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (trace_id)
         REFERENCES traces (trace_id) ON DELETE CASCADE NOT VALID`,
    );
  }
  if (known?.isValid) return;
  await database.query(
    `DELETE FROM ${table} d WHERE NOT EXISTS (
       SELECT 1 FROM traces t WHERE t.trace_id = d.trace_id)`,
  );
  await database.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
}

async function read<Rows>(
  database: Queryable,
  sql: string,
  parameters: unknown[] = [],
): Promise<Rows> {
  return (await database.query(sql, parameters)) as Rows;
}
