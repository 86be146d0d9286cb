import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  counts,
  example,
  examples,
  liveNumbers,
  store,
  storedExamples,
  storedRevisions,
  storedVersions,
} from './merging.js';

const nodeId = (id: number, type = 'DatasetExample'): string =>
  Buffer.from(`${type}:${id}`).toString('base64');

describe('merging an upload', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  it('creates a dataset with one version that contains every example', async () => {
    const outcome = await store(server, {
      action: 'create',
      description: 'seed set',
      examples: examples(1, 2, 3),
    });
    expect(counts(outcome)).toEqual([3, 0, 0]);
    expect(await server.sql('SELECT id, name, description, metadata FROM datasets')).toEqual([
      { id: outcome.datasetId, name: 'capitals', description: 'seed set', metadata: {} },
    ]);
    expect(await storedVersions(server)).toEqual([
      { id: outcome.versionId, exampleCount: 3, created: 3, updated: 0, deleted: 0 },
    ]);
    expect((await storedRevisions(server)).map(({ kind, answer }) => [kind, answer])).toEqual([
      ['CREATE', 1],
      ['CREATE', 2],
      ['CREATE', 3],
    ]);
    expect(await liveNumbers(server)).toEqual([1, 2, 3]);
  });

  it.each(['append', 'update'] as const)('%s creates a missing dataset', async (action) => {
    expect(counts(await store(server, { action, examples: examples(1) }))).toEqual([1, 0, 0]);
    expect(await liveNumbers(server)).toEqual([1]);
  });

  it('refuses to create a dataset that exists, and names it', async () => {
    await store(server, { name: 'Städte "A"', examples: examples(1) });
    await expect(
      store(server, { name: 'Städte "A"', action: 'create', examples: examples(2) }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Städte "A"') });
    expect(await liveNumbers(server, 'Städte "A"')).toEqual([1]);
  });

  it('creates the first version even without examples', async () => {
    const first = await store(server, { examples: [] });
    expect(counts(first)).toEqual([0, 0, 0]);
    expect(await storedVersions(server)).toEqual([
      { id: first.versionId, exampleCount: 0, created: 0, updated: 0, deleted: 0 },
    ]);
    expect(await store(server, { examples: [] })).toEqual(first);
  });

  it('returns the old version if nothing changes', async () => {
    const first = await store(server, { examples: examples(1, 2) });
    const again = await store(server, { examples: examples(2, 1) });
    expect(again).toEqual({ ...first, createdCount: 0 });
    expect(await storedVersions(server)).toHaveLength(1);
    expect(await storedRevisions(server)).toHaveLength(2);
  });

  it('matches by content without ids, deletes missing examples and creates new ones', async () => {
    await store(server, { examples: examples(1, 2, 3) });
    const outcome = await store(server, { examples: examples(3, 4) });
    expect(counts(outcome)).toEqual([1, 0, 2]);
    expect(await liveNumbers(server)).toEqual([3, 4]);
    expect((await storedVersions(server)).at(-1)).toEqual({
      id: outcome.versionId,
      exampleCount: 2,
      created: 1,
      updated: 0,
      deleted: 2,
    });
  });

  it('keeps other examples when it appends', async () => {
    await store(server, { examples: examples(1, 2) });
    const outcome = await store(server, { action: 'append', examples: examples(2, 3) });
    expect(counts(outcome)).toEqual([1, 0, 0]);
    expect(await liveNumbers(server)).toEqual([1, 2, 3]);
  });

  it('pairs equal examples one to one', async () => {
    await store(server, { examples: examples(1) });
    expect(counts(await store(server, { examples: examples(1, 1) }))).toEqual([1, 0, 0]);
    expect(await liveNumbers(server)).toEqual([1, 1]);
    expect(counts(await store(server, { action: 'append', examples: examples(1) }))).toEqual([
      0, 0, 0,
    ]);
    const [first] = await storedExamples(server);
    expect(counts(await store(server, { examples: examples(1) }))).toEqual([0, 0, 1]);
    expect((await storedExamples(server)).filter(({ isLive }) => isLive)).toEqual([first]);
  });

  it('patches by external id, and writes patches, deletions and creations in this order', async () => {
    const first = await store(server, {
      examples: [
        example(1, { exampleId: 'a' }),
        example(2, { exampleId: 'b' }),
        example(3, { exampleId: 'c' }),
        example(4, { exampleId: 'd' }),
      ],
    });
    const outcome = await store(server, {
      examples: [
        example(5, { exampleId: 'e' }),
        example(30, { exampleId: 'c' }),
        example(1, { exampleId: 'a' }),
        example(20, { exampleId: 'b' }),
      ],
    });
    expect(counts(outcome)).toEqual([1, 2, 1]);
    const written = (await storedRevisions(server)).filter(
      ({ versionId }) => versionId !== first.versionId,
    );
    expect(written.map(({ kind, answer }) => [kind, answer])).toEqual([
      ['PATCH', 30],
      ['PATCH', 20],
      ['DELETE', null],
      ['CREATE', 5],
    ]);
    expect((await storedExamples(server)).map((e) => [e.externalId, e.isLive, e.output])).toEqual([
      ['a', true, { answer: 1 }],
      ['b', true, { answer: 20 }],
      ['c', true, { answer: 30 }],
      ['d', false, {}],
      ['e', true, { answer: 5 }],
    ]);
  });

  it('never matches an example with an id by content', async () => {
    await store(server, { examples: [example(1, { exampleId: 'old' })] });
    const update = { examples: [example(1, { exampleId: 'new' })] };
    expect(counts(await store(server, update))).toEqual([1, 0, 1]);
    const append = { action: 'append' as const, examples: [example(1, { exampleId: 'newer' })] };
    expect(counts(await store(server, append))).toEqual([1, 0, 0]);
    const live = (await storedExamples(server)).filter(({ isLive }) => isLive);
    expect(live.map(({ externalId }) => externalId)).toEqual(['new', 'newer']);
  });

  it('keeps the id of an example that omits it, and replaces an example that gets an id', async () => {
    await store(server, { examples: [example(1, { exampleId: 'a' }), example(2)] });
    expect(counts(await store(server, { examples: examples(1, 2) }))).toEqual([0, 0, 0]);
    const [kept] = await storedExamples(server);
    expect(kept?.externalId).toBe('a');
    const outcome = await store(server, {
      examples: [example(1), example(2, { exampleId: 'b' })],
    });
    expect(counts(outcome)).toEqual([1, 0, 1]);
  });

  it('prefers ids to equal content, whatever the order of examples', async () => {
    await store(server, { examples: [example(1, { exampleId: 'a' })] });
    const outcome = await store(server, {
      examples: [example(1), example(1, { exampleId: 'a' })],
    });
    expect(counts(outcome)).toEqual([1, 0, 0]);
    expect((await storedExamples(server)).map(({ externalId }) => externalId)).toEqual(['a', null]);
  });

  it('matches by global id, and never stores it as an external id', async () => {
    await store(server, { examples: examples(1, 2) });
    const [first, second] = await storedExamples(server);
    const outcome = await store(server, {
      examples: [
        example(20, { exampleId: nodeId(second!.id) }),
        example(1, { exampleId: nodeId(first!.id) }),
      ],
    });
    expect(counts(outcome)).toEqual([0, 1, 0]);
    expect(await storedExamples(server)).toEqual([
      first,
      { ...second, input: { question: 'question 20' }, output: { answer: 20 } },
    ]);
  });

  it('refuses global ids of unknown, deleted and foreign examples, and names them all', async () => {
    await store(server, { examples: examples(1, 2) });
    await store(server, { examples: examples(1) });
    await store(server, { name: 'other', examples: examples(7) });
    const [alive, deleted] = await storedExamples(server);
    const [foreign] = await storedExamples(server, 'other');
    const bad = [nodeId(9_999_999), nodeId(deleted!.id), nodeId(foreign!.id)];
    const before = await storedVersions(server);
    const refused = await store(server, {
      action: 'append',
      examples: [
        example(1, { exampleId: nodeId(alive!.id) }),
        ...bad.map((exampleId, n) => example(n, { exampleId })),
      ],
    }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'UNPROCESSABLE',
      message: expect.stringContaining('No examples found in this dataset'),
    });
    for (const id of bad) expect((refused as Error).message).toContain(id);
    expect((refused as Error).message).not.toContain(nodeId(alive!.id));
    expect(await storedVersions(server)).toEqual(before);
  });

  it('treats other global ids as external ids', async () => {
    const id = nodeId(1, 'Span');
    await store(server, { examples: [example(1, { exampleId: id })] });
    const outcome = await store(server, { examples: [example(2, { exampleId: id })] });
    expect(counts(outcome)).toEqual([0, 1, 0]);
    expect((await storedExamples(server))[0]?.externalId).toBe(id);
  });

  it('restores a deleted example with the same external id', async () => {
    await store(server, { examples: [example(1, { exampleId: 'a' }), example(2)] });
    await store(server, { examples: examples(2) });
    const [deleted] = await storedExamples(server);
    expect(deleted?.isLive).toBe(false);
    const outcome = await store(server, {
      action: 'append',
      examples: [example(10, { exampleId: 'a' })],
    });
    expect(counts(outcome)).toEqual([1, 0, 0]);
    const [revived] = await storedExamples(server);
    expect(revived).toMatchObject({ id: deleted?.id, isLive: true, output: { answer: 10 } });
    expect((await storedRevisions(server)).map(({ kind, answer }) => [kind, answer])).toEqual([
      ['CREATE', 1],
      ['CREATE', 2],
      ['DELETE', null],
      ['CREATE', 10],
    ]);
  });

  it('compares contents as JSON: keys in any order, numbers by value, big integers by digits', async () => {
    await store(server, {
      examples: [
        example(1, { input: { a: 1, b: { c: [1, 'x'], d: null } } }),
        example(2, { input: { big: JSON.rawJSON('9007199254740993') } }),
      ],
    });
    const same = await store(server, {
      examples: [
        example(1, { input: { b: { d: null, c: [JSON.rawJSON('1.0'), 'x'] }, a: 1 } }),
        example(2, { input: { big: JSON.rawJSON('9007199254740993') } }),
      ],
    });
    expect(counts(same)).toEqual([0, 0, 0]);
    const other = await store(server, {
      examples: [
        example(1, { input: { a: 1, b: { c: ['x', 1], d: null } } }),
        example(2, { input: { big: JSON.rawJSON('9007199254740992') } }),
      ],
    });
    expect(counts(other)).toEqual([2, 0, 2]);
    const [text] = await server.sql<{ input: string }>(
      `SELECT input::text FROM dataset_example_revisions WHERE input::text LIKE '%big%' ORDER BY id`,
    );
    expect(text?.input).toBe('{"big":9007199254740993}');
  });

  it('leaves name, description and times of a dataset unchanged', async () => {
    await store(server, { description: 'first', examples: examples(1) });
    const before = await server.sql('SELECT * FROM datasets');
    await store(server, { description: 'second', examples: examples(2) });
    expect(await server.sql('SELECT * FROM datasets')).toEqual(before);
  });
});
