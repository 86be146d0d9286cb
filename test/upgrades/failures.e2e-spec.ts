import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks.js';
import { MIGRATIONS } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer } from '../support/server.js';
import { linesOf, type MigrationClass, upgrade, withClient } from './states.js';

/** A migration that creates a table, and then something happens. */
function planted(then: string, traits: { transaction?: boolean; isBreaking?: boolean } = {}) {
  return class Planted1764799999000 implements MigrationInterface {
    readonly transaction = traits.transaction ?? true;
    readonly isBreaking = traits.isBreaking ?? false;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query('CREATE TABLE IF NOT EXISTS planted (id bigint)');
      await runner.query(then);
    }
    async down(): Promise<void> {}
  };
}

const NOTHING = 'SELECT';
const raising = (code: string) => `DO $$ BEGIN RAISE 'it failed' USING ERRCODE = '${code}'; END $$`;

describe('a migration that fails', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const messageOf = async (migration: MigrationClass, giveUpAfterMs = 0): Promise<string> => {
    const done = upgrade(database, [...MIGRATIONS, migration], { giveUpAfterMs });
    return done.then(
      () => 'It was applied.',
      ({ message }: Error) => message,
    );
  };
  const ask = (text: string) => withClient(database.url, (client) => linesOf(client)(text));
  const isPlanted = () => ask(`SELECT to_regclass('planted')::text AS line`);

  it('says that the disk is full, and leaves nothing', async () => {
    expect(await messageOf(planted(raising('53100')))).toBe(
      'The migration Planted1764799999000 failed: it failed.\n' +
        'The disk of the database is full. Make room on it, then start again.\n' +
        'Nothing of this migration is left in the database. The version before can still use the database.',
    );
    expect(await isPlanted()).toEqual([{ line: null }]);
    expect(await messageOf(planted(NOTHING))).toBe('It was applied.');
  });

  it('goes on after its finished steps if it is not one transaction', async () => {
    expect(await messageOf(planted(raising('53100'), { transaction: false }))).toContain(
      'The next start goes on after its finished steps.',
    );
    expect(await isPlanted()).toEqual([{ line: 'planted' }]);
    expect(await messageOf(planted(NOTHING, { transaction: false }))).toBe('It was applied.');
  });

  it('says who holds the lock that it does not get', async () => {
    const reader = new pg.Client({ connectionString: database.url, application_name: 'report' });
    await reader.connect();
    try {
      await reader.query('BEGIN');
      await reader.query('LOCK TABLE spans IN ACCESS SHARE MODE');
      const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const migration = planted('ALTER TABLE spans ADD COLUMN planted bigint');
      expect(await messageOf(migration)).toMatch(
        new RegExp(
          `lock timeout.\\nIt did not get its locks, because of the transactions of these processes: ${rows[0]!.pid} \\(report, open for \\d+ s\\). `,
        ),
      );
      expect(await isPlanted()).toEqual([{ line: null }]);
      await reader.query('COMMIT');
      expect(await messageOf(migration)).toBe('It was applied.');
    } finally {
      await reader.end();
    }
  });

  it('says so if its connection is lost, and if it was canceled', async () => {
    expect(await messageOf(planted('SELECT pg_terminate_backend(pg_backend_pid())'))).toContain(
      'The connection to the database was lost. Start again.',
    );
    expect(
      await messageOf(planted('SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(9)')),
    ).toContain('Somebody canceled it, or a statement_timeout of the role did. Start again.');
    expect(await messageOf(planted(NOTHING))).toBe('It was applied.');
  });

  it('can be stopped while another server runs migrations', async () => {
    const another = new pg.Client({ connectionString: database.url });
    await another.connect();
    await another.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    const signal = AbortSignal.timeout(300);
    await expect(upgrade(database, MIGRATIONS, { signal })).rejects.toThrow(
      'Stopped while another server was running migrations. Start again.',
    );
    await another.end();
    await upgrade(database);
  });

  it('says what to do about an unexpected error', async () => {
    expect(await messageOf(planted('SELECT missing'))).toBe(
      'The migration Planted1764799999000 failed: column "missing" does not exist.\n' +
        'If somebody changed the tables by hand, undo that and start again. Otherwise, go on with the version before, and report this message.\n' +
        'Nothing of this migration is left in the database. The version before can still use the database.',
    );
  });

  it('ends the server, which names the privilege that its role lacks', async () => {
    await ask(`DELETE FROM migrations WHERE name LIKE 'Breaking%' RETURNING name AS line`);
    // Versions before this table had no views either.
    await ask('DROP SCHEMA public_visible CASCADE');
    await ask('DROP TABLE breaking_migrations');
    const role = `guest_${randomBytes(4).toString('hex')}`;
    await ask(`CREATE ROLE ${role} LOGIN PASSWORD 'guest' IN ROLE pg_read_all_data`);
    try {
      const url = new URL(database.url);
      [url.username, url.password] = [role, 'guest'];
      await expect(startTestServer({ SPANDREL_DATABASE_URL: url.toString() })).rejects.toThrow(
        'The migration BreakingMigrations1764701880000 failed: permission denied for schema public.\n' +
          'The role needs USAGE and CREATE on the schema',
      );
    } finally {
      await ask(`DROP ROLE ${role}`);
    }
  });
});

describe('a server on a database with other migrations', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const env = () => ({ SPANDREL_DATABASE_URL: database.url });

  it('starts if a newer version has run some that do not break it', async () => {
    await upgrade(database, [...MIGRATIONS, planted(NOTHING)]);
    const server = await startTestServer(env());
    expect((await server.request.get('/readyz')).status).toBe(200);
    await server.stop();
  });

  it('says so if it cannot start after a newer version has changed what it needs', async () => {
    await upgrade(database, [...MIGRATIONS, planted('ALTER TABLE users RENAME TO people')]);
    await expect(startTestServer(env())).rejects.toThrow(
      'A newer version has upgraded the database, with the migration Planted1764799999000, and this ' +
        'version cannot use it: relation "users" does not exist.\nStart the newer version.',
    );
  });

  it.each(['false', 'true'])(
    'does not start if a newer version has run one that breaks it (migrations off: %s)',
    async (isOff) => {
      await upgrade(database, [...MIGRATIONS, planted(NOTHING, { isBreaking: true })]);
      await expect(
        startTestServer({ ...env(), SPANDREL_DANGEROUSLY_DISABLE_MIGRATIONS: isOff }),
      ).rejects.toThrow(
        'A newer version has upgraded the database, with the migration Planted1764799999000, and this ' +
          'version cannot use it any longer.\nStart the newer version.',
      );
    },
  );

  it('does not start once a part of one that breaks it has run', async () => {
    const half = planted('SELECT missing', { isBreaking: true, transaction: false });
    await expect(upgrade(database, [...MIGRATIONS, half])).rejects.toThrow(
      /The next start goes on after its finished steps.$/,
    );
    await expect(startTestServer(env())).rejects.toThrow('cannot use it any longer');
  });

  it('names the first that is missing if it may not run them', async () => {
    const empty = await createTestDatabase({ migrated: false });
    await upgrade(empty, MIGRATIONS.slice(0, -2));
    await expect(
      startTestServer({
        SPANDREL_DATABASE_URL: empty.url,
        SPANDREL_DANGEROUSLY_DISABLE_MIGRATIONS: 'true',
      }),
    ).rejects.toThrow(
      `The database lacks the migration ${MIGRATIONS.at(-2)!.name} and 1 more, and SPANDREL_DANGEROUSLY_DISABLE_MIGRATIONS keeps`,
    );
    await empty.drop();
  });
});
