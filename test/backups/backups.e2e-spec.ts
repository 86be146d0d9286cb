import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { admin } from '../support/admin.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { Outcome } from '../support/invocation.js';
import { sendTraces } from '../support/send-traces.js';
import { type SecuredServer, startSecuredServer, TEST_SECRET } from '../support/accounts.js';
import { startTestServer } from '../support/server.js';
import { withClient } from '../upgrades/states.js';

describe('npm run admin -- backup and restore', () => {
  let server: SecuredServer;
  let directory: string;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    server = await startSecuredServer();
    directory = await mkdtemp(join(tmpdir(), 'spandrel-backup-'));
    const text = 'Tab\t, line\n, \\N, "quotes" and ü';
    const trace = { project: 'kept', attributes: { 'input.value': text, 'session.id': 'chat-1' } };
    await sendTraces(server.url, [{ ...trace, spanId: 'aaaaaaaaaaaaaaaa' }], headers());
    const judgment = { span_id: 'aaaaaaaaaaaaaaaa', name: 'quality', annotator_kind: 'HUMAN' };
    await server.request
      .post('/v1/span_annotations?sync=true')
      .set(headers())
      .send({ data: [judgment] })
      .expect(200);
    await server.request
      .put('/v1/secrets')
      .set(headers())
      .send({ secrets: [{ key: 'OPENAI_API_KEY', value: 'sk-secret-value' }] })
      .expect(200);
  });
  afterAll(async () => {
    await server.stop();
    for (const database of databases) await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const headers = () => ({ Authorization: `Bearer ${server.accounts.ADMIN.key}` });
  const path = (name: string) => join(directory, name);
  const backup = (name: string) =>
    admin(['backup', path(name)], { SPANDREL_DATABASE_URL: server.databaseUrl });
  const newDatabase = async () => {
    const database = await createTestDatabase({ migrated: false });
    databases.push(database);
    return database.url;
  };
  const restore = (name: string, url: string) =>
    admin(['restore', path(name)], { SPANDREL_DATABASE_URL: url });
  /** The rows of all tables, as text. */
  const contents = (url: string) =>
    withClient(url, async (client) => {
      const tables = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
            AND relname NOT IN ('migrations', 'rate_limits') ORDER BY relname`,
      );
      const rows: Record<string, unknown> = {};
      for (const { name } of tables.rows) {
        rows[name] = (await client.query(`SELECT t::text FROM ${name} t ORDER BY 1`)).rows;
      }
      return rows;
    });

  let url: string;
  let written: Outcome;
  let loaded: Outcome;
  let restored: Awaited<ReturnType<typeof contents>>;
  /** The URL of a database without tables. */
  let empty: string;

  beforeAll(async () => {
    written = await backup('whole');
    url = await newDatabase();
    loaded = await restore('whole', url);
    restored = await contents(url);
    empty = await newDatabase();
  }, 60_000);

  it('restores every row, and goes on with new IDs', async () => {
    const manifest = JSON.parse(await readFile(join(path('whole'), 'manifest.json'), 'utf8'));
    const { createdAt, tables } = manifest as { createdAt: string; tables: { rows: number }[] };
    let count = 0;
    for (const { rows } of tables) count += rows;
    const counts = `${count.toLocaleString('en-US')} rows of ${tables.length} tables`;
    const wrote = expect.stringContaining(`Wrote ${counts} to `);
    expect(written).toMatchObject({ code: 0, stdout: wrote });
    const filled = expect.stringContaining(`Restored ${counts} from the backup of ${createdAt}.`);
    expect(loaded).toMatchObject({ code: 0, stdout: filled });
    const { spans, ...others } = restored;
    expect(spans).toHaveLength(1);
    const { spans: before, ...othersBefore } = await contents(server.databaseUrl);
    expect(spans).toEqual(before);
    for (const name of ['users', 'api_keys', 'span_annotations', 'secrets', 'traces', 'projects']) {
      expect([name, others[name]]).toEqual([name, othersBefore[name]]);
    }

    const env = { SPANDREL_ENABLE_AUTH: 'true', SPANDREL_SECRET: TEST_SECRET };
    const copy = await startTestServer({ ...env, SPANDREL_DATABASE_URL: url });
    // Keys still work, and sequences do not repeat IDs.
    await sendTraces(copy.url, [{ project: 'new' }], headers());
    const keys = await copy.sql(`SELECT count(*) FROM pg_constraint WHERE contype = 'f'`);
    expect(keys).toEqual(
      await server.sql(`SELECT count(*) FROM pg_constraint WHERE contype = 'f'`),
    );
    await copy.stop();
  }, 60_000);

  it('has no secret in plain text', () => {
    expect(restored['secrets']).toHaveLength(1);
    expect(JSON.stringify(restored['secrets'])).not.toContain('sk-secret-value');
  });

  /** Changes the manifest of a copy of the first backup. */
  async function changed(name: string, change: (manifest: Record<string, unknown[]>) => void) {
    await cp(path('whole'), path(name), { recursive: true });
    const file = join(path(name), 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    change(manifest);
    await writeFile(file, JSON.stringify(manifest));
  }

  it('refuses a backup of a newer version by the name of its migration', async () => {
    await changed('newer', ({ migrations }) => migrations!.push('Later1999999999999'));
    const { code, stderr } = await restore('newer', empty);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Later1999999999999')]);
  });

  it('refuses a database with data, an unfinished backup and a directory in use', async () => {
    const used = await restore('whole', server.databaseUrl);
    expect([used.code, used.stderr]).toEqual([
      1,
      expect.stringContaining('The database has data.'),
    ]);
    const missing = await restore('nothing', empty);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('manifest.json')]);
    const again = await backup('whole');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(await readdir(path('whole'))).toContain('manifest.json');
  });

  it('restores nothing of an older version if a file is damaged, and all of it afterwards', async () => {
    await changed('older', (manifest) => {
      manifest['migrations'] = manifest['migrations']!.filter(
        (migration) => migration !== 'ImportCursors1764701860000',
      );
      manifest['tables'] = manifest['tables']!.filter(
        (table) => (table as { name: string }).name !== 'import_cursors',
      );
    });
    await cp(path('older'), path('damaged'), { recursive: true });
    const file = join(path('damaged'), 'users.copy.gz');
    await cp(join(path('damaged'), 'projects.copy.gz'), file);
    const { code, stderr } = await restore('damaged', empty);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `${file} is damaged: it is not the file that line 1 of ${join(path('damaged'), 'manifest.json')} ` +
        'describes. Nothing was restored.\n',
    );
    // Not even tables were created.
    expect(await contents(empty)).toEqual({});
    expect(await restore('older', empty)).toMatchObject({ code: 0 });
    const rows = await contents(empty);
    expect(rows['import_cursors']).toEqual([]);
    expect(rows['span_annotations']).toHaveLength(1);
  }, 60_000);

  it('says what is wrong with a row or a manifest, without the words of users', async () => {
    const canary = 'canary '.repeat(1000);
    const file = 'users.copy.gz';
    const bytes = gzipSync(`${canary}\n`);
    await changed('foreign', (manifest) => {
      const users = (manifest['tables'] as { file: string; sha256: string; rows: number }[]).find(
        (table) => table.file === file,
      )!;
      users.sha256 = createHash('sha256').update(bytes).digest('hex');
      users.rows = 7;
    });
    await writeFile(join(path('foreign'), file), bytes);
    const row = await restore('foreign', await newDatabase());
    expect([row.code, row.stderr]).toEqual([1, expect.stringContaining(`${file} cannot be`)]);
    expect(row.stderr).toContain('PostgreSQL refuses it (22P02)');
    expect(row.stderr).not.toContain('canary');

    await changed('untyped', (manifest) => (manifest['tables'] = [{ name: canary }]));
    const untyped = await restore('untyped', empty);
    expect(untyped.stderr).toMatch(
      /manifest\.json is damaged or of another version: see its field/,
    );
    expect(untyped.stderr).not.toContain('canary');
    await writeFile(join(path('untyped'), 'manifest.json'), canary);
    const broken = await restore('untyped', empty);
    expect(broken.stderr).toMatch(/manifest\.json is damaged: it is not JSON\.\n$/);
  }, 60_000);
});
