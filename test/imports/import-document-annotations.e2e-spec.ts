import { admin } from '../support/admin.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { killImport } from './kill-import.js';

describe('npm run admin -- import phoenix, with annotations of documents', () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: FaultyProxy;

  beforeEach(async () => {
    source = await startTestServer();
    target = await startTestServer();
    proxy = await startFaultyProxy(source.url);
    const spans = Array.from({ length: 120 }, (_, at) => ({
      project: 'search',
      spanId: spanId(at),
      kind: 'RETRIEVER',
      attributes: {
        'retrieval.documents.0.document.content': 'first',
        'retrieval.documents.1.document.content': 'second',
      },
    }));
    await sendTraces(source.url, [...spans, { project: 'search' }, { project: 'other' }]);
    const judged = { name: 'relevance', annotator_kind: 'LLM', document_position: 0 };
    await source.request
      .post('/v1/document_annotations?sync=true')
      .send({
        data: [
          ...spans.map((span, at) => ({ ...judged, span_id: span.spanId, result: { score: at } })),
          {
            ...judged,
            span_id: spanId(0),
            document_position: 1,
            annotator_kind: 'HUMAN',
            result: { label: 'relevant', score: 0.5, explanation: 'It is.' },
            metadata: { a: [1] },
          },
        ],
      })
      .expect(200);
  });
  afterEach(async () => {
    await proxy.stop();
    await source.stop();
    await target.stop();
  });

  const spanId = (at: number) => at.toString(16).padStart(16, 'a');
  const run = () =>
    admin(['import', 'phoenix', '--url', proxy.url], { SPANDREL_DATABASE_URL: target.databaseUrl });
  const read = (server: TestServer) =>
    server.sql(
      `SELECT span_id, document_position, name, identifier, annotator_kind, label, score, explanation,
              metadata FROM document_annotations ORDER BY span_id, document_position`,
    );

  it('moves them, and stores nothing twice', async () => {
    const expected = await read(source);
    expect(expected).toHaveLength(121);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('annotations: 121\n')]);
    expect(await read(target)).toEqual(expected);
    expect((await run()).code).toBe(0);
    expect(await read(target)).toEqual(expected);
  }, 120_000);

  it('continues after it was killed between two parts', async () => {
    const isPart = (body: string) => body.includes('OfSpan');
    let parts = 0;
    await killImport(proxy, target, (_, body) => isPart(body) && (parts += 1) > 1);
    const before = await read(target);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(121);
    expect((await run()).code).toBe(0);
    expect(await read(target)).toEqual(await read(source));
  }, 120_000);

  it('reports that the other server does not show them, and takes the rest', async () => {
    proxy.answer = (path, body) =>
      body.includes('documentEvaluationNames') && path === '/graphql'
        ? { status: 200, body: '{"data":null,"errors":[{"message":"Unknown field"}]}' }
        : null;
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([1, expect.stringContaining('spans: 122\n')]);
    expect(stdout).toMatch(
      /annotations of documents, by project: \d\. GraphQL of the server refused: Unknown field\.\n {4}project \w+\n/,
    );
    expect(await read(target)).toEqual([]);
  }, 120_000);

  it('reports documents that their spans do not have', async () => {
    await source.sql(
      `UPDATE document_annotations SET document_position = 7 WHERE document_position = 1`,
    );
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        'annotations: 1. The span does not have this document.\n' +
          `    "relevance" of document 7 of span ${spanId(0)}\n`,
      ),
    ]);
    expect(await read(target)).toHaveLength(120);
  }, 120_000);
});
