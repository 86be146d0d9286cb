import { MIGRATIONS } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { upgrade, withClient } from './states.js';

const KEYS = 'SessionKeyIndexes1764702160000';
const SPLIT = 'SplitSessions1764702162000';

/** Two projects share `both`, and the trace of `moved` is in another project than its session. */
const ROWS = `
  INSERT INTO projects (id, name, name_folded) VALUES (11, 'shop', 'shop'), (12, 'desk', 'desk');
  INSERT INTO project_sessions (id, session_id, project_id, start_time, end_time) VALUES
    (1, 'both', 11, '2026-01-01', '2026-01-09'), (2, 'moved', 11, '2026-01-01', '2026-01-02'),
    (3, 'own', 12, '2026-01-03', '2026-01-04');
  SELECT setval('project_sessions_id_seq', 3);
  INSERT INTO traces (trace_id, project_id, session_id, start_time, end_time, span_count) VALUES
    ('a', 11, 'both', '2026-01-02', '2026-01-03', 1), ('b', 12, 'both', '2026-01-01', '2026-01-02', 1),
    ('c', 12, 'both', '2026-01-08', '2026-01-09', 1), ('d', 12, 'moved', '2026-01-01', '2026-01-02', 1),
    ('e', 12, 'own', '2026-01-03', '2026-01-04', 1), ('f', 12, NULL, '2026-01-03', '2026-01-04', 1);
  -- The project of the second one is what it was before its session was moved.
  INSERT INTO session_annotations (session_id, name, project_id, target_id, annotator_kind, source) VALUES
    ('both', 'quality', 11, 1, 'HUMAN', 'API'), ('own', 'quality', 11, 3, 'HUMAN', 'API');
  INSERT INTO annotation_queues (id, project_id, name, target) VALUES
    (1, 11, 'shop', 'SESSION'), (2, 12, 'desk', 'SESSION');
  INSERT INTO annotation_queue_items (queue_id, position, session_id) VALUES
    (1, 1, 'both'), (2, 1, 'own'), (2, 2, 'moved');
  INSERT INTO annotation_queue_items (queue_id, position, trace_id) VALUES (1, 2, 'a');`;

const SESSIONS = `
  SELECT id, session_id AS session, project_id::int AS project, start_time::date::text AS from,
         end_time::date::text AS until FROM project_sessions ORDER BY session_id, project_id`;

const SPLIT_SESSIONS = [
  { id: 1, session: 'both', project: 11, from: '2026-01-02', until: '2026-01-03' },
  { id: 5, session: 'both', project: 12, from: '2026-01-01', until: '2026-01-09' },
  // It stays, without traces.
  { id: 2, session: 'moved', project: 11, from: '2026-01-01', until: '2026-01-02' },
  { id: 6, session: 'moved', project: 12, from: '2026-01-01', until: '2026-01-02' },
  { id: 3, session: 'own', project: 12, from: '2026-01-03', until: '2026-01-04' },
];

describe('sessions of an earlier version', () => {
  const at = MIGRATIONS.findIndex(({ name }) => name === KEYS);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    await upgrade(database, MIGRATIONS.slice(0, at));
    await withClient(database.url, (client) => client.query(ROWS));
    await upgrade(database);
  });
  afterAll(() => database.drop());

  const read = (sql: string) =>
    withClient(database.url, async (client) => (await client.query<object>(sql)).rows);
  const ids = (rows: readonly { id: number }[]) =>
    rows.map((row) => ({ ...row, id: String(row.id) }));

  it('are split by the projects of their traces, and keep their IDs', async () => {
    expect(await read(SESSIONS)).toEqual(ids(SPLIT_SESSIONS));
  });

  it('keep annotations and places in queues', async () => {
    expect(
      await read(`SELECT session_id AS session, project_id::int AS project, target_id::int AS target
                    FROM session_annotations ORDER BY 1`),
    ).toEqual([
      { session: 'both', project: 11, target: 1 },
      { session: 'own', project: 12, target: 3 },
    ]);
    expect(
      await read(`SELECT coalesce(session_id, trace_id) AS item, project_id::int AS project
                    FROM annotation_queue_items ORDER BY 1`),
    ).toEqual([
      { item: 'a', project: null },
      { item: 'both', project: 11 },
      { item: 'moved', project: 12 },
      { item: 'own', project: 12 },
    ]);
  });

  it('are not changed if this is done twice', async () => {
    const before = await Promise.all([
      read(SESSIONS),
      read('SELECT * FROM session_annotations'),
      read('SELECT * FROM annotation_queue_items'),
    ]);
    await read(`DELETE FROM migrations WHERE name = '${SPLIT}'`);
    await upgrade(database);
    expect(
      await Promise.all([
        read(SESSIONS),
        read('SELECT * FROM session_annotations'),
        read('SELECT * FROM annotation_queue_items'),
      ]),
    ).toEqual(before);
  });
});
