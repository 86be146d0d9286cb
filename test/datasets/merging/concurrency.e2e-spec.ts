import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  counts,
  example,
  examples,
  liveNumbers,
  pausing,
  store,
  storedExamples,
  storedRevisions,
  storedVersions,
} from './merging.js';

const AT_ONCE = 8;

describe('simultaneous uploads', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  it('create one dataset with consecutive versions for one new name', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        store(server, {
          action: 'append',
          areSplitsProvided: true,
          examples: Array.from({ length: 50 }, (_, k) =>
            example(n * 50 + k, { splits: [`split ${k % 3}`, `split ${n}`] }),
          ),
        }),
      ),
    );
    expect(new Set(outcomes.map(({ datasetId }) => datasetId)).size).toBe(1);
    expect(outcomes.map(counts)).toEqual(outcomes.map(() => [50, 0, 0]));
    const versions = await storedVersions(server);
    expect(versions.map(({ exampleCount }) => exampleCount)).toEqual(
      versions.map((_, at) => (at + 1) * 50),
    );
    expect(versions.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      versions.map(({ id }) => id),
    );
    const live = await liveNumbers(server);
    expect(live.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: AT_ONCE * 50 }, (_, n) => n),
    );
  });

  it('each see the result of the previous one, for the same ids', async () => {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        store(server, {
          examples: [
            ...[0, 1, 2].map((k) => example(n, { exampleId: `id ${k}` })),
            example(1000, { exampleId: 'constant' }),
          ],
        }),
      ),
    );
    const stored = await storedExamples(server);
    expect(stored.map(({ externalId }) => externalId)).toEqual([
      'id 0',
      'id 1',
      'id 2',
      'constant',
    ]);
    expect(await storedVersions(server)).toHaveLength(AT_ONCE);
    const kinds = (await storedRevisions(server)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'CREATE')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'PATCH')).toHaveLength(3 * (AT_ONCE - 1));
  });

  it('store the same content once, without ids', async () => {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => store(server, { examples: examples(1, 2, 3) })),
    );
    expect(await liveNumbers(server)).toEqual([1, 2, 3]);
    expect(await storedVersions(server)).toHaveLength(1);
  });

  it('lets one upload create a name, and refuses the others', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, n) =>
        store(server, { action: 'create', examples: examples(n) }),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(AT_ONCE - 1);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
    expect(await liveNumbers(server)).toHaveLength(1);
  });

  it('do not wait for slow senders', async () => {
    const large = { metadata: { padding: 'x'.repeat(20_000) } };
    const { promise: quickOnes, resolve: goOn } = Promise.withResolvers<void>();
    const slow = Array.from({ length: AT_ONCE }, (_, n) => {
      const each = Array.from({ length: 100 }, (__, k) => example(n * 100 + k, large));
      return store(server, { action: 'append', examples: pausing(each, quickOnes) });
    });
    for (let n = 0; n < 6; n++) {
      await store(server, { action: 'append', examples: examples(10_000 + n) });
    }
    goOn();
    await Promise.all(slow);
    expect(await liveNumbers(server)).toHaveLength(806);
  });

  it('succeed completely or start over when the dataset is deleted', async () => {
    await store(server, { examples: examples(1) });
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, (_, n) =>
        store(server, { action: 'append', examples: examples(n, n + 100) }),
      ),
      server.sql(`DELETE FROM datasets WHERE name = 'capitals'`),
    ]);
    const [version] = (await storedVersions(server)).slice(-1);
    expect(await liveNumbers(server)).toHaveLength(version!.exampleCount);
    const orphans = await server.sql(
      `SELECT count(*) FROM dataset_examples e
       WHERE NOT EXISTS (SELECT FROM dataset_versions v WHERE v.id = e.created_version_id)`,
    );
    expect(orphans).toEqual([{ count: 0 }]);
  });
});
