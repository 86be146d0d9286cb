import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while rows are being written. For migrations without a transaction. What an
 * interrupted build left behind is dropped first: it slows writing down, but no query uses it.
 * @param definition what follows `ON`.
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  name: string,
  definition: string,
  { isUnique = false } = {},
): Promise<void> {
  const [index] = (await runner.query(
    'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  )) as { isValid: boolean }[];
  if (index?.isValid) return;
  if (index) await dropIndexConcurrently(runner, name);
  const kind = isUnique ? 'UNIQUE INDEX' : 'INDEX';
  await withoutLockTimeout(runner, `CREATE ${kind} CONCURRENTLY ${name} ON ${definition}`);
}

/** Drops an index, if it exists, while rows are being written. */
export async function dropIndexConcurrently(runner: QueryRunner, name: string): Promise<void> {
  await withoutLockTimeout(runner, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

/**
 * A concurrent build waits for all open transactions, which may take hours, but nobody waits behind
 * it.
 */
async function withoutLockTimeout(runner: QueryRunner, statement: string): Promise<void> {
  const [{ timeout }] = (await runner.query(
    `SELECT current_setting('lock_timeout') AS timeout`,
  )) as [{ timeout: string }];
  await runner.query('SET lock_timeout = 0');
  try {
    await runner.query(statement);
  } finally {
    await runner.query(`SELECT set_config('lock_timeout', $1, false)`, [timeout]);
  }
}
