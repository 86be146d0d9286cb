import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { aSplit } from '../support/factories/dataset-marks.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('POST /v1/datasets/{id}/experiments', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const create = (datasetId: number, body: object = {}) =>
    server.request.post(`/v1/datasets/${globalId('Dataset', datasetId)}/experiments`).send(body);
  const snapshotOf = async (globalId: string) => {
    const id = Number(Buffer.from(globalId, 'base64').toString().split(':')[1]);
    const rows = await server.sql<{ example_id: number; revision_id: number }>(
      `SELECT example_id, revision_id FROM experiment_examples WHERE experiment_id = $1
        ORDER BY example_id`,
      [id],
    );
    return rows.map((row) => [row.example_id, row.revision_id]);
  };

  it('returns an experiment on the newest version and creates its project', async () => {
    const dataset = await aDataset(server, { name: 'big red dogs' });
    const example = await anExample(server, { dataset_id: dataset.id });
    const { status, body } = await create(dataset.id, { project_name: 'mine', extra: 1 });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      dataset_id: globalId('Dataset', dataset.id),
      dataset_version_id: globalId('DatasetVersion', example.created_version_id),
      name: expect.stringMatching(/^big-red--[0-9a-f]{8}$/),
      description: null,
      repetitions: 1,
      metadata: {},
      project_name: expect.stringMatching(/^Experiment-[0-9a-f]{24}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/),
      updated_at: body.data.created_at,
      example_count: 1,
      successful_run_count: 0,
      failed_run_count: 0,
      missing_run_count: 1,
    });
    const [project] = await server.sql<{ description: string; created_at: string }>(
      'SELECT description, created_at FROM projects WHERE name = $1',
      [body.data.project_name],
    );
    expect(project?.description).toContain(globalId('Dataset', dataset.id));
    expect(project?.description).toContain(body.data.dataset_version_id);
    expect(project?.created_at).toBe(body.data.created_at);
    expect(await snapshotOf(body.data.id)).toEqual([[example.id, example.revision_id]]);
  });

  it.each([null, '', ' \n'])('generates a name for %j', async (name) => {
    const { dataset_id } = await anExample(server);
    const { body } = await create(dataset_id, { name });
    expect(body.data.name).toMatch(/-[0-9a-f]{8}$/);
  });

  it('accepts names in any script, exact metadata, and lenient repetitions', async () => {
    const { dataset_id } = await anExample(server);
    const response = await server.request
      .post(`/v1/datasets/${globalId('Dataset', dataset_id)}/experiments`)
      .set('Content-Type', 'application/json')
      .send(
        '{"name":" 試験 <b>/%?# ","description":"d","repetitions":"3",' +
          '"metadata":{"z":9007199254740993,"a":1.0,"__proto__":{"x":1},"n":"a\\u0000"}}',
      );
    expect(response.body.data).toMatchObject({
      name: ' 試験 <b>/%?# ',
      description: 'd',
      repetitions: 3,
      missing_run_count: 3,
    });
    expect(response.text).toContain(
      '"metadata":{"z":9007199254740993,"a":1.0,"__proto__":{"x":1},"n":"a\uFFFD"}',
    );
  });

  it('keeps its examples unchanged, whatever happens to the dataset later', async () => {
    const kept = await anExample(server, { input: { q: 'old' } });
    const { dataset_id } = kept;
    const gone = await anExample(server, { dataset_id });
    const { body } = await create(dataset_id);
    const later = await aDatasetVersion(server, { dataset_id });
    await aRevision(server, { example_id: kept.id, version_id: later.id, input: { q: 'new' } });
    await aRevision(server, { example_id: gone.id, version_id: later.id, kind: 'DELETE' });
    await anExample(server, { dataset_id });
    expect(await snapshotOf(body.data.id)).toEqual([
      [kept.id, kept.revision_id],
      [gone.id, gone.revision_id],
    ]);
    const incomplete = await server.request.get(`/v1/experiments/${body.data.id}/incomplete-runs`);
    expect(incomplete.body.data[0].dataset_example.input).toEqual({ q: 'old' });
  });

  it('runs on an older version', async () => {
    const changed = await anExample(server);
    const { dataset_id } = changed;
    const removed = await anExample(server, { dataset_id });
    const second = await aDatasetVersion(server, { dataset_id });
    const added = await anExample(server, { dataset_id });
    const patch = await aRevision(server, { example_id: changed.id, version_id: second.id });
    const third = await aDatasetVersion(server, { dataset_id });
    await aRevision(server, { example_id: removed.id, version_id: third.id, kind: 'DELETE' });
    const at = async (id: number) => {
      const { body } = await create(dataset_id, { version_id: globalId('DatasetVersion', id) });
      expect(body.data.dataset_version_id).toBe(globalId('DatasetVersion', id));
      const snapshot = await snapshotOf(body.data.id);
      expect(body.data.example_count).toBe(snapshot.length);
      return snapshot;
    };
    const first = [changed.id, changed.revision_id];
    const old = [removed.id, removed.revision_id];
    const newer = [changed.id, patch.id];
    const newest = [added.id, added.revision_id];
    expect(await at(changed.created_version_id)).toEqual([first, old]);
    expect(await at(second.id)).toEqual([newer, old, newest]);
    expect(await at(third.id)).toEqual([newer, newest]);
  });

  it('is limited to splits by name and ID, with each example once, and remembers them', async () => {
    const one = await anExample(server);
    const { dataset_id } = one;
    const two = await anExample(server, { dataset_id });
    await anExample(server, { dataset_id });
    const train = await aSplit(server, { examples: [one] });
    const test = await aSplit(server, { examples: [one, two] });
    const splits = [` ${train.name} `, globalId('DatasetSplit', test.id)];
    const { body } = await create(dataset_id, { splits });
    expect(await snapshotOf(body.data.id)).toEqual([
      [one.id, one.revision_id],
      [two.id, two.revision_id],
    ]);
    expect(
      await server.sql(
        `SELECT split_id FROM experiment_splits WHERE experiment_id =
           (SELECT max(id) FROM experiments) ORDER BY split_id`,
      ),
    ).toEqual([{ split_id: train.id }, { split_id: test.id }]);
    const whole = await create(dataset_id, { splits: [] });
    expect(whole.body.data.example_count).toBe(3);
    const version_id = globalId('DatasetVersion', one.created_version_id);
    const older = await create(dataset_id, { splits: [train.name], version_id });
    expect(older.body.data.example_count).toBe(1);
  });

  it('is consistent while examples change', async () => {
    const { dataset_id } = await anExample(server);
    const writing = (async () => {
      for (let n = 0; n < 20; n++) {
        await server.dataSource.transaction(async (tx) => {
          const sql = {
            sql: (text: string, parameters?: unknown[]) => tx.query(text, parameters),
          };
          await aDatasetVersion(sql as never, { dataset_id });
          await anExample(sql as never, { dataset_id });
          await anExample(sql as never, { dataset_id });
        });
      }
    })();
    const made = await Promise.all(Array.from({ length: 10 }, () => create(dataset_id)));
    await writing;
    const versions = await server.sql<{ id: number; example_count: number }>(
      'SELECT id, example_count FROM dataset_versions WHERE dataset_id = $1',
      [dataset_id],
    );
    const counts = new Map(
      versions.map((row) => [globalId('DatasetVersion', row.id), row.example_count]),
    );
    for (const { body } of made) {
      expect(body.data.example_count).toBe(counts.get(body.data.dataset_version_id));
    }
  });

  it.each([
    ['a list', '[]', ''],
    ['no JSON', '{', ''],
    ['a name that is a number', '{"name":5}', '.name'],
    ['a name too long for a header', JSON.stringify({ name: 'é'.repeat(513) }), '.name'],
    ['a name with NUL', '{"name":"a\\u0000"}', '.name'],
    ['a description that is an object', '{"description":{}}', '.description'],
    ['metadata that is a list', '{"metadata":[]}', '.metadata'],
    ['metadata that is a number', '{"metadata":1.0}', '.metadata'],
    ['splits that are a text', '{"splits":"train"}', '.splits'],
    ['splits that contain a number', '{"splits":[1]}', '.splits.0'],
    ['half a repetition', '{"repetitions":2.5}', '.repetitions'],
    ['no repetition', '{"repetitions":0}', '.repetitions'],
    ['a negative number', '{"repetitions":-1}', '.repetitions'],
    ['endless repetitions', '{"repetitions":10001}', '.repetitions'],
    ['absurd repetitions', '{"repetitions":1e300}', '.repetitions'],
  ])('refuses %s', async (_what, body, place) => {
    const { dataset_id } = await anExample(server);
    const response = await server.request
      .post(`/v1/datasets/${globalId('Dataset', dataset_id)}/experiments`)
      .set('Content-Type', 'application/json')
      .send(body);
    expect([response.status, response.type]).toEqual([422, 'application/json']);
    expect(response.body.detail[0].loc.join('.')).toBe(`body${place}`);
  });

  it('refuses a body that does not declare its type', async () => {
    const { dataset_id } = await anExample(server);
    const url = `/v1/datasets/${globalId('Dataset', dataset_id)}/experiments`;
    expect((await server.request.post(url)).status).toBe(422);
    const text = await server.request.post(url).set('Content-Type', 'text/plain').send('{}');
    expect(text.status).toBe(422);
  });

  it('refuses invalid versions and splits as text', async () => {
    const { dataset_id } = await anExample(server);
    const foreign = await anExample(server);
    const empty = await aDataset(server);
    const outcome = async (id: number, body: object) => {
      const { status, type } = await create(id, body);
      return `${status} ${type}`;
    };
    const version = (id: number, type = 'DatasetVersion') => ({ version_id: globalId(type, id) });
    expect(await outcome(999999, {})).toBe('404 text/plain');
    expect(await outcome(empty.id, {})).toBe('404 text/plain');
    expect(await outcome(dataset_id, { version_id: 'nonsense' })).toBe('422 text/plain');
    expect(await outcome(dataset_id, version(dataset_id, 'Dataset'))).toBe('404 text/plain');
    expect(await outcome(dataset_id, version(999999))).toBe('404 text/plain');
    expect(await outcome(dataset_id, version(foreign.created_version_id))).toBe('404 text/plain');
    expect(await outcome(dataset_id, { splits: ['nowhere'] })).toBe('404 text/plain');
    expect(await outcome(dataset_id, { splits: [globalId('DatasetSplit', 999999)] })).toBe(
      '404 text/plain',
    );
    expect(await outcome(dataset_id, { splits: [' '] })).toBe('422 text/plain');
    expect(await outcome(dataset_id, { splits: ['a\0'] })).toBe('404 text/plain');
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    expect(await outcome(dataset_id, { metadata: { a: JSON.parse(deep) } })).toBe('422 text/plain');
    expect(
      await server.sql('SELECT id FROM experiments WHERE dataset_id = $1', [dataset_id]),
    ).toEqual([]);
  });

  it.each([
    ['fake-id-0a1b2c3d', 422],
    [globalId('Experiment', 1), 404],
    [globalId('Dataset', 999999), 404],
  ])('responds to the dataset %s with %i', async (id, status) => {
    const response = await server.request.post(`/v1/datasets/${id}/experiments`).send({});
    expect([response.status, response.type]).toEqual([status, 'text/plain']);
  });
});
