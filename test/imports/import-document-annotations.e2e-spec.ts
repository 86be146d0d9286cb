import { admin } from '../support/admin.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { annotateDocuments, readDocumentAnnotations, spanId } from './document-annotations.js';

describe('npm run admin -- import phoenix, with annotations of documents', () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: FaultyProxy;

  beforeEach(async () => {
    source = await startTestServer();
    target = await startTestServer();
    proxy = await startFaultyProxy(source.url);
    await annotateDocuments(source);
  });
  afterEach(async () => {
    await proxy.stop();
    await source.stop();
    await target.stop();
  });

  const run = () =>
    admin(['import', 'phoenix', '--url', proxy.url], { SPANDREL_DATABASE_URL: target.databaseUrl });

  it('moves them, and stores nothing twice', async () => {
    const expected = await readDocumentAnnotations(source);
    expect(expected).toHaveLength(121);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('annotations: 121\n')]);
    expect(await readDocumentAnnotations(target)).toEqual(expected);
    expect((await run()).code).toBe(0);
    expect(await readDocumentAnnotations(target)).toEqual(expected);
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
    expect(await readDocumentAnnotations(target)).toEqual([]);
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
    expect(await readDocumentAnnotations(target)).toHaveLength(120);
  }, 120_000);
});
