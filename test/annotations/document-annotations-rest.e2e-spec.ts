import { aSpan } from '../support/factories/span.js';
import { eventually } from '../support/eventually.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const URL = '/v1/document_annotations';
const documents = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ document: { id } }));

describe('annotations of documents over REST', () => {
  let server: TestServer;
  let spanId: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    const payload = { retrieval: { documents: documents(3) } };
    spanId = (await aSpan(server, { kind: 'RETRIEVER', payload, project_id: 1 })).span_id;
  });
  afterAll(() => server.stop());

  const item = (given: object = {}) => ({
    span_id: spanId,
    document_position: 0,
    name: 'relevance',
    annotator_kind: 'LLM',
    result: { score: 1 },
    ...given,
  });
  const post = (items: unknown[], sync = 'true') =>
    server.request.post(URL).query({ sync }).send({ data: items });
  const stored = () =>
    server.sql('SELECT document_position AS at, name, score FROM document_annotations ORDER BY id');

  it('are stored by position, and replaced by name', async () => {
    const { status, body } = await post([
      item(),
      item({ document_position: 2, identifier: '  ', annotator_kind: 'DECISION' }),
      item({ document_position: 1, name: 'note' }),
      item({ result: { score: 0.5 } }),
    ]);
    expect(status).toBe(200);
    expect(body.data[0]).toEqual(body.data[3]);
    expect(Buffer.from(body.data[0].id, 'base64').toString()).toMatch(/^DocumentAnnotation:\d+$/);
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { at: 0, name: 'relevance', score: 0.5 },
        { at: 2, name: 'relevance', score: 1 },
        { at: 1, name: 'note', score: 1 },
      ]),
    );
  });

  it.each(['true', 'false'])('refuse an identifier, with sync=%s', async (sync) => {
    const response = await post([item(), item({ identifier: 'x' })], sync);
    expect([response.status, response.type]).toEqual([422, 'text/plain']);
    expect(await stored()).toEqual([]);
  });

  it('refuse positions that the span does not have, and then store none', async () => {
    for (const document_position of [-1, 3, 2147483647]) {
      const response = await post([item(), item({ document_position })]);
      expect([response.status, response.type]).toEqual([422, 'text/plain']);
      expect(response.text).toContain('documents 0 to 2');
    }
    for (const document_position of [undefined, null, '0.5', 1.5, 2147483648]) {
      const response = await post([item({ document_position })]);
      expect([response.status, response.type]).toEqual([422, 'application/json']);
    }
    expect(await stored()).toEqual([]);
  });

  it('count the output of a reranker, and nothing in other spans', async () => {
    const both = {
      reranker: { output_documents: documents(1) },
      retrieval: { documents: documents(5) },
    };
    const reranker = await aSpan(server, { kind: 'RERANKER', payload: both });
    const chain = await aSpan(server, { kind: 'CHAIN', payload: both });
    const plain = await aSpan(server, {
      kind: 'RETRIEVER',
      payload: { retrieval: { documents: 7 } },
    });
    const status = async (span_id: string, document_position: number) =>
      (await post([item({ span_id, document_position })])).status;
    expect(await status(reranker.span_id, 0)).toBe(200);
    expect(await status(reranker.span_id, 1)).toBe(422);
    expect(await status(chain.span_id, 4)).toBe(200);
    expect(await status(plain.span_id, 0)).toBe(422);
  });

  it('name missing spans', async () => {
    const response = await post([item(), item({ span_id: 'gone' })]);
    expect([response.status, response.text]).toEqual([404, expect.stringContaining('gone')]);
    expect(await stored()).toEqual([]);
  });

  it('wait for their span if queued, and record positions that it does not have', async () => {
    const late = [item({ span_id: 'late' }), item({ span_id: 'late', document_position: 2 })];
    const early = [item({ document_position: 1 }), item({ document_position: 3 })];
    const { status, body } = await post([...late, ...early], 'false');
    expect([status, body]).toEqual([200, { data: [] }]);
    expect(await stored()).toEqual([{ at: 1, name: 'relevance', score: 1 }]);
    const payload = { retrieval: { documents: documents(1) } };
    await aSpan(server, { span_id: 'late', kind: 'RETRIEVER', payload, project_id: 1 });
    await eventually('the late one', async () => (await stored()).length === 2);
    // What is refused is recorded after the others are stored.
    const errors = await eventually('both errors', async () => {
      const { body } = await server.request.get('/v1/projects/default/ingestion_errors');
      return body.data.length > 1 && body;
    });
    expect(errors.data.map(({ message }: { message: string }) => message)).toEqual([
      'There is no document 2: the span "late" has documents 0 to 0.',
      `There is no document 3: the span "${spanId}" has documents 0 to 2.`,
    ]);
    expect(errors.data[0]).toMatchObject({
      reason: 'annotation_document_missing',
      span_id: 'late',
      trace_id: expect.any(String),
    });
  });
});
