import fc from 'fast-check';
import { globalId } from '../../support/global-id.js';
import type { Cases } from '../../support/generated-cases.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { store, storedExamples, storedVersions } from './merging.js';
import { ModelDataset, type ModelUpload, uploadedRows } from './merging-model.js';

const content = fc.integer({ min: 0, max: 3 });
const row = fc.record({
  content,
  id: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c') },
    { weight: 1, arbitrary: fc.nat(4) },
  ),
  splits: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
});
const upload: fc.Arbitrary<ModelUpload> = fc.record({
  action: fc.constantFrom('update', 'append'),
  areSplitsProvided: fc.boolean(),
  rows: fc.array(row, { maxLength: 5 }),
});

/** Compares generated sequences of uploads with a simple model of a dataset. */
export function describeUploads(cases: Cases): void {
  describe('a series of uploads', () => {
    let server: TestServer;

    beforeAll(async () => {
      server = await startTestServer();
    });
    afterAll(() => server.stop());

    interface Reading {
      examples: { node_id: string; id: string; output: { answer: number } }[];
    }
    const read = async (datasetId: number, versionId: number): Promise<Reading['examples']> => {
      const { body } = await server.request
        .get(`/v1/datasets/${globalId('Dataset', datasetId)}/examples`)
        .query({ version_id: globalId('DatasetVersion', versionId) });
      return (body as { data: Reading }).data.examples;
    };

    it('leaves the expected dataset at every version', async () => {
      let count = 0;
      const property = fc.asyncProperty(
        fc.array(upload, { minLength: 1, maxLength: 6 }),
        async (uploads) => {
          const name = `made up ${count++}`;
          const model = new ModelDataset();
          const versions = new Map<number, unknown>();
          let datasetId = 0;
          for (const { rows, ...given } of uploads) {
            const before = await storedExamples(server, name);
            const ids = before.map(({ id }) => id);
            const expected = model.upload({ rows, ...given });
            const stored = store(server, { name, ...given, examples: uploadedRows(rows, ids) });
            if (expected === 'refused') {
              await expect(stored).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
              expect(await storedExamples(server, name)).toEqual(before);
              continue;
            }
            const outcome = await stored;
            datasetId = outcome.datasetId;
            expect({
              created: outcome.createdCount,
              updated: outcome.updatedCount,
              deleted: outcome.deletedCount,
              isNewVersion: !versions.has(outcome.versionId),
            }).toEqual(expected);
            const live = (await storedExamples(server, name)).filter(({ isLive }) => isLive);
            expect(
              live.map(({ externalId, output, splits }) => ({ externalId, output, splits })),
            ).toEqual(
              model.live().map(({ externalId, content, splits }) => ({
                externalId,
                output: { answer: content },
                splits: [...splits].toSorted(),
              })),
            );
            versions.set(outcome.versionId, await read(datasetId, outcome.versionId));
            expect((await storedVersions(server, name)).at(-1)).toMatchObject({
              id: outcome.versionId,
              exampleCount: live.length,
            });
          }
          for (const [version, held] of versions)
            expect(await read(datasetId, version)).toEqual(held);
        },
      );
      await fc.assert(property, cases);
    });
  });
}
