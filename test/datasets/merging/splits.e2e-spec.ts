import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { counts, example, store, storedExamples, storedVersions } from './merging.js';

/** Returns the splits of the live examples, by stable id. */
async function splitsOf(server: TestServer): Promise<Record<string, string[]>> {
  const stored = await storedExamples(server);
  const live = stored.filter(({ isLive }) => isLive);
  return Object.fromEntries(live.map(({ externalId, splits }) => [externalId, splits]));
}

const named = (exampleId: string, splits: string[] = [], n = exampleId.charCodeAt(0)) =>
  example(n, { exampleId, splits });

describe('splits of an upload', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() =>
    store(server, {
      areSplitsProvided: true,
      examples: [named('a', ['train']), named('b', ['train', 'hard']), named('c')],
    }),
  );
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  it('are created on demand, once per server', async () => {
    await store(server, {
      name: 'other',
      areSplitsProvided: true,
      examples: [named('a', ['train', 'test', 'train'])],
    });
    expect(
      await server.sql(
        'SELECT name, color, description, metadata FROM dataset_splits ORDER BY name',
      ),
    ).toEqual(
      ['hard', 'test', 'train'].map((name) => ({
        name,
        color: '#808080',
        description: null,
        metadata: {},
      })),
    );
    expect(await splitsOf(server)).toEqual({ a: ['train'], b: ['hard', 'train'], c: [] });
  });

  it('are replaced by an update that names splits, for unchanged, patched and created examples', async () => {
    const outcome = await store(server, {
      areSplitsProvided: true,
      examples: [named('a', ['test']), named('b', [], 7), named('d', ['train'])],
    });
    expect(await splitsOf(server)).toEqual({ a: ['test'], b: [], d: ['train'] });
    // a has moved, b is patched and has moved, c is deleted, d is created.
    expect(counts(outcome)).toEqual([1, 2, 1]);
  });

  it('are cleared by an upload that names no split for an example', async () => {
    const outcome = await store(server, {
      areSplitsProvided: true,
      examples: [named('a'), named('b'), named('c')],
    });
    expect(await splitsOf(server)).toEqual({ a: [], b: [], c: [] });
    expect(counts(outcome)).toEqual([0, 2, 0]);
  });

  it('stay unchanged by an upload without splits, except those of deleted examples', async () => {
    const outcome = await store(server, { examples: [named('a'), named('c')] });
    expect(counts(outcome)).toEqual([0, 0, 1]);
    expect(await splitsOf(server)).toEqual({ a: ['train'], c: [] });
    expect(await server.sql('SELECT count(*) FROM dataset_split_examples')).toEqual([{ count: 1 }]);
    await store(server, { examples: [named('a'), named('b'), named('c')] });
    expect(await splitsOf(server)).toEqual({ a: ['train'], b: [], c: [] });
  });

  it('count as updates but create no version', async () => {
    const before = await storedVersions(server);
    const outcome = await store(server, {
      areSplitsProvided: true,
      examples: [named('a', ['train']), named('b', ['hard']), named('c', ['easy'])],
    });
    expect(counts(outcome)).toEqual([0, 2, 0]);
    expect(outcome.versionId).toBe(before[0]?.id);
    expect(await storedVersions(server)).toEqual(before);
    expect(await splitsOf(server)).toEqual({ a: ['train'], b: ['hard'], c: ['easy'] });
  });

  it('do not count deleted examples', async () => {
    const outcome = await store(server, {
      areSplitsProvided: true,
      examples: [named('a', ['train'])],
    });
    expect(counts(outcome)).toEqual([0, 0, 2]);
  });

  it('are replaced only for the named examples by an append', async () => {
    const outcome = await store(server, {
      action: 'append',
      areSplitsProvided: true,
      examples: [named('b', ['train', 'test']), named('d', ['test'])],
    });
    expect(counts(outcome)).toEqual([1, 1, 0]);
    expect(await splitsOf(server)).toEqual({
      a: ['train'],
      b: ['test', 'train'],
      c: [],
      d: ['test'],
    });
  });

  it('stay unchanged by an append without splits', async () => {
    const outcome = await store(server, {
      action: 'append',
      examples: [named('b', ['ignored'], 9)],
    });
    expect(counts(outcome)).toEqual([0, 1, 0]);
    expect(await splitsOf(server)).toEqual({ a: ['train'], b: ['hard', 'train'], c: [] });
  });

  it('leaves the splits of other datasets unchanged', async () => {
    await store(server, {
      name: 'other',
      areSplitsProvided: true,
      examples: [named('a', ['train'])],
    });
    await store(server, { areSplitsProvided: true, examples: [named('a')] });
    expect((await storedExamples(server, 'other'))[0]?.splits).toEqual(['train']);
  });

  it('accept names in any script', async () => {
    const names = [
      '训练',
      'ärger',
      "o'clock",
      '"quoted"',
      'a\\b',
      '{x,y}',
      'NULL',
      '🧪',
      'a,b',
      '%_',
    ];
    await store(server, { areSplitsProvided: true, examples: [named('a', names)] });
    expect((await splitsOf(server))['a']?.toSorted()).toEqual(names.toSorted());
  });

  it('are created again if they are deleted during the upload, unless their deletion waits', async () => {
    const rounds = Array.from({ length: 10 }, async (_, n) => {
      await store(server, {
        name: `dataset ${n}`,
        areSplitsProvided: true,
        examples: [named('a', ['train', 'fresh'])],
      });
    });
    const deletions = Array.from({ length: 10 }, () =>
      server.sql(`DELETE FROM dataset_splits WHERE name IN ('train', 'fresh')`),
    );
    await Promise.all([...rounds, ...deletions]);
    expect(await server.sql('SELECT count(*) FROM datasets')).toEqual([{ count: 11 }]);
  });
});
