import pg from 'pg';
import { eventually } from '../../../support/eventually.js';
import { emptyDatabase } from '../../../support/reset.js';
import { startTestServer, type TestServer } from '../../../support/server.js';
import {
  enqueue,
  example,
  examples,
  liveNumbers,
  store,
  storedExamples,
  storedVersions,
} from '../../merging/merging.js';

const UPLOAD = `id datasetName status rowCount error createdAt finishedAt
  dataset { id name } createdCount updatedCount deletedCount`;

interface Upload {
  id: string;
  datasetName: string;
  status: string;
  rowCount: number;
  error: string | null;
  finishedAt: string | null;
  dataset: { name: string } | null;
  createdCount: number | null;
}

const globalId = (id: number): string => Buffer.from(`DatasetUpload:${id}`).toString('base64');

/** Queues uploads behind one that `client` keeps locked until it commits. */
async function holdQueue(server: TestServer, client: pg.Client, length: number): Promise<void> {
  const insert = (count: number) =>
    server.sql(
      `INSERT INTO dataset_uploads (name, action, are_splits_provided)
       SELECT 'held', 'update', false FROM generate_series(1, $1::int)`,
      [count],
    );
  for (;;) {
    await insert(1);
    await client.query('BEGIN');
    const held = await client.query(
      `SELECT FROM dataset_uploads WHERE name = 'held' AND status = 'QUEUED' FOR UPDATE`,
    );
    if (held.rowCount === 1) break;
    // The server took the upload before it could be locked.
    await client.query('COMMIT');
  }
  await insert(length - 1);
}

