import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { describeSchema, type MigrationClass, upgrade } from './states.js';

/** Tables to which exporters and clients write all the time. */
const BUSY = [
  'projects',
  'traces',
  'project_sessions',
  'spans',
  'span_annotations',
  'trace_annotations',
  'session_annotations',
  'document_annotations',
  'span_costs',
  'span_cost_details',
  'experiment_runs',
  'experiment_run_annotations',
  'dataset_examples',
  'dataset_example_revisions',
];

/** Locks of this connection that keep others from writing to a busy table. */
const HELD = `
  SELECT c.relname || ' ' || l.mode AS lock FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
   WHERE l.pid = pg_backend_pid() AND c.relname = ANY ($1) AND c.relkind = 'r'
     AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Whether a statement takes the longer, the more rows a busy table has. */
function isSlow(statement: string, held: readonly string[]): boolean {
  if (/^\s*CREATE (UNIQUE )?INDEX/i.test(statement))
    return held.some((lock) => lock.endsWith(' ShareLock'));
  const isAboutRows = /^\s*(INSERT|UPDATE|DELETE|MERGE|WITH|SELECT)\b/i.test(statement);
  return isAboutRows && BUSY.some((table) => new RegExp(`\\b${table}\\b`).test(statement));
}

/** Earlier versions never wrote such rows. */
const HARMLESS = [
  'evaluators constraint evaluators_code_check CHECK',
  // Changes of its rows are refused as before.
  'refuse_audit_change function',
  // Fills a column of which they know nothing.
  'projects trigger CREATE TRIGGER projects_find_parent',
  // They admit more kinds, and earlier versions write only some of them.
  ...['span', 'trace', 'session', 'document'].map(
    (target) => `${target}_annotations constraint ${target}_annotations_annotator_kind_check CHECK`,
  ),
  'experiment_run_annotations constraint experiment_run_annotations_kind_check CHECK',
  // They know both parts of a cost or neither, too.
  ...['span_costs', 'traces'].map((table) => `${table} constraint ${table}_cost_check CHECK`),
  // Fewer columns are unique as well.
  'project_sessions index CREATE UNIQUE INDEX project_sessions_key',
  'session_annotations index CREATE UNIQUE INDEX session_annotations_key',
];

/** Migrations that show the locks after each of their statements, and the schema that they leave. */
function watched(
  migrations: readonly MigrationClass[],
  look: {
    afterStatement?: (migration: string, statement: string, held: string[]) => void;
    afterMigration?: (migration: MigrationInterface, schema: string[]) => void;
  },
): MigrationClass[] {
  return migrations.map((migration) => {
    const original = new migration();
    class Watched implements MigrationInterface {
      readonly name = migration.name;
      readonly transaction = original.transaction;

      async up(runner: QueryRunner): Promise<void> {
        const existing = (await runner.query(
          `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY ($1)`,
          [BUSY],
        )) as { tablename: string }[];
        // The locks of tables that nobody else can see yet do not matter.
        const busy = existing.map(({ tablename }) => tablename);
        const query = async (statement: string, parameters?: unknown[]): Promise<unknown> => {
          const answer: unknown = await runner.query(statement, parameters);
          const held = (await runner.query(HELD, [busy])) as { lock: string }[];
          look.afterStatement?.(
            migration.name,
            statement,
            held.map(({ lock }) => lock),
          );
          return answer;
        };
        await original.up(Object.assign(Object.create(runner) as QueryRunner, { query }));
        look.afterMigration?.(original, await describeSchema((text) => runner.query(text)));
      }

      down(): Promise<void> {
        throw new Error('It is only run forward.');
      }
    }
    return Watched;
  });
}

/** Moves rows while it locks their table, which no migration should do. */
class Planted1764799999000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE traces ADD COLUMN planted bigint');
    await runner.query('UPDATE traces SET planted = span_count');
  }
  async down(): Promise<void> {}
}

/** Builds an index while nobody can write. */
class AnotherPlanted1764799999001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX spans_planted ON spans (name)');
  }
  async down(): Promise<void> {}
}

describe('migrations', () => {
  let empty: TestDatabase;
  /** Statements that take the longer, the more rows there are, while others cannot write. */
  const slow: string[] = [];
  /** The parts that migrations take from the server before them, without saying so. */
  const broken: string[] = [];
  /** The schema after the last of them. */
  let schema: string[] = [];

  beforeAll(async () => {
    empty = await createTestDatabase({ migrated: false });
    const all = [...MIGRATIONS, Planted1764799999000, AnotherPlanted1764799999001];
    await upgrade(
      empty,
      watched(all, {
        afterStatement(migration, statement, held) {
          if (held.length > 0 && isSlow(statement, held)) {
            slow.push(`${migration}: ${held.join()}`);
          }
        },
        afterMigration(migration, after) {
          if (!('isBreaking' in migration)) broken.push(...findBreaks(schema, after));
          schema = after;
        },
      }),
    );
  }, 60_000);
  afterAll(() => empty.drop());

  const isPlanted = (line: string) => /^(Another)?Planted/.test(line);

  it('move rows and build indexes only while others can write', () => {
    expect(slow.filter((line) => !isPlanted(line))).toEqual([]);
  });

  it('would be caught if they moved rows while a table is locked', () => {
    expect(slow.filter(isPlanted)).toEqual([
      'Planted1764799999000: traces AccessExclusiveLock',
      'AnotherPlanted1764799999001: spans ShareLock',
    ]);
  });

  it('only add to what the server before them uses, or say that they break it', () => {
    expect(broken).toEqual([]);
    expect(schema.length).toBeGreaterThan(500);
  });

  it('would be caught if they broke the server before them', () => {
    const before = [
      'spans column name text NOT NULL',
      'spans index CREATE INDEX a ON spans (name)',
    ];
    expect(findBreaks(before, ['spans column title text NOT NULL'])).toEqual([
      'removes spans column name text NOT NULL',
      'requires spans column title text NOT NULL',
    ]);
    const added = [
      'spans column a integer',
      'spans column b integer NOT NULL DEFAULT 0',
      'tags column c text NOT NULL',
    ];
    expect(findBreaks(before, [...before, ...added])).toEqual([]);
    const check = "spans constraint named CHECK ((name <> ''::text))";
    expect(findBreaks(before, [...before, check])).toEqual([`requires ${check}`]);
  });
});

/** Lists what an earlier server used that is gone, and what it does not write that is required now. */
function findBreaks(before: readonly string[], after: readonly string[]): string[] {
  const isKnown = new Set(before);
  const remains = new Set(after);
  const tables = new Set(before.map((line) => line.split(' ')[0]));
  const isHarmless = (line: string) => HARMLESS.some((known) => line.startsWith(known));
  const removed = before.filter((line) => !remains.has(line) && !/^\S+ index /.test(line));
  const required = after.filter((line) => {
    const [table = '', kind] = line.split(' ');
    if (isKnown.has(line) || !tables.has(table)) return false;
    if (kind === 'column') return line.includes(' NOT NULL') && !line.includes(' DEFAULT ');
    if (kind === 'index') return line.includes(' UNIQUE ');
    return kind === 'trigger' || (kind === 'constraint' && !line.includes(' FOREIGN KEY '));
  });
  return [
    ...removed.filter((line) => !isHarmless(line)).map((line) => `removes ${line}`),
    ...required.filter((line) => !isHarmless(line)).map((line) => `requires ${line}`),
  ];
}
