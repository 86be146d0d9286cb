import { aSpan } from '../../support/factories/span.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { counts, example, store, storedExamples } from './merging.js';

describe('spans of an upload', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.sql('DELETE FROM datasets'));
  afterAll(() => server.stop());

  const linkOf = async (): Promise<unknown[]> =>
    (await storedExamples(server)).map(({ traceId, spanId }) => [traceId, spanId]);

  it('are linked to new examples; the newest span wins if two traces share an id', async () => {
    const older = await aSpan(server, { span_id: 'twice' });
    const newer = await aSpan(server, { span_id: 'twice' });
    const single = await aSpan(server);
    await store(server, {
      examples: [
        example(1, { spanId: 'twice' }),
        example(2, { spanId: single.span_id }),
        example(3),
      ],
    });
    expect(older.trace_id).not.toBe(newer.trace_id);
    expect(await linkOf()).toEqual([
      [newer.trace_id, 'twice'],
      [single.trace_id, single.span_id],
      [null, null],
    ]);
  });

  it.each(['unknown', '', 'x'.repeat(100_000), "'; DROP TABLE spans; --", 'a\0b', '\ud800'])(
    'are ignored if unknown (%#)',
    async (spanId) => {
      expect(counts(await store(server, { examples: [example(1, { spanId })] }))).toEqual([
        1, 0, 0,
      ]);
      expect(await linkOf()).toEqual([[null, null]]);
    },
  );

  it('stay linked after a patch', async () => {
    const [first, second] = [await aSpan(server), await aSpan(server)];
    await store(server, { examples: [example(1, { exampleId: 'a', spanId: first.span_id })] });
    await store(server, { examples: [example(2, { exampleId: 'a', spanId: second.span_id })] });
    expect(await linkOf()).toEqual([[first.trace_id, first.span_id]]);
  });

  it('are not part of the content', async () => {
    const span = await aSpan(server);
    await store(server, { examples: [example(1)] });
    const again = await store(server, { examples: [example(1, { spanId: span.span_id })] });
    expect(counts(again)).toEqual([0, 0, 0]);
    expect(await linkOf()).toEqual([[null, null]]);
  });

  it('stay linked when a deleted example is restored', async () => {
    const [first, second] = [await aSpan(server), await aSpan(server)];
    await store(server, { examples: [example(1, { exampleId: 'a', spanId: first.span_id })] });
    await store(server, { examples: [] });
    await store(server, { examples: [example(2, { exampleId: 'a', spanId: second.span_id })] });
    expect(await linkOf()).toEqual([[first.trace_id, first.span_id]]);
  });
});
