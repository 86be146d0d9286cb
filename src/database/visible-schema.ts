import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { DISTRIBUTED_TABLES } from '../kernel/sql/distribution.js';
import { countWorkers, listDistributedTables } from './distribution.js';
import { HIDDEN, isKnown, type OwnedBy, VISIBLE_TABLES } from './visible-tables.js';

/** PostgreSQL's maximum length of names, minus the suffix. */
const MAX_LENGTH = 40;

/** The name of the schema with the views of limited connections, beside that of the tables. */
export function visibleSchema(databaseSchema: string | undefined): string {
  return `${(databaseSchema ?? 'public').replaceAll('$', '_').slice(0, MAX_LENGTH)}_visible`;
}

/**
 * Creates a view of every table that shows a limited connection only what it may reach, under the name
 * of the table. Statements are written once, for everyone, and none of them can forget a check
 * (docs/adr/0072-roles-per-project.md).
 * @returns whether the views are there: not without the privilege to create a schema.
 */
export async function createVisibleSchema(
  runner: QueryRunner,
  databaseSchema: string | undefined,
): Promise<boolean> {
  const tables = databaseSchema ?? 'public';
  const schema = visibleSchema(databaseSchema);
  const columns = await readColumns(runner, tables);
  const views = describeViews(tables, schema, {
    isCluster: (await countWorkers(runner)) > 0,
    distributed: await listDistributedTables(runner),
  });
  const version = createHash('sha256')
    .update(JSON.stringify([views, columns]))
    .digest('hex');
  const current = await readVersion(runner, schema);
  // A newer server knows more tables, and has made its own views.
  const isNewer = columns.some(({ table }) => !(table in VISIBLE_TABLES));
  if (current === version || (isNewer && current !== null)) return true;
  const known = new Set(columns.map(({ table }) => table));
  const isOlder = Object.keys(VISIBLE_TABLES).some((table) => !known.has(table));
  if (isNewer || isOlder || !(await mayCreate(runner, schema))) return false;
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL lock_timeout = 0');
    // Citus would copy views to workers, which have no use for them. Other servers ignore the setting.
    await runner.query('SET LOCAL citus.enable_ddl_propagation = off');
    // As a whole, because new columns in the middle cannot be added to a view. Statements that use the
    // old views end first, and later ones wait.
    await runner.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await runner.query(`CREATE SCHEMA "${schema}"`);
    for (const view of views) await runner.query(view);
    await runner.query(`COMMENT ON SCHEMA "${schema}" IS '${version}'`);
    await runner.commitTransaction();
    return true;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/**
 * Returns the columns of each table, because a view has those that its table had when the view was created.
 * Excludes tables that the coordinator of a cluster keeps of once-distributed tables, as shards with a number.
 */
async function readColumns(
  runner: QueryRunner,
  tables: string,
): Promise<{ table: string; columns: string[] }[]> {
  return await runner.query(
    `SELECT c.relname AS table, array_agg(a.attname ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' AND c.relname !~ $2
      GROUP BY 1 ORDER BY 1`,
    [`"${tables}"`, `^(${DISTRIBUTED_TABLES.join('|')})_[0-9]+$`],
  );
}

async function readVersion(runner: QueryRunner, schema: string): Promise<string | null> {
  const [row] = (await runner.query(
    `SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS version`,
    [`"${schema}"`],
  )) as [{ version: string | null }];
  return row.version;
}

async function mayCreate(runner: QueryRunner, schema: string): Promise<boolean> {
  const [row] = (await runner.query(
    `SELECT has_database_privilege(current_database(), 'CREATE')
        AND coalesce(pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = $1), 'USAGE'), true)
        AS may`,
    [schema],
  )) as [{ may: boolean }];
  return row.may;
}

/** The storage of tables: on the coordinator of a cluster, and which of them on its workers. */
interface Storage {
  isCluster: boolean;
  distributed: readonly string[];
}

/** Returns the statements that create the views. */
function describeViews(
  tables: string,
  schema: string,
  { isCluster, distributed }: Storage,
): string[] {
  const qualify = (sql: string) =>
    sql
      .replaceAll(/\{(\w+)\}/g, `"${tables}".$1`)
      .replaceAll(/<(\w+)>/g, `"${schema}".hidden_$1`)
      .replaceAll(/~(\w+)/g, `"${schema}".$1`);
  const { projects, ...others } = HIDDEN;
  // Runs only when it is needed, and its statement is not planned with each statement that may need it.
  const hiddenProjects = `
    CREATE FUNCTION <projects>() RETURNS SETOF bigint LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
    AS $$ BEGIN RETURN QUERY ${projects}; END $$`;
  const hidden = Object.entries({ projects: 'SELECT <projects>() AS id', ...others }).map(
    ([owner, sql]) => `CREATE VIEW <${owner}> AS ${sql}`,
  );
  const visible = Object.entries(VISIBLE_TABLES).map(([table, belonging]) => {
    const view = `CREATE VIEW ~${table} AS SELECT * FROM {${table}}`;
    if (typeof belonging === 'string') return view;
    const condition =
      'condition' in belonging ? belonging.condition : writeCondition(belonging, isCluster);
    // Nothing can be written that the writer could not see.
    return `${view} WHERE ${condition} WITH LOCAL CHECK OPTION`;
  });
  const onCluster = isCluster ? [HIDDEN_RANGES, REFUSE_INSERT] : [];
  const rules = distributed.map(
    (table) =>
      `CREATE RULE refuse_insert AS ON INSERT TO ~${table} DO INSTEAD SELECT ~refuse_insert()`,
  );
  return [hiddenProjects, ...hidden, ...onCluster, ...visible, ...rules].map(qualify);
}

/**
 * The IDs of hidden projects as one value, which the coordinator of a cluster sends to its workers. They may
 * see rows of projects that were created after the statement began, so these are hidden, too.
 */
const HIDDEN_RANGES = `
  CREATE FUNCTION ~hidden_ranges() RETURNS int8multirange STABLE LANGUAGE sql
    AS $$ SELECT coalesce(range_agg(int8range(id, id, '[]')), '{}')
                + int8multirange(int8range((SELECT max(id) FROM {projects}), NULL, '()'))
            FROM <projects>() AS id $$`;

/** Citus refuses to update and delete through views, but inserts what they should not accept. */
const REFUSE_INSERT = `
  CREATE FUNCTION ~refuse_insert() RETURNS void LANGUAGE plpgsql
    AS $$ BEGIN RAISE 'Rows of distributed tables cannot be inserted through a view.'; END $$`;

/** Only the coordinator knows the settings, and it computes what selects from one of its own tables. */
const isOutsideRanges = (column: string): string =>
  `NOT (SELECT ~hidden_ranges() FROM {projects} LIMIT 1) @> ${column}`;

/** SQL of whether a row is in reach. */
function writeCondition({ column, to, isOptional }: OwnedBy, isCluster: boolean): string {
  const isNotHidden = `${column} NOT IN (SELECT id FROM <${to}>)`;
  const ofProject = isCluster ? isOutsideRanges(column) : `(${isKnown(column)} OR ${isNotHidden})`;
  const isInReach = to === 'projects' ? ofProject : isNotHidden;
  if (!isOptional) return isInReach;
  return `CASE WHEN ${column} IS NULL THEN current_setting('spandrel.only_projects') = ''
    ELSE ${isInReach} END`;
}
