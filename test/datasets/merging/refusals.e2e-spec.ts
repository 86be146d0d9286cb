import { randomBytes } from 'node:crypto';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  example,
  examples,
  liveNumbers,
  store,
  storedExamples,
  storedVersions,
} from './merging.js';

const nodeId = (id: number): string => Buffer.from(`DatasetExample:${id}`).toString('base64');

describe('an upload that cannot be stored', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const nothingIsStored = async (): Promise<void> => {
    for (const table of ['datasets', 'dataset_versions', 'dataset_examples', 'dataset_splits']) {
      expect(await server.sql(`SELECT count(*) FROM ${table}`)).toEqual([{ count: 0 }]);
    }
  };

  it('names the examples with the same external id', async () => {
    const twice = [1, 2, 3].map((n) => example(n, { exampleId: n === 2 ? 'b' : 'a' }));
    await expect(store(server, { examples: twice })).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      message: "Duplicate example_id in request: 'a' (example 1 and example 3)",
    });
    await nothingIsStored();
  });

  it('names the lines of a file', async () => {
    const lines = [2, 5, 9].map((line) => example(line, { line, exampleId: 'same' }));
    await expect(store(server, { examples: lines })).rejects.toThrow(
      "Duplicate example_id in request: 'same' (line 2 and line 5)",
    );
  });

  it('recognizes global ids of one example however they are written', async () => {
    await store(server, { examples: [example(1, { exampleId: 'a' })] });
    const [stored] = await storedExamples(server);
    const id = nodeId(stored!.id);
    await expect(
      store(server, {
        examples: [example(1, { exampleId: id }), example(2, { exampleId: `-${id}` })],
      }),
    ).rejects.toThrow('Duplicate example_id in request');
    await expect(
      store(server, { examples: [example(1, { exampleId: id }), example(2, { exampleId: 'a' })] }),
    ).rejects.toThrow('(example 1 and example 2)');
    expect(await liveNumbers(server)).toEqual([1]);
  });

  it.each([
    ['a NUL', 'a\0b', 'contains a character that cannot be stored', undefined],
    ['half a surrogate pair', '\ud800', 'contains a character that cannot be stored', undefined],
    ['2,001 bytes', 'é'.repeat(1000) + 'x', 'is longer than 2000 bytes', 1024],
  ])(
    'refuses ids, splits and names with %s, and names the place',
    async (_, text, message, bytes) => {
      const bad = [example(1), example(2, { exampleId: text })];
      await expect(store(server, { examples: bad })).rejects.toThrow(
        `The example ID of example 2 ${message}`,
      );
      const ofNames = bytes === undefined ? message : `is longer than ${bytes} bytes`;
      const split = [example(1, { line: 2 }), example(2, { line: 3, splits: ['good', text] })];
      await expect(store(server, { areSplitsProvided: true, examples: split })).rejects.toThrow(
        `A split of line 3 ${ofNames}`,
      );
      await expect(store(server, { name: text, examples: [] })).rejects.toThrow(
        `The name of the dataset ${ofNames}`,
      );
      await nothingIsStored();
    },
  );

  it('accepts ids and names up to that length', async () => {
    const incompressible = (bytes: number) => randomBytes(bytes / 2).toString('hex');
    const [id, name, split] = [incompressible(2000), incompressible(1024), incompressible(1024)];
    await store(server, {
      name,
      areSplitsProvided: true,
      examples: [example(1, { exampleId: id, splits: [split] })],
    });
    expect((await storedExamples(server, name))[0]).toMatchObject({
      externalId: id,
      splits: [split],
    });
  });

  it.each([
    ['at once', 0],
    ['after thousands', 20_000],
  ])('stores nothing if its rows cannot be read, %s', async (_, after) => {
    await store(server, { name: 'other', examples: examples(1) });
    const read: number[] = [];
    async function* broken() {
      for (let n = 0; n < after; n++) {
        read.push(n);
        yield example(n, { metadata: { padding: 'x'.repeat(500) } });
      }
      throw new Error('line 20001 is not JSON');
    }
    await expect(store(server, { examples: broken() })).rejects.toThrow('line 20001 is not JSON');
    expect(read).toHaveLength(after);
    expect(await server.sql('SELECT name FROM datasets')).toEqual([{ name: 'other' }]);
    // The connection can be reused.
    await store(server, { examples: examples(1) });
    expect(await liveNumbers(server)).toEqual([1]);
  });

  it('closes its source if it fails', async () => {
    await store(server, { examples: examples(1) });
    let closed = 0;
    async function* endless() {
      try {
        for (let n = 0; ; n++) yield example(n, { metadata: { padding: 'x'.repeat(5_000) } });
      } finally {
        closed++;
      }
    }
    await expect(store(server, { action: 'create', examples: endless() })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(closed).toBe(1);
  });

  it('keeps payloads of any kind', async () => {
    const input = {
      text: '\u0001\u2028"\\/é🧪'.repeat(3),
      number: JSON.rawJSON('1.0'),
      big: JSON.rawJSON('123456789012345678901234567890'),
      z: 1,
      a: { deep: [[[{}]]] },
      '': null,
    };
    const large = { text: 'Ω🧪x'.repeat(300_000) };
    await store(server, {
      examples: [example(1, { input, output: large, metadata: JSON.parse('{"__proto__":[1]}') })],
    });
    const [row] = await server.sql<Record<string, string>>(
      `SELECT input::text, output::text, metadata::text FROM dataset_example_revisions`,
    );
    expect(row).toEqual({
      input: JSON.stringify(input),
      output: JSON.stringify(large),
      metadata: '{"__proto__":[1]}',
    });
    expect(await storedVersions(server)).toHaveLength(1);
  });
});
