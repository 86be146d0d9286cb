import { selectColumns } from '../database/columns.js';
import type { DatabaseWriter } from '../database/database-writer.js';
import { SandboxConfigEntity } from './sandbox-config.entity.js';
import { SandboxProviderEntity } from './sandbox-provider.entity.js';

const COLUMNS = selectColumns(SandboxConfigEntity, 'c');

/** The columns of a config that administrators edit, and who edited them. */
type Content = Omit<SandboxConfigEntity, 'id' | 'createdAt' | 'updatedAt'>;

/** Sorts by name. */
export function listConfigs(database: DatabaseWriter): Promise<SandboxConfigEntity[]> {
  return database.query(`SELECT ${COLUMNS} FROM sandbox_configs c ORDER BY c.name`);
}

/** Returns those that exist, in no particular order. */
export function findConfigs(
  database: DatabaseWriter,
  ids: readonly number[],
): Promise<SandboxConfigEntity[]> {
  return database.query(`SELECT ${COLUMNS} FROM sandbox_configs c WHERE c.id = ANY($1)`, [ids]);
}

/** @throws a unique violation if the name is taken. */
export async function insertConfig(
  database: DatabaseWriter,
  { backend, language, name, description, timeout, enabled, userId }: Content,
): Promise<SandboxConfigEntity> {
  const [row] = await database.query<[SandboxConfigEntity]>(
    `INSERT INTO sandbox_configs AS c (backend, language, name, description, timeout, enabled, user_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
    [backend, language, name, description, timeout, enabled, userId],
  );
  return row;
}

/** Null if it has been deleted. @throws a unique violation if the name is taken. */
export async function updateConfig(
  database: DatabaseWriter,
  id: number,
  { backend, name, description, timeout, enabled, userId }: Omit<Content, 'language'>,
): Promise<SandboxConfigEntity | null> {
  const [[row]] = await database.query<[SandboxConfigEntity[], number]>(
    `UPDATE sandbox_configs c
        SET backend = $2, name = $3, description = $4, timeout = $5, enabled = $6, user_id = $7,
            updated_at = now()
      WHERE c.id = $1 RETURNING ${COLUMNS}`,
    [id, backend, name, description, timeout, enabled, userId],
  );
  return row ?? null;
}

/** The providers that have been set up. */
export function listProviders(database: DatabaseWriter): Promise<SandboxProviderEntity[]> {
  return database.query(
    `SELECT ${selectColumns(SandboxProviderEntity, 'p')} FROM sandbox_providers p`,
  );
}

export async function enableProvider(
  database: DatabaseWriter,
  backend: SandboxProviderEntity['backend'],
  enabled: boolean,
): Promise<void> {
  await database.query(
    'UPDATE sandbox_providers SET enabled = $2, updated_at = now() WHERE backend = $1',
    [backend, enabled],
  );
}
