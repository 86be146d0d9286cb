import { admin } from '../support/admin.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { readSplits, uploadWithSplits } from './dataset-groups.js';
import { annotateDocuments, readDocumentAnnotations } from './document-annotations.js';
import { type Experiment, ExperimentMaker, readExperiments } from './experiment-maker.js';

/** An import that stops somewhere. */
interface StoppedImport {
  /** Fills the other server. */
  fill(source: TestServer): Promise<void>;
  /** Whether the import stops at a request. Everything that it requested before was imported. */
  isLast(path: string, body: string, proxy: FaultyProxy): boolean;
  /** Expects what is stored then. Returns what the next import prints. */
  expectPart(target: TestServer): Promise<string>;
  /** Returns the data that must be the same on both servers in the end. */
  read(server: TestServer): Promise<unknown>;
}

const PLACES: Record<string, StoppedImport> = {
  'before the annotation configs of projects': {
    async fill(source) {
      await sendTraces(source.url, [{ project: 'bot' }]);
      const config = { type: 'FREEFORM', name: 'remark', description: 'Any' };
      await source.request.post('/v1/annotation_configs').send(config).expect(200);
      await source.request.put('/v1/projects/bot/annotation_configs/remark').expect(200);
    },
    isLast: (path) => /^\/v1\/projects\/\w+\S*\/annotation_configs/.test(path),
    async expectPart(target) {
      expect(await target.sql('SELECT FROM project_annotation_configs')).toEqual([]);
      return 'annotation configs: 0, and 2 that were stored already\n';
    },
    async read({ request }) {
      const { body } = await request.get('/v1/projects/bot/annotation_configs').expect(200);
      return body.data.map(({ id: _id, ...config }: { id: string }) => config);
    },
  },
  'before the examples of splits': {
    fill: async (source) => void (await uploadWithSplits(source)),
    isLast: (path) => path.includes('/jsonl'),
    async expectPart(target) {
      const [counts] = await target.sql(
        `SELECT (SELECT count(*) FROM dataset_splits) AS splits,
                (SELECT count(*) FROM dataset_split_examples) AS examples`,
      );
      expect(counts).toEqual({ splits: 2, examples: 0 });
      return 'splits: 0, and 2 that were';
    },
    read: readSplits,
  },
  'between two parts of the annotations of documents': {
    fill: annotateDocuments,
    isLast: (_, body, { bodies }) =>
      body.includes('OfSpan') && bodies.filter((sent) => sent.includes('OfSpan')).length > 1,
    async expectPart(target) {
      const before = await readDocumentAnnotations(target);
      expect(before.length).toBeGreaterThan(0);
      expect(before.length).toBeLessThan(121);
      return 'spans: ';
    },
    read: readDocumentAnnotations,
  },
  'between two pages of runs, which keep their order': {
    async fill(source) {
      const maker = new ExperimentMaker(source);
      const dataset = await maker.upload('many', 250);
      const experiment: Experiment = await maker.post(`/v1/datasets/${dataset}/experiments`, {});
      const last = (await maker.examplesOf(dataset)).at(-1)!;
      await maker.addRun(experiment, last, 1);
      // Runs of the other examples, in the order opposite to theirs.
      await source.sql(
        `INSERT INTO experiment_runs (experiment_id, example_id, repetition_number, output, is_failed,
                                      start_time, end_time, latency_ms)
         SELECT r.experiment_id, e.id, r.repetition_number, r.output, r.is_failed,
                r.start_time, r.end_time, r.latency_ms
           FROM experiment_runs r, dataset_examples e WHERE e.id <> r.example_id ORDER BY e.id DESC`,
      );
    },
    // Pages are read twice. The last request is for the second one to store.
    isLast: (path, _, { requests }) =>
      path.includes('/runs?') && requests.filter((sent) => sent.includes('/runs?')).length > 4,
    async expectPart(target) {
      const [row] = await target.sql<{ count: number }>('SELECT count(*) FROM experiment_runs');
      const stored = row!.count;
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThan(250);
      return `runs of experiments: ${250 - stored}, and ${stored} that were stored already\n`;
    },
    read: (server) => readExperiments(server, 'many'),
  },
};

/**
 * Tests that imports continue after they were stopped in different places.
 * @param words what an import says when it stops.
 * @param stop runs an import until `isLast` returns true for one of its requests. Returns its errors.
 */
export function testStoppedImports(
  words: string,
  stop: (
    proxy: FaultyProxy,
    target: TestServer,
    isLast: (path: string, body: string) => boolean,
  ) => Promise<string>,
): void {
  it.each(Object.entries(PLACES))(
    'continues %s',
    async (_, place) => {
      const source = await startTestServer();
      const target = await startTestServer();
      const proxy = await startFaultyProxy(source.url);
      try {
        await place.fill(source);
        const isLast = (path: string, body: string) => place.isLast(path, body, proxy);
        expect(await stop(proxy, target, isLast)).toContain(words);
        proxy.answer = () => null;
        const expected = await place.expectPart(target);
        const { code, stdout } = await admin(['import', 'phoenix', '--url', proxy.url], {
          SPANDREL_DATABASE_URL: target.databaseUrl,
        });
        expect([code, stdout]).toEqual([0, expect.stringContaining(expected)]);
        expect(await place.read(target)).toEqual(await place.read(source));
      } finally {
        await proxy.stop();
        await source.stop();
        await target.stop();
      }
    },
    180_000,
  );
}
