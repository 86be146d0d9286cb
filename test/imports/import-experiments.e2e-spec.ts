import { admin } from '../support/admin.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Experiment, ExperimentMaker, readExperiments } from './experiment-maker.js';

describe('npm run admin -- import phoenix, with experiments', () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: FaultyProxy;
  let maker: ExperimentMaker;

  beforeEach(async () => {
    source = await startTestServer();
    target = await startTestServer();
    proxy = await startFaultyProxy(source.url);
    maker = new ExperimentMaker(source);
  });
  afterEach(async () => {
    await proxy.stop();
    await source.stop();
    await target.stop();
  });

  const run = () =>
    admin(['import', 'phoenix', '--url', proxy.url], { SPANDREL_DATABASE_URL: target.databaseUrl });

  it('repeats them with runs, evaluations and tags, and stores nothing twice', async () => {
    const dataset = await maker.upload('capitals', 4);
    const first = await maker.experiment(dataset);
    await source.request.post(`/v1/experiments/${first.id}/tags`).send({ name: 'baseline' });
    await maker.post('/v1/datasets/upload?sync=true', {
      action: 'append',
      name: 'capitals',
      inputs: [{ q: 'new' }],
    });
    const second = await maker.experiment(dataset, { name: 'second', repetitions: 4 });
    await sendTraces(source.url, [{ project: second.project_name, spanId: 'aaaaaaaaaaaaaaaa' }]);

    const imported = await run();
    expect([imported.code, imported.stdout]).toEqual([
      0,
      expect.stringContaining('experiments: 2\n'),
    ]);
    expect(imported.stdout).toContain('runs of experiments: 10\n');
    expect(imported.stdout).toContain('evaluations of runs: 10\n');
    const shown = await readExperiments(target, 'capitals');
    expect(shown).toEqual(await readExperiments(source, 'capitals'));
    expect(shown).toMatchObject([
      { experiment: { name: 'second', example_count: 5 }, runs: { length: 5 } },
      { experiment: { name: 'first', example_count: 4 }, tags: [{ name: 'baseline' }] },
    ]);
    const spans = await target.sql(
      `SELECT p.name FROM traces t JOIN projects p ON p.id = t.project_id`,
    );
    expect(spans).toEqual([{ name: second.project_name }]);

    const again = await run();
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('experiments: 0, and 2 that were stored already\n');
    expect(again.stdout).toContain('runs of experiments: 0, and 10 that were stored already\n');
    expect(again.stdout).toContain('evaluations of runs: 0, and 10 that were stored already\n');
    expect(await readExperiments(target, 'capitals')).toEqual(shown);
  }, 120_000);

  it('takes what is new in an experiment that was imported, and keeps what was changed here', async () => {
    const dataset = await maker.upload('capitals', 2);
    const first = await maker.experiment(dataset);
    const second = await maker.experiment(dataset, { name: 'second' });
    expect((await run()).code).toBe(0);
    const [a] = await maker.examplesOf(dataset);
    const id = await maker.addRun(first, a!, 3, { output: 'better' });
    await maker.evaluate(id, 'quality', { result: { label: 'bad' } });
    await source.request.patch(`/v1/experiments/${first.id}`).send({ name: 'renamed' }).expect(200);
    const expected = await readExperiments(source, 'capitals');
    await target.sql(
      `UPDATE experiments SET name = 'mine', updated_at = now() WHERE name = 'second'`,
    );
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 0, and 2 that')]);
    const shown = await readExperiments(target, 'capitals');
    expect(shown[1]).toEqual(expected[1]);
    expect(shown[0].experiment.name).toBe('mine');
    expect(second.project_name).toBe(shown[0].experiment.project_name);
  }, 120_000);

  it('repeats experiments on splits, and leaves out temporary ones', async () => {
    const dataset = await maker.upload('split', 4);
    const examples = await maker.examplesOf(dataset);
    await source.request
      .post(`/v1/datasets/${dataset}/splits`)
      .send({
        name: 'test',
        description: 'Held back',
        color: '#123456',
        metadata: { a: 1 },
        example_ids: examples.slice(2).map(({ node_id }) => node_id),
      })
      .expect(201);
    const experiment: Experiment = await maker.post(`/v1/datasets/${dataset}/experiments`, {
      name: 'on a split',
      splits: ['test'],
    });
    await maker.addRun(experiment, examples[2]!, 1);
    await maker.post(`/v1/datasets/${dataset}/experiments`, { name: 'temporary' });
    await source.sql(`UPDATE experiments SET is_ephemeral = true WHERE name = 'temporary'`);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 1\n')]);
    expect(stdout).toContain('Left out:\n  temporary experiments: 1. ');
    await source.sql(`DELETE FROM experiments WHERE name = 'temporary'`);
    const shown = await readExperiments(target, 'split');
    expect(shown).toEqual(await readExperiments(source, 'split'));
    expect(shown).toMatchObject([{ experiment: { example_count: 2 } }]);
    const splits = await target.sql(
      `SELECT s.name, s.description, s.color, s.metadata, count(*) FROM dataset_splits s
         JOIN experiment_splits x ON x.split_id = s.id
         JOIN dataset_split_examples m ON m.split_id = s.id GROUP BY s.id`,
    );
    expect(splits).toEqual([
      { name: 'test', description: 'Held back', color: '#123456', metadata: { a: 1 }, count: 2 },
    ]);
  }, 120_000);

  it('reports experiments without their dataset, and runs and evaluations that are broken', async () => {
    const dataset = await maker.upload('mine', 2);
    await maker.experiment(dataset);
    await target.request
      .post('/v1/datasets/upload?sync=true')
      .send({ action: 'create', name: 'mine', inputs: [{ q: 'of this server' }] })
      .expect(200);
    const other = await maker.upload('other', 2);
    await maker.experiment(other);
    const runs = await source.sql<{ id: number }>('SELECT id FROM experiment_runs ORDER BY id');
    const [first, second, third] = runs.slice(5).map(({ id }) => id);
    await source.sql(`UPDATE experiment_runs SET trace_id = repeat('x', 5000) WHERE id = $1`, [
      first,
    ]);
    // Its example is not in the dataset.
    await source.sql(`UPDATE experiment_runs SET example_id = 999999999 WHERE id = $1`, [second]);
    await source.sql(
      `UPDATE experiment_run_annotations SET name = repeat('x', 5000) WHERE run_id = $1`,
      [third],
    );
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain(
      'experiments: 1. The version of the dataset that they used was not imported.\n' +
        '    dataset mine, experiment first\n',
    );
    const place = String.raw`\n {4}dataset other, experiment first, example \S+, repetition \d\n`;
    for (const line of [
      String.raw`runs of experiments: 1\. The version of the dataset does not have their example\.`,
      String.raw`runs of experiments: 1\. trace_id: [^\n]+\.`,
      String.raw`evaluations of runs: 2\. Their runs were not imported\.`,
      String.raw`evaluations of runs: 1\. name: [^\n]+\.`,
    ]) {
      expect(stdout).toMatch(new RegExp(`${line}${place}`));
    }
    expect(stdout).toContain('runs of experiments: 3\n');
  }, 120_000);
});