describe('an upload that is stored later', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  async function upload(id: number): Promise<Upload | null> {
    const { data } = await server.gql<{ datasetUpload: Upload | null }>(
      `query ($id: ID!) { datasetUpload(id: $id) { ${UPLOAD} } }`,
      { id: globalId(id) },
    );
    return data?.datasetUpload ?? null;
  }

  const finished = (id: number): Promise<Upload> =>
    eventually(`end of upload ${id}`, async () => {
      const found = await upload(id);
      return found?.finishedAt ? found : null;
    });

  it('is merged soon and shows its changes', async () => {
    const id = await enqueue(server, {
      description: 'seed set',
      areSplitsProvided: true,
      examples: [example(1, { splits: ['train'], exampleId: 'a' }), example(2)],
    });
    expect(await finished(id)).toEqual({
      id: globalId(id),
      datasetName: 'capitals',
      status: 'DONE',
      rowCount: 2,
      error: null,
      createdAt: expect.stringContaining('T'),
      finishedAt: expect.stringContaining('T'),
      dataset: { id: expect.any(String), name: 'capitals' },
      createdCount: 2,
      updatedCount: 0,
      deletedCount: 0,
    });
    expect((await storedExamples(server)).map((e) => [e.externalId, e.splits])).toEqual([
      ['a', ['train']],
      [null, []],
    ]);
    expect(await server.sql('SELECT description FROM datasets')).toEqual([
      { description: 'seed set' },
    ]);
    expect(await server.sql('SELECT count(*) FROM dataset_upload_rows')).toEqual([{ count: 0 }]);
  });

  it('is listed, newest first, even if the dataset no longer exists', async () => {
    const ids = [
      await enqueue(server, { examples: examples(1) }),
      await enqueue(server, { name: 'other', examples: examples(1, 2) }),
      await enqueue(server, { examples: examples(1, 2, 3) }),
    ];
    for (const id of ids) await finished(id);
    await server.sql(`DELETE FROM datasets WHERE name = 'other'`);
    const list = async (args: string) => {
      const { data } = await server.gql<{ datasetUploads: { edges: { node: Upload }[] } }>(
        `{ datasetUploads(${args}) { edges { node { ${UPLOAD} } } } }`,
      );
      return data?.datasetUploads.edges.map(({ node }) => [node.rowCount, node.dataset?.name]);
    };
    expect(await list('first: 10')).toEqual([
      [3, 'capitals'],
      [2, undefined],
      [1, 'capitals'],
    ]);
    expect(await list('last: 1')).toEqual([[1, 'capitals']]);
    const { statements } = await server.countQueries(() => list('first: 10'));
    // The server may still be looking for more uploads to merge.
    expect(statements.filter((sql) => !/'QUEUED'|'RUNNING'/.test(sql))).toHaveLength(2);
  });

  it('is deleted a month after it finished', async () => {
    const ended = (days: number) =>
      server.sql(
        `INSERT INTO dataset_uploads (name, action, are_splits_provided, status, finished_at)
         VALUES ('old', 'update', false, 'DONE', now() - make_interval(days => $1))`,
        [days],
      );
    await Promise.all([ended(31), ended(400), ended(29)]);
    await finished(await enqueue(server, { examples: examples(1) }));
    expect(await server.sql('SELECT name FROM dataset_uploads ORDER BY name')).toEqual([
      { name: 'capitals' },
      { name: 'old' },
    ]);
  });

  it('follows earlier uploads to its dataset', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => enqueue(server, { examples: examples(n) })),
    );
    const last = Math.max(...ids);
    for (const id of ids) expect((await finished(id)).status).toBe('DONE');
    expect(await liveNumbers(server)).toEqual([ids.indexOf(last)]);
    expect(await storedVersions(server)).toHaveLength(10);
  });

  it.each([
    [
      'the dataset to create already exists',
      { action: 'create' as const, examples: examples(2) },
      'Dataset "capitals" already exists.',
    ],
    [
      'there is no example with a global id',
      { examples: [example(2, { exampleId: 'RGF0YXNldEV4YW1wbGU6MA==' })] },
      'No examples found in this dataset with the ids: RGF0YXNldEV4YW1wbGU6MA==',
    ],
  ])('fails if %s, says why, and delays no other upload', async (_, given, error) => {
    await store(server, { examples: examples(1) });
    const ids = [
      await enqueue(server, given),
      await enqueue(server, { action: 'append', examples: examples(3) }),
    ];
    expect(await finished(ids[0]!)).toMatchObject({
      status: 'FAILED',
      error,
      dataset: null,
      createdCount: null,
    });
    expect(await finished(ids[1]!)).toMatchObject({ status: 'DONE' });
    expect(await liveNumbers(server)).toEqual([1, 3]);
    expect(await server.sql('SELECT count(*) FROM dataset_upload_rows')).toEqual([{ count: 0 }]);
  });

  it('is refused at once for repeated ids, and nothing is stored', async () => {
    const twice = [1, 2].map((line) => example(line, { line, exampleId: 'a' }));
    await expect(enqueue(server, { examples: twice })).rejects.toThrow(
      "Duplicate example_id in request: 'a' (line 1 and line 2)",
    );
    expect(await server.sql('SELECT count(*) FROM dataset_uploads')).toEqual([{ count: 0 }]);
  });

  it('is not queued if its rows cannot be read', async () => {
    async function* broken() {
      yield* examples(1, 2);
      throw new Error('line 3 is not JSON');
    }
    await expect(enqueue(server, { examples: broken() })).rejects.toThrow('line 3 is not JSON');
    expect(await server.sql('SELECT count(*) FROM dataset_uploads')).toEqual([{ count: 0 }]);
  });

  it('is refused while 1,000 wait', async () => {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await holdQueue(server, client, 999);
      await client.query('SAVEPOINT held');
      // Those that have a connection check for room, then wait for this lock before they write.
      await client.query('LOCK TABLE dataset_uploads IN SHARE ROW EXCLUSIVE MODE');
      const rivals = Promise.allSettled(
        // Uploads to the same dataset wait for each other, so none is merged in the meantime.
        Array.from({ length: 4 }, () => enqueue(server, { name: 'held', examples: examples(1) })),
      );
      await eventually('three uploads to wait for the lock', async () => {
        const { rows } = await client.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'dataset_uploads'::regclass`,
        );
        return rows.length === 3;
      });
      await client.query('ROLLBACK TO SAVEPOINT held');
      const refused = (await rivals).filter(({ status }) => status === 'rejected');
      expect(refused).toEqual(
        Array.from({ length: 3 }, () => ({
          status: 'rejected',
          reason: expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 10 }),
        })),
      );
    } finally {
      await client.query(`DELETE FROM dataset_uploads WHERE name = 'held'`);
      await client.query('COMMIT');
      await client.end();
    }
  });

  it.each(['', 'RGF0YXNldDox', 'DatasetUpload:1', globalId(1).slice(1)])(
    'is not found by %j',
    async (id) => {
      const { errors } = await server.gql('query ($id: ID!) { datasetUpload(id: $id) { id } }', {
        id,
      });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    },
  );

  it('is null if it does not exist', async () => {
    expect(await upload(0)).toBeNull();
  });
});
