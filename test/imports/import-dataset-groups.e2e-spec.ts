import { admin } from '../support/admin.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { findDataset, readSplits, uploadWithSplits } from './dataset-groups.js';

interface Example {
  node_id: string;
}

describe('npm run admin -- import phoenix, with splits and labels of datasets', () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: FaultyProxy;
  let dataset: string;
  let examples: Example[];

  beforeEach(async () => {
    source = await startTestServer();
    target = await startTestServer();
    proxy = await startFaultyProxy(source.url);
    dataset = await uploadWithSplits(source);
    const { body } = await source.request.get(`/v1/datasets/${dataset}/examples`).expect(200);
    examples = body.data.examples;
  });
  afterEach(async () => {
    await proxy.stop();
    await source.stop();
    await target.stop();
  });

  const run = () =>
    admin(['import', 'phoenix', '--url', proxy.url], { SPANDREL_DATABASE_URL: target.databaseUrl });

  it('moves splits, and changes of them later', async () => {
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('splits: 2\n')]);
    expect(await readSplits(target)).toEqual([
      { input: { q: 1 }, splits: ['train'] },
      { input: { q: 2 }, splits: ['hard', 'train'] },
      { input: { q: 3 }, splits: [] },
    ]);
    const { body } = await source.request
      .post(`/v1/datasets/${dataset}/splits`)
      .send({ name: 'late', example_ids: [examples[2]!.node_id] })
      .expect(201);
    await source.sql(`DELETE FROM dataset_splits WHERE name = 'hard'`);
    expect(body.data.example_count).toBe(1);
    const again = await run();
    expect(again.stdout).toContain('splits: 1, and 1 that were stored already\n');
    expect(await readSplits(target)).toEqual(await readSplits(source));
  }, 120_000);

  it('keeps the splits of examples if the other server does not show splits', async () => {
    expect((await run()).code).toBe(0);
    const before = await readSplits(target);
    proxy.answer = (path) => (path === '/graphql' ? { status: 404, body: 'Not found' } : null);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('lists of splits: 1. The server has no GraphQL.\n    all datasets\n'),
    ]);
    expect(await readSplits(target)).toEqual(before);
  }, 120_000);

  it('moves labels, and uses one of the same name here as it is', async () => {
    const ids = [];
    for (const [name, color] of [
      ['golden', '#00aa55'],
      ['shared', '#112233'],
    ]) {
      const label = { name, color, description: 'Checked' };
      const { body } = await source.request.post('/v1/dataset_labels').send(label).expect(201);
      ids.push(body.data.id);
    }
    await source.request
      .put(`/v1/datasets/${dataset}/labels`)
      .send({ dataset_label_ids: ids })
      .expect(200);
    await target.request
      .post('/v1/dataset_labels')
      .send({ name: 'shared', color: '#445566' })
      .expect(201);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('labels of datasets: 1, and 1 that were stored already\n'),
    ]);
    expect((await run()).code).toBe(0);
    const id = await findDataset(target);
    const { body } = await target.request.get(`/v1/datasets/${id}/labels`).expect(200);
    expect(body.data).toHaveLength(2);
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'golden', color: '#00aa55', description: 'Checked' }),
        expect.objectContaining({ name: 'shared', color: '#445566' }),
      ]),
    );
  }, 120_000);

  it('repeats versions that changed nothing, because experiments may use them', async () => {
    await source.sql(
      `INSERT INTO dataset_versions (dataset_id, description, example_count, created_count, updated_count,
         deleted_count) SELECT id, 'Same as before', 3, 0, 0, 0 FROM datasets`,
    );
    await source.sql(`UPDATE datasets SET metadata = '{"owner":"a"}'`);
    await source.request
      .post(`/v1/datasets/${dataset}/experiments`)
      .send({ name: 'on the second version' })
      .expect(200);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('versions of datasets: 2\n')]);
    expect(stdout).toContain('experiments: 1\n');
    expect((await run()).stdout).not.toContain('versions of datasets');
    expect(await target.sql('SELECT metadata FROM datasets')).toEqual([
      { metadata: { owner: 'a' } },
    ]);
    expect(
      await target.sql(
        `SELECT v.description FROM experiments e JOIN dataset_versions v ON v.id = e.dataset_version_id`,
      ),
    ).toEqual([{ description: 'Same as before' }]);
  }, 120_000);
});
